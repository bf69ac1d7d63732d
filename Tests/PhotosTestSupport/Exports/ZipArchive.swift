import PhotosBase

/// A ZIP file whose entries are stored as they are.
package struct ZipArchive {
    package struct Entry {
        package var name: [UInt8]
        package var bytes: [UInt8]
        /// Unix's kind and permissions of the file.
        package var mode: Int

        package init(_ name: String, _ bytes: [UInt8], mode: Int = 0o100644) {
            self.init(name: Array(name.utf8), bytes, mode: mode)
        }

        package init(name: [UInt8], _ bytes: [UInt8], mode: Int = 0o100644) {
            self.name = name
            self.bytes = bytes
            self.mode = mode
        }
    }

    package var entries: [Entry]
    /// Writes sizes and places in the fields for files beyond 4 GiB.
    package var isLarge: Bool

    package init(_ entries: [Entry], isLarge: Bool = false) {
        self.entries = entries
        self.isLarge = isLarge
    }

    /// The whole file.
    package func data() -> [UInt8] {
        var out = LittleEndianWriter()
        var directory = LittleEndianWriter()
        for entry in entries {
            let offset = out.bytes.count
            let sum = CRC32(entry.bytes).value
            let size = isLarge ? 0xFFFF_FFFF : entry.bytes.count
            out.uint32(0x0403_4B50)
            let extra = largeFields([entry.bytes.count, entry.bytes.count])
            fixedFields(&out, sum, size, entry.name.count, extra.count)
            out.append(entry.name)
            out.append(extra)
            out.append(entry.bytes)

            directory.uint32(0x0201_4B50)
            // Made by Unix, so that the mode counts.
            directory.uint16(3 << 8 | 45)
            let sizes = largeFields([entry.bytes.count, entry.bytes.count, offset])
            fixedFields(&directory, sum, size, entry.name.count, sizes.count)
            directory.uint16(0)
            directory.uint16(0)
            directory.uint16(0)
            directory.uint32(entry.mode << 16)
            directory.uint32(isLarge ? 0xFFFF_FFFF : offset)
            directory.append(entry.name)
            directory.append(sizes)
        }
        let start = out.bytes.count
        out.append(directory.bytes)
        finish(&out, start, directory.bytes.count)
        return out.bytes
    }

    private func fixedFields(
        _ out: inout LittleEndianWriter,
        _ sum: UInt32,
        _ size: Int,
        _ nameLength: Int,
        _ extraLength: Int
    ) {
        out.uint16(isLarge ? 45 : 20)
        // Names are UTF-8, as in Google's archives.
        out.uint16(0x0800)
        out.uint16(0)
        out.uint16(0x6000)
        out.uint16(0x5121)
        out.uint32(Int(sum))
        out.uint32(size)
        out.uint32(size)
        out.uint16(nameLength)
        out.uint16(extraLength)
    }

    private func largeFields(_ values: [Int]) -> [UInt8] {
        guard isLarge else { return [] }
        var out = LittleEndianWriter()
        out.uint16(1)
        out.uint16(values.count * 8)
        for value in values { out.uint64(value) }
        return out.bytes
    }

    private func finish(_ out: inout LittleEndianWriter, _ start: Int, _ length: Int) {
        if isLarge {
            let record = out.bytes.count
            out.uint32(0x0606_4B50)
            out.uint64(44)
            out.uint16(3 << 8 | 45)
            out.uint16(45)
            out.uint32(0)
            out.uint32(0)
            out.uint64(entries.count)
            out.uint64(entries.count)
            out.uint64(length)
            out.uint64(start)
            out.uint32(0x0706_4B50)
            out.uint32(0)
            out.uint64(record)
            out.uint32(1)
        }
        out.uint32(0x0605_4B50)
        out.uint16(0)
        out.uint16(0)
        out.uint16(isLarge ? 0xFFFF : entries.count)
        out.uint16(isLarge ? 0xFFFF : entries.count)
        out.uint32(isLarge ? 0xFFFF_FFFF : length)
        out.uint32(isLarge ? 0xFFFF_FFFF : start)
        out.uint16(0)
    }
}

/// Numbers with their lowest byte first.
struct LittleEndianWriter {
    private(set) var bytes: [UInt8] = []

    mutating func append(_ more: [UInt8]) { bytes += more }
    mutating func uint16(_ value: Int) { number(value, 2) }
    mutating func uint32(_ value: Int) { number(value, 4) }
    mutating func uint64(_ value: Int) { number(value, 8) }

    private mutating func number(_ value: Int, _ count: Int) {
        for index in 0..<count { bytes.append(UInt8(truncatingIfNeeded: value >> (8 * index))) }
    }
}
