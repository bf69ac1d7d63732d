import PhotosMedia

/// A directory of tags to be written, big-endian.
package struct TIFFBlock {
    private struct Entry {
        let tag: Int
        let type: Int
        let count: Int
        let value: [UInt8]
    }

    private var entries: [Entry] = []

    package init() {}

    package var isEmpty: Bool { entries.isEmpty }

    /// The number of bytes of the directory and its values.
    package var byteCount: Int {
        entries.reduce(2 + 4 + 12 * entries.count) { total, entry in
            total + (entry.value.count > 4 ? entry.value.count + entry.value.count % 2 : 0)
        }
    }

    package mutating func text(_ tag: Int, _ text: String?) {
        guard let text else { return }
        let bytes = Array(text.utf8) + [0]
        entries.append(Entry(tag: tag, type: 2, count: bytes.count, value: bytes))
    }

    package mutating func undefined(_ tag: Int, _ bytes: [UInt8]?) {
        guard let bytes else { return }
        entries.append(Entry(tag: tag, type: 7, count: bytes.count, value: bytes))
    }

    package mutating func byte(_ tag: Int, _ value: UInt8) {
        entries.append(Entry(tag: tag, type: 1, count: 1, value: [value]))
    }

    package mutating func short(_ tag: Int, _ value: Int?) {
        guard let value else { return }
        let bytes = ByteWriter { $0.uint16(value) }.bytes
        entries.append(Entry(tag: tag, type: 3, count: 1, value: bytes))
    }

    package mutating func long(_ tag: Int, _ value: Int?) {
        guard let value else { return }
        let bytes = ByteWriter { $0.uint32(value) }.bytes
        entries.append(Entry(tag: tag, type: 4, count: 1, value: bytes))
    }

    package mutating func shorts(_ tag: Int, _ values: [Int]) {
        let bytes = ByteWriter { writer in for value in values { writer.uint16(value) } }.bytes
        entries.append(Entry(tag: tag, type: 3, count: values.count, value: bytes))
    }

    package mutating func bytes(_ tag: Int, _ values: [UInt8]) {
        entries.append(Entry(tag: tag, type: 1, count: values.count, value: values))
    }

    /// Adds fractions from alternating numerators and denominators.
    package mutating func rationals(_ tag: Int, _ numbers: [Int]?) {
        guard let numbers else { return }
        fractions(tag, type: 5, numbers)
    }

    /// Adds fractions from alternating numerators and denominators, which may be negative.
    package mutating func signedRationals(_ tag: Int, _ numbers: [Int]) {
        fractions(tag, type: 10, numbers)
    }

    private mutating func fractions(_ tag: Int, type: Int, _ numbers: [Int]) {
        var writer = ByteWriter()
        for number in numbers { writer.uint32(number) }
        entries.append(Entry(tag: tag, type: type, count: numbers.count / 2, value: writer.bytes))
    }

    /// Returns the bytes of the directory for an offset into the block.
    package func bytes(at offset: Int) -> [UInt8] {
        var directory = ByteWriter()
        var values = ByteWriter()
        let valueStart = offset + 2 + 12 * entries.count + 4
        directory.uint16(entries.count)
        for entry in entries.sorted(by: { $0.tag < $1.tag }) {
            directory.uint16(entry.tag)
            directory.uint16(entry.type)
            directory.uint32(entry.count)
            if entry.value.count > 4 {
                directory.uint32(valueStart + values.bytes.count)
                values.append(entry.value)
                values.zeros(entry.value.count % 2)
            } else {
                directory.append(entry.value)
                directory.zeros(4 - entry.value.count)
            }
        }
        directory.uint32(0)
        return directory.bytes + values.bytes
    }
}
