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
    /// What all groups of each kind have; kinds without a group are left out.
    let kinds: [Sum]
    let from: Int
    let groups: [Group]

    /// All groups of a kind.
    struct Sum: Encodable, Sendable {
        let kind: String
        /// The number of groups.
        let groups: Int
        /// The number of photos besides the first ones.
        let others: Int
    }

    /// Duplicates of one photo or video, the one that merging keeps first.
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
        struct Place: Encodable, Sendable {
            let latitude: Double
            let longitude: Double
        }

        let caption: String?
        let keywords: [String]
        let rating: Int?
        let favorite: Bool
        let albums: [String]
        /// The date that a person set for another one.
        let date: String?
        let place: Place?
        let title: String?
        let headline: String?
        let persons: [String]
        let creators: [String]
        let placeNames: [String]
        /// Whether its files stay on this disk from now on.
        let pinned: Bool
        /// The programs that see it from now on.
        let programs: [String]
        /// The properties of which others have other values, which are lost.
        let contested: [String]
        /// The number of photos that move to Recently Deleted.
        let removed: Int

        init(_ merge: PhotoDuplicates.Merge) {
            caption = merge.caption
            keywords = merge.keywords
            rating = merge.rating?.rawValue
            favorite = merge.becomesFavorite
            albums = merge.albums.map { $0.localizedTitle ?? "" }
            date = merge.creationDate.map(InterfaceDate.text)
            place = merge.location.map {
                Place(latitude: $0.coordinate.latitude, longitude: $0.coordinate.longitude)
            }
            title = merge.title
            headline = merge.headline
            persons = merge.persons
            creators = merge.creators
            placeNames = merge.placeNames
            pinned = merge.becomesPinned
            programs = merge.applications
            contested = merge.contested.map(\.rawValue).sorted()
            removed = merge.removed.count
        }
    }
}

/// Reads groups of duplicates as they are now.
struct DuplicateReading: Sendable {
    let library: PHPhotoLibrary
    let hasSources: Bool
    let now: Date

    /// A group of which at least two photos are there and visible.
    struct PresentGroup {
        let found: DuplicateSearch.FoundGroup
        /// The photos, the first one first.
        let assets: [PHAsset]
    }

    /// Returns the groups of which at least two photos are there and visible.
    static func presentGroups(among groups: [DuplicateSearch.FoundGroup]) -> [PresentGroup] {
        let names = groups.flatMap(\.assets).map(\.localIdentifier)
        guard !names.isEmpty else { return [] }
        let options = PHFetchOptions()
        options.predicate = NSPredicate(format: "localIdentifier IN %@", names)
        let found = PHAsset.fetchAssets(with: options)
        let assets = found.objects(at: IndexSet(0..<found.count))
        let known = Dictionary(assets.map { ($0.localIdentifier, $0) }) { first, _ in first }
        return groups.compactMap { found in
            let present = found.assets.compactMap { known[$0.localIdentifier] }
            guard present.count > 1,
                present[0].localIdentifier == found.group.first.localIdentifier
            else { return nil }
            return PresentGroup(found: found, assets: present)
        }
    }

    /// Returns the number of groups and of photos of each kind, the strictest kind first.
    static func sums(of groups: [PresentGroup]) -> [DuplicatesModel.Sum] {
        PhotoDuplicates.Kind.allCases.compactMap { kind in
            let all = groups.filter { $0.found.group.kind == kind }
            guard !all.isEmpty else { return nil }
            return DuplicatesModel.Sum(
                kind: kind.rawValue,
                groups: all.count,
                others: all.reduce(0) { $0 + $1.assets.count - 1 }
            )
        }
    }

    func groupModel(of present: PresentGroup) -> DuplicatesModel.Group {
        let (group, assets) = (present.found.group, present.assets)
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
            id: ObjectName(present.found.id)?.uuid ?? "",
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
