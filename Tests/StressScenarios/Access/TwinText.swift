import Crypto
import Foundation
import OpenPhotoKit
import Photos
import PhotosStore
import PhotosTestSupport

/// Answers of a library as text, all of each.
enum TwinText {
    static func list(_ found: PHFetchResult<PHAsset>) -> String {
        found.objects(at: IndexSet(0..<found.count)).map(line).joined(separator: "\n")
    }

    static func line(_ asset: PHAsset) -> String {
        let facts: [Any?] = [
            asset.localIdentifier, asset.creationDate, asset.modificationDate, asset.isFavorite,
            asset.isHidden, asset.mediaType.rawValue, asset.mediaSubtypes.rawValue,
            asset.pixelWidth, asset.pixelHeight, asset.duration, asset.burstIdentifier,
            asset.sourceType.rawValue, asset.hasAdjustments, asset.adjustmentFormatIdentifier,
            asset.canPerform(.content),
        ]
        return facts.map { $0.map { "\($0)" } ?? "-" }.joined(separator: " ")
    }

    static func album(_ album: PHAssetCollection) -> String {
        let options = PHFetchOptions()
        options.includeHiddenAssets = true
        let count = PHAsset.fetchAssets(in: album, options: options).count
        return
            "\(album.localizedTitle ?? "-") \(album.estimatedAssetCount) \(count) \(album.startDate.map { "\($0)" } ?? "-") \(album.endDate.map { "\($0)" } ?? "-")"
    }

    static func keyAssets(_ album: PHAssetCollection) -> String {
        PHAsset.fetchKeyAssets(in: album, options: nil).map(list) ?? "none"
    }

    static func resources() -> String {
        let found = PHAsset.fetchAssets(with: nil)
        return found.objects(at: IndexSet(0..<found.count)).flatMap { asset in
            PHAssetResource.assetResources(for: asset).map { resource in
                "\(resource.assetLocalIdentifier) \(resource.type.rawValue) \(resource.originalFilename) \(resource.uniformTypeIdentifier) \(resource.pixelWidth) \(resource.pixelHeight)"
            }
        }.joined(separator: "\n")
    }

    static func options(_ numbers: inout SeededNumbers) -> PHFetchOptions {
        let options = PHFetchOptions()
        options.predicate = numbers.pick(predicates).map { NSPredicate(format: $0) }
        if let key = numbers.pick(sortKeys) {
            options.sortDescriptors = [NSSortDescriptor(key: key, ascending: numbers.chance(0.5))]
        }
        options.fetchLimit = numbers.pick([0, 0, 1, 3])
        options.includeHiddenAssets = numbers.chance(0.5)
        options.includeAllBurstAssets = numbers.chance(0.5)
        return options
    }

    private static let predicates: [String?] = [
        nil, "creationDate == nil", "favorite == YES", "hidden == YES", "mediaType == 1",
        "pixelWidth > 10",
        "NOT (favorite == YES)", "mediaType IN {1, 2}",
    ]
    private static let sortKeys: [String?] = [
        nil, "creationDate", "modificationDate", "pixelWidth", "favorite",
    ]

    static func history(since token: PHPersistentChangeToken, _ twin: inout Twin) -> String {
        do {
            var lines: [String] = []
            for change in try twin.client.fetchPersistentChanges(since: token) {
                lines.append("\(twin.number(of: change.changeToken.stringValue))")
                for type in [PHObjectType.asset, .assetCollection, .collectionList] {
                    let details = try change.changeDetails(for: type)
                    lines.append("inserted \(details.insertedLocalIdentifiers.sorted())")
                    lines.append("updated \(details.updatedLocalIdentifiers.sorted())")
                    lines.append("deleted \(details.deletedLocalIdentifiers.sorted())")
                }
                let facts = try change.facts()
                lines.append("purged \(facts.purgedAssets.sorted()) \(facts.memberships)")
                lines += facts.objects.map { object in
                    let values = object.valuesBefore.map { "\($0.key) \($0.value)" }.sorted()
                    return "\(object.localIdentifier) \(object.kind) \(values)"
                }
                lines.append(
                    "\([change.date as Any, change.author as Any, change.kindOfWork as Any])"
                )
            }
            return lines.joined(separator: "\n")
        } catch {
            return describe(error)
        }
    }

    static func outcome<Value>(
        _ result: Result<Value, any Error>?,
        _ text: (Value) -> String
    ) -> String {
        switch result {
        case .success(let value)?: text(value)
        case .failure(let error)?: describe(error)
        case nil: "no answer"
        }
    }

    /// The sentence with which something fails.
    static func failure(_ body: () throws -> Void) -> String {
        do {
            try body()
            return "done"
        } catch {
            return describe(error)
        }
    }

    /// All that an error says, without the order of its dictionary, which is one of chance.
    static func describe(_ error: any Error) -> String {
        guard let error = error as? PHPhotosError else { return "\(error)" }
        let details = error.userInfo.map { "\($0.key) \($0.value)" }.sorted()
        return "\(error.code.rawValue) \(details)"
    }

    /// Of a picture that test libraries are made of.
    static func checksum(seed: UInt8) -> [UInt8] {
        guard case .data(let data) = ResourceSource.picture(seed: seed).content else { return [] }
        return Array(SHA256.hash(data: data))
    }
}
