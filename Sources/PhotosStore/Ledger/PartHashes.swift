import Crypto
package import Foundation

/// The SHA-256 checksums of the parts of a file: of each 4 MiB, and of the rest.
///
/// So a part can be compared without the bytes before and after it. A file of one part needs none, because the checksum
/// of the file says as much.
package struct PartHashes: Hashable, Sendable {
    /// The number of bytes of each part but the last one.
    package static let size: Int64 = 4 << 20
    private static let hashBytes = 32

    /// The checksum and length of the whole file.
    package let object: RemoteObject
    /// The checksums of the parts in their order, 32 bytes each.
    package let bytes: [UInt8]

    /// Makes hashes from their bytes.
    ///
    /// Nil for a file of one part, and for another number of bytes than the parts need.
    package init?(of object: RemoteObject, bytes: [UInt8]) {
        guard Self.areNeeded(for: object.byteCount),
            bytes.count == Self.count(object.byteCount) * Self.hashBytes
        else { return nil }
        self.object = object
        self.bytes = bytes
    }

    /// Whether a file has more than one part.
    package static func areNeeded(for byteCount: Int64) -> Bool { byteCount > size }

    private static func count(_ byteCount: Int64) -> Int { Int((byteCount + size - 1) / size) }

    /// The number of parts.
    package var count: Int { bytes.count / Self.hashBytes }

    /// Returns the bytes of the file that a part has.
    package func range(of part: Int) -> Range<Int64> {
        let start = Int64(part) * Self.size
        return start..<min(start + Self.size, object.byteCount)
    }

    /// Returns the parts that a range of the file touches.
    package func parts(of range: Range<Int64>) -> Range<Int> {
        Int(range.lowerBound / Self.size)..<Self.count(range.upperBound)
    }

    /// Returns whether data are the bytes of a part.
    package func matches(_ data: Data, part: Int) -> Bool {
        let start = part * Self.hashBytes
        return data.count == range(of: part).count
            && bytes[start..<start + Self.hashBytes].elementsEqual(SHA256.hash(data: data))
    }
}

/// Computes the checksums of parts while a file is read.
package struct PartHasher {
    private var hash = SHA256()
    private var byteCount: Int64 = 0
    private var done: [UInt8] = []

    package init() {}

    /// Adds the next bytes of the file.
    package mutating func add(_ bytes: some Collection<UInt8> & DataProtocol) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let room = Int(PartHashes.size - byteCount % PartHashes.size)
            let piece = rest.prefix(room)
            hash.update(data: piece)
            byteCount += Int64(piece.count)
            rest = rest.dropFirst(room)
            if piece.count == room { endPart() }
        }
    }

    private mutating func endPart() {
        done += hash.finalize()
        hash = SHA256()
    }

    /// Returns the checksums; nil unless the bytes were as many as those of the object, and more than one part.
    package mutating func finish(_ object: RemoteObject) -> PartHashes? {
        guard byteCount == object.byteCount else { return nil }
        if byteCount % PartHashes.size != 0 { endPart() }
        return PartHashes(of: object, bytes: done)
    }
}
