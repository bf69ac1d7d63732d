import Crypto
package import PhotosStore

/// A checksum over values, which differs if anything changed since an earlier export.
package struct ExportDigest {
    private var hash = SHA256()
    /// Bytes that are not hashed yet: hashing a few at a time would take much longer.
    private var waiting: [UInt8] = []

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
        add(bits: UInt64(text.utf8.count))
        add(bytes: text.utf8)
    }

    package mutating func add(_ bytes: [UInt8]) {
        add(bits: UInt64(bytes.count))
        add(bytes: bytes)
    }

    /// The first 16 bytes of the SHA-256 checksum of all values.
    package var value: [UInt8] { Array(whole.prefix(16)) }

    /// Adds bytes without their number.
    package mutating func addPlain(_ bytes: [UInt8]) { add(bytes: bytes) }

    /// The whole SHA-256 checksum.
    package var whole: [UInt8] {
        var hash = hash
        hash.update(data: waiting)
        return Array(hash.finalize())
    }

    private mutating func add(tag: UInt8) { waiting.append(tag) }

    private mutating func add(bits: UInt64) {
        withUnsafeBytes(of: bits.littleEndian) { waiting.append(contentsOf: $0) }
    }

    private mutating func add(bytes: some Collection<UInt8>) {
        waiting.append(contentsOf: bytes)
        guard waiting.count > 1 << 16 else { return }
        hash.update(data: waiting)
        waiting.removeAll(keepingCapacity: true)
    }
}
