import Foundation
import OpenPhotoKit
import Photos
import ServeRules

/// A search for duplicates, and a part of its groups.
struct DuplicatesModel: Encodable, Sendable {
    let kind: String
    let phase: DuplicateSearch.Phase
    let done: Int
    let all: Int
    let compared: Int
    let failures: Int
    let reason: String?
    /// The number of all groups that are there now.
    let count: Int
    let from: Int
    let groups: [Group]

    /// Duplicates of one photo or video, the best one first.
    struct Group: Encodable, Sendable {
        let id: String
        let kind: String
        let members: [Member]
        /// The properties that the first one gets when the group is merged; nil if it cannot be merged.
        let gets: Gain?
        /// Why the group cannot be merged.
        let reason: String?
    }

    /// A photo or video of a group.
    struct Member: Encodable, Sendable {
        let item: ItemModel
        let name: String
        let contentType: String
        let bytes: Int?
        let caption: String?
        let keywords: [String]
        let rating: Int
        let albums: [String]
        let camera: String?
        let hasPlace: Bool
        /// The kind of likeness to the first one; nil for the first one itself.
        let kind: String?
        /// Why the first one comes before it.
        let reason: String?
        /// Whether it has files that the first one lacks, so that merging leaves it where it is.
        let stays: Bool
    }

    /// The properties that a photo gets from its duplicates.
    struct Gain: Encodable, Sendable {
        let caption: String?
        let keywords: [String]
        let rating: Int?
        let favorite: Bool
        let albums: [String]
        /// The number of photos that move to Recently Deleted.
        let removed: Int

        init(_ merge: PhotoDuplicates.Merge) {
            caption = merge.caption
            keywords = merge.keywords
            rating = merge.rating?.rawValue
            favorite = merge.becomesFavorite
            albums = merge.albums.map { $0.localizedTitle ?? "" }
            removed = merge.removed.count
        }
    }
}

/// Reads groups of duplicates as they are now.
struct DuplicateReading: Sendable {
    let library: PHPhotoLibrary
    let hasSources: Bool
    let now: Date

    /// Returns the groups of which at least two photos are there and visible.
    static func presentGroups(
        among groups: [PhotoDuplicates.Group]
    ) -> [(PhotoDuplicates.Group, [PHAsset])] {
        let names = groups.flatMap { [$0.first] + $0.others.map(\.asset) }.map(\.localIdentifier)
        guard !names.isEmpty else { return [] }
        let options = PHFetchOptions()
        options.predicate = NSPredicate(format: "localIdentifier IN %@", names)
        let found = PHAsset.fetchAssets(with: options)
        let assets = found.objects(at: IndexSet(0..<found.count))
        let known = Dictionary(assets.map { ($0.localIdentifier, $0) }) { first, _ in first }
        return groups.compactMap { group in
            guard let first = known[group.first.localIdentifier] else { return nil }
            let others = group.others.compactMap { known[$0.asset.localIdentifier] }
            return others.isEmpty ? nil : (group, [first] + others)
        }
    }

    func groupModel(
        of group: PhotoDuplicates.Group,
        assets: [PHAsset]
    ) -> DuplicatesModel.Group {
        let relations = Dictionary(group.others.map { ($0.asset.localIdentifier, $0) }) { $1 }
        var (gets, reason): (DuplicatesModel.Gain?, String?)
        do {
            let merge = try library.mergePlan(for: group)
            if merge.removed.isEmpty {
                reason = Problem.nothingToMerge.message
            } else {
                gets = DuplicatesModel.Gain(merge)
            }
        } catch {
            reason = Problem(error).message
        }
        return DuplicatesModel.Group(
            id: ObjectName(group.first.localIdentifier)?.uuid ?? "",
            kind: group.kind.rawValue,
            members: assets.map { memberModel(of: $0, relation: relations[$0.localIdentifier]) },
            gets: gets,
            reason: reason
        )
    }

    private func memberModel(
        of asset: PHAsset,
        relation: PhotoDuplicates.Member?
    ) -> DuplicatesModel.Member {
        let file = PHAssetResource.assetResources(for: asset).first
        let metadata = asset.extendedMetadata
        let albums = PHAssetCollection.fetchAssetCollectionsContaining(
            asset,
            with: .album,
            options: nil
        )
        return DuplicatesModel.Member(
            item: ItemModel(asset, hasSources: hasSources, trashDays: 0, now: now),
            name: file?.presentFilename ?? "",
            contentType: file?.contentType.preferredMIMEType ?? "",
            bytes: file?.dataSize,
            caption: metadata.caption,
            keywords: metadata.keywords,
            rating: asset.rating.rawValue,
            albums: albums.objects(at: IndexSet(0..<albums.count)).map { $0.localizedTitle ?? "" },
            camera: file.flatMap(Self.cameraModel),
            hasPlace: asset.location != nil,
            kind: relation?.kind.rawValue,
            reason: relation?.reason?.rawValue,
            stays: relation.map { $0.hasOwnFiles || $0.isInLibraryAlone } ?? false
        )
    }

    private static func cameraModel(_ file: PHAssetResource) -> String? {
        guard let url = file.fileURL, let facts = try? FileFacts(of: url) else { return nil }
        let model = facts.facts.first { $0.name == "cameraModel" }
        guard case .text(let text)? = model?.value else { return nil }
        return text
    }
}

extension Problem {
    static let nothingToMerge = Problem(
        .conflict,
        "own-files",
        "Each of these photos has files that the best one lacks or has in a source alone, so all of them stay."
    )
}
