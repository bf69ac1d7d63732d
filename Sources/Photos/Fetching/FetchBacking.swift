import Foundation
package import PhotosStore
import Synchronization

/// The content of a fetch result: rows of a library, or objects in memory.
package final class FetchBacking: Sendable {
    package enum Content: Sendable {
        case rows(FetchSnapshot, PHPhotoLibrary)
        case objects([PHObject])
    }

    package let content: Content
    /// Whether change details may contain the changed indexes.
    package let wantsIncrementalChanges: Bool
    let objectType: PHObject.Type
    private let batches: FetchBatches
    private let counts = Mutex<[Int: Int]?>(nil)

    /// Makes a backing of rows; a row that cannot be read becomes an empty `objectType`.
    package init(
        _ snapshot: FetchSnapshot,
        of objectType: PHObject.Type,
        in library: PHPhotoLibrary,
        wantsIncrementalChanges: Bool = true
    ) {
        self.objectType = objectType
        content = .rows(snapshot, library)
        batches = FetchBatches(count: snapshot.rows.count)
        self.wantsIncrementalChanges = wantsIncrementalChanges
    }

    package init(objects: [PHObject]) {
        objectType = PHObject.self
        content = .objects(objects)
        batches = FetchBatches(count: 0)
        wantsIncrementalChanges = false
    }

    package var snapshot: FetchSnapshot? {
        if case .rows(let snapshot, _) = content { snapshot } else { nil }
    }

    package var library: PHPhotoLibrary? {
        if case .rows(_, let library) = content { library } else { nil }
    }

    var count: Int {
        switch content {
        case .rows(let snapshot, _): snapshot.rows.count
        case .objects(let objects): objects.count
        }
    }

    func object(at index: Int) -> PHObject {
        switch content {
        case .rows(let snapshot, let library):
            batches.object(at: index) {
                Self.loadedObjects(
                    snapshot.rows.rows(in: $0),
                    of: snapshot.plan.entity,
                    in: library
                )
            } unreadable: {
                ObjectLoading.unreadableObject(
                    row: snapshot.rows[$0],
                    type: objectType,
                    library: library
                )
            }
        case .objects(let objects): objects[index]
        }
    }

    /// Returns the objects at a few ascending indexes without reading their neighbours; nil when whole batches must
    /// be read.
    func scattered(_ indexes: IndexSet) -> [PHObject]? {
        guard case .rows(let snapshot, let library) = content else { return nil }
        var objects = indexes.map(batches.known)
        let missing = zip(objects.indices, indexes).filter { objects[$0.0] == nil }
        guard FetchBatches.isSparse(missing.map(\.1)) else { return nil }
        let rows = missing.map { snapshot.rows[$0.1] }
        let found = Self.loadedObjects(rows, of: snapshot.plan.entity, in: library)
        for (order, (index, _)) in missing.enumerated() {
            let object = order < found.count ? found[order] : nil
            objects[index] =
                object
                ?? ObjectLoading.unreadableObject(
                    row: rows[order],
                    type: objectType,
                    library: library
                )
        }
        return objects.compactMap { $0 }
    }

    func objects() -> [PHObject] { (0..<count).map(object(at:)) }

    func index(of object: AnyObject) -> Int? {
        guard let object = object as? PHObject else { return nil }
        switch content {
        case .objects(let objects):
            return objects.firstIndex { $0.localIdentifier == object.localIdentifier }
        case .rows(let snapshot, let library):
            if let source = object.source, source.library === library, source.row != 0 {
                guard ObjectLoading.entity(of: object) == snapshot.plan.entity else { return nil }
                return snapshot.index(of: source.row, record: (object as? PHAsset)?.record)
            }
            // Only the identifier identifies a placeholder or an object that the caller made.
            guard let uuid = object.uuid else { return nil }
            let entity = snapshot.plan.entity
            let row = library.read(orElse: nil) {
                try $0.records.rows(of: [uuid], in: entity)[uuid]
            }
            return row.flatMap { snapshot.index(of: $0, record: nil) }
        }
    }

    var mediaTypeCounts: [Int: Int] {
        counts.withLock { counts in
            if let counts { return counts }
            let found: [Int: Int]
            switch content {
            case .rows(let snapshot, let library):
                let isCounted = snapshot.plan.entity == .asset
                let numbers = library.read(orElse: nil) {
                    isCounted ? try $0.records.mediaTypeCounts(snapshot.rows) : [:]
                }
                // A failed read is not stored: the next call may succeed.
                guard let numbers else { return [:] }
                found = numbers
            case .objects(let objects):
                found = objects.reduce(into: [:]) { counts, object in
                    if let asset = object as? PHAsset {
                        counts[asset.mediaType.rawValue, default: 0] += 1
                    }
                }
            }
            counts = found
            return found
        }
    }

    private static func loadedObjects(
        _ rows: [Int64],
        of entity: Entity,
        in library: PHPhotoLibrary
    ) -> [PHObject?] {
        library.read(orElse: []) {
            try ObjectLoading.loadedObjects(rows, of: entity, library: library, store: $0)
        }
    }
}
