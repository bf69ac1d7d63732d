import Foundation

/// Packs a list into one bound value, so that a statement's text does not depend on the length of the list.
///
/// The table functions `photokit_rows` and `photokit_uuids` unpack the list again.
enum PackedList {
    static func rows(_ rows: some Collection<Int64>) -> Data {
        if let data = rows.withContiguousStorageIfAvailable({ unsafe Data(buffer: $0) }) {
            return data
        }
        return unsafe Array(rows).withUnsafeBufferPointer { unsafe Data(buffer: $0) }
    }

    /// Returns the packed rows as bytes, for a value of a condition.
    static func bytes(_ rows: [Int64]) -> [UInt8] {
        unsafe rows.withUnsafeBytes { unsafe Array($0) }
    }

    static func uuids(_ uuids: some Collection<UUID>) -> Data {
        unsafe Array(uuids).withUnsafeBufferPointer { unsafe Data(buffer: $0) }
    }
}
