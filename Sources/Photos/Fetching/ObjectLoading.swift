import Foundation
import PhotosStore

/// Makes objects of the API out of rows, in a fixed number of statements.
enum ObjectLoading {
    static func objects(
        _ rows: [Int64], _ entity: Entity, _ library: PHPhotoLibrary, _ store: Library
    ) throws -> [Int64: PHObject] {
        switch entity {
        case .asset:
            let (records, sequence) = try store.assets(rows)
            return records.mapValues { PHAsset($0, in: library, at: sequence) }
        case .collection:
            let (records, sequence) = try store.collections(rows)
            let counts = try store.memberCounts(rows)
            return records.mapValues {
                PHCollection.make($0, in: library, at: sequence, count: counts[$0.rowID])
            }
        }
    }

    static func entity(of object: PHObject) -> Entity? {
        switch object {
        case is PHAsset: .asset
        case is PHCollection: .collection
        default: LocalIdentifier(object.localIdentifier).map { $0.kind == .asset ? .asset : .collection }
        }
    }
}
