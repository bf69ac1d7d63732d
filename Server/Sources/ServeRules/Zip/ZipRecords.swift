/// The records of a ZIP that is written without going back.
///
/// Files are stored without compression, because photos and movies are compressed already. Their checksums and sizes
/// follow the bytes. Sizes and offsets have 64 bits everywhere, so that no limit of the old format applies.
public struct ZipRecords: Sendable {
    /// A moment in the form of the format, to two seconds.
    public struct Time: Hashable, Sendable {
        let date: UInt16
        let time: UInt16

        /// Makes a moment of the years 1980 to 2107.
        public init(year: Int, month: Int, day: Int, hour: Int, minute: Int, second: Int) {
            let year = min(max(year, 1980), 2107)
            date = UInt16((year - 1980) << 9 | month << 5 | day)
            time = UInt16(hour << 11 | minute << 5 | second / 2)
        }
    }

    private struct Entry: Sendable {
        var name: [UInt8]
        var time: Time
        var offset: UInt64
        var size: UInt64 = 0
        var checksum: UInt32 = 0
    }

    private var entries: [Entry] = []
    private var offset: UInt64 = 0
    private var names: Set<String> = []

    /// Begins an archive.
    public init() {}

    /// Returns the record before the bytes of a file.
    ///
    /// - Parameters:
    ///   - name: The name of the file; a name that is there already gets a number, and a path loses its folders.
    ///   - time: When the photo was taken.
    /// - Returns: The bytes of the record.
    public mutating func beginFile(named name: String, takenAt time: Time) -> [UInt8] {
        let unusedName = reserveUnusedName(for: name)
        let entry = Entry(name: Array(unusedName.utf8), time: time, offset: offset)
        entries.append(entry)
        var record = Record()
        record.add(0x0403_4B50 as UInt32)
        // Version 4.5 has 64-bit sizes. Flags: sizes follow the bytes, and names are UTF-8.
        record.add(45 as UInt16, 0x0808, 0, time.time, time.date)
        record.add(0 as UInt32, 0xFFFF_FFFF, 0xFFFF_FFFF)
        record.add(UInt16(entry.name.count), 20)
        record.bytes += entry.name
        record.add(1 as UInt16, 16)
        record.add(0 as UInt64, 0)
        offset += UInt64(record.bytes.count)
        return record.bytes
    }

    /// Returns the record after the bytes of a file.
    public mutating func endFile(size: UInt64, checksum: UInt32) -> [UInt8] {
        entries[entries.count - 1].size = size
        entries[entries.count - 1].checksum = checksum
        var record = Record()
        record.add(0x0807_4B50 as UInt32, checksum)
        record.add(size, size)
        offset += size + UInt64(record.bytes.count)
        return record.bytes
    }

    /// Returns the central directory, which ends the archive.
    public func centralDirectory() -> [UInt8] {
        var directory = Record()
        for entry in entries {
            directory.add(0x0201_4B50 as UInt32)
            directory.add(0x032D as UInt16, 45, 0x0808, 0, entry.time.time, entry.time.date)
            directory.add(entry.checksum, 0xFFFF_FFFF, 0xFFFF_FFFF)
            directory.add(UInt16(entry.name.count), 28, 0, 0, 0)
            // A regular file that everybody may read.
            directory.add(0o100644 << 16 as UInt32, 0xFFFF_FFFF)
            directory.bytes += entry.name
            directory.add(1 as UInt16, 24)
            directory.add(entry.size, entry.size, entry.offset)
        }
        let size = UInt64(directory.bytes.count)
        directory.add(0x0606_4B50 as UInt32)
        directory.add(44 as UInt64)
        directory.add(45 as UInt16, 45)
        directory.add(0 as UInt32, 0)
        directory.add(UInt64(entries.count), UInt64(entries.count), size, offset)
        directory.add(0x0706_4B50 as UInt32, 0)
        directory.add(offset + size)
        directory.add(1 as UInt32, 0x0605_4B50)
        directory.add(0 as UInt16, 0, 0xFFFF, 0xFFFF)
        directory.add(0xFFFF_FFFF as UInt32, 0xFFFF_FFFF)
        directory.add(0 as UInt16)
        return directory.bytes
    }

    private mutating func reserveUnusedName(for path: String) -> String {
        let name = path.replacing("\\", with: "")
        var number = 1
        var candidate = CopyNames.copyName(of: name)
        while !names.insert(candidate.lowercased()).inserted {
            number += 1
            candidate = CopyNames.copyName(of: name, number: number)
        }
        return candidate
    }
}

/// Numbers in the order of the format: the lowest byte first.
private struct Record {
    var bytes: [UInt8] = []

    mutating func add<Number: FixedWidthInteger>(_ numbers: Number...) {
        for number in numbers {
            withUnsafeBytes(of: number.littleEndian) { unsafe bytes += Array($0) }
        }
    }
}
