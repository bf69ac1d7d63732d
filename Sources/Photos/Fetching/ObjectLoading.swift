import Foundation
import PhotosMedia
import PhotosStore

/// Makes objects of the API from rows, in a fixed number of SQL statements.
enum ObjectLoading {
    /// Returns the objects of some rows, in the order of the rows; nil for a row that does not exist.
    static func loadedObjects(
        _ rows: [Int64],
        of entity: Entity,
        library: PHPhotoLibrary,
        store: Library
    ) throws -> [PHObject?] {
        var objects: [PHObject?] = Array(repeating: nil, count: rows.count)
        switch entity {
        case .asset:
            let batch = AssetBatch(rows)
            try store.records.forEachAsset(in: rows) { index, record, sequence in
                objects[index] = PHAsset(record, in: library, at: sequence, batch: batch)
            }
        case .collection:
            let batch = AlbumBatch(rows)
            try store.records.forEachCollection(in: rows) { index, record, sequence in
                objects[index] = PHCollection.makeCollection(
                    of: record,
                    in: library,
                    at: sequence,
                    batch: batch
                )
            }
        }
        return objects
    }

    /// Makes a substitute for a row that cannot be read at present.
    ///
    /// The substitute has no properties. Its identifier follows from the row, so that it is equal at each reading,
    /// and only to itself.
    static func unreadableObject(
        row: Int64,
        type: PHObject.Type,
        library: PHPhotoLibrary
    ) -> PHObject {
        let bytes = ByteWriter {
            $0.zeros(8)
            $0.number(row, endian: .big)
        }
        guard let uuid = UUID(bytes: bytes.bytes) else { return PHObject() }
        let source = ObjectSource(library: library, row: row, sequence: 0)
        if type is PHAsset.Type {
            return PHAsset(AssetRecord(rowID: row, uuid: uuid), in: library, at: 0)
        }
        var record = CollectionRecord(rowID: row, uuid: uuid)
        guard type is PHCollectionList.Type else {
            return PHAssetCollection(record, source: source)
        }
        record.collectionKind = .folder
        return PHCollectionList(record, source: source)
    }

    static func entity(of object: PHObject) -> Entity? {
        switch object {
        case is PHAsset: .asset
        case is PHCollection: .collection
        default:
            LocalIdentifier(object.localIdentifier).map { $0.kind == .asset ? .asset : .collection }
        }
    }
}
