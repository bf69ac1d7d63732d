import Foundation

/// A list as one bound value, so that a statement's text does not depend on its length.
///
/// The tables `photokit_rows` and `photokit_uuids` take it apart again.
enum PackedList {
    static func rows(_ rows: some Collection<Int64>) -> Data {
        if let data = rows.withContiguousStorageIfAvailable({ unsafe Data(buffer: $0) }) {
            return data
        }
        return unsafe Array(rows).withUnsafeBufferPointer { unsafe Data(buffer: $0) }
    }

    static func uuids(_ uuids: some Collection<UUID>) -> Data {
        unsafe Array(uuids).withUnsafeBufferPointer { unsafe Data(buffer: $0) }
    }
}
