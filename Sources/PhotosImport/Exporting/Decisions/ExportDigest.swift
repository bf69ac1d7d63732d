import Crypto
package import PhotosStore

/// A checksum over values, which tells whether anything differs since an earlier export.
package struct ExportDigest {
    private var hash = SHA256()

    package init() {}

    package mutating func add(_ value: FieldValue) {
        switch value {
        case .null: add(tag: 0)
        case .integer(let number): add(number)
        case .real(let number):
            add(tag: 2)
            add(bits: number.bitPattern)
        case .text(let text): add(text)
        case .blob(let bytes):
            add(tag: 4)
            add(bytes)
        }
    }

    package mutating func add(_ number: Int64) {
        add(tag: 1)
        add(bits: UInt64(bitPattern: number))
    }

    package mutating func add(_ text: String) {
        add(tag: 3)
        add(Array(text.utf8))
    }

    package mutating func add(_ bytes: [UInt8]) {
        add(bits: UInt64(bytes.count))
        hash.update(data: bytes)
    }

    /// The first 16 bytes of the SHA-256 checksum of all values.
    package var value: [UInt8] { Array(hash.finalize().prefix(16)) }

    /// Adds bytes without their number.
    package mutating func addPlain(_ bytes: [UInt8]) { hash.update(data: bytes) }

    /// The whole SHA-256 checksum.
    package var whole: [UInt8] { Array(hash.finalize()) }

    private mutating func add(tag: UInt8) { hash.update(data: [tag]) }

    private mutating func add(bits: UInt64) {
        withUnsafeBytes(of: bits.littleEndian) { hash.update(bufferPointer: $0) }
    }
}
