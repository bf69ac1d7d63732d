import PhotosMedia

/// The file format of a saved list: a result at a position in the log, from which the result can be updated.
///
/// A file is valid only while its library, incarnation and position exist. Damaged and invalid files are ignored and made again.
/// The file's name is the first half of the plan in hexadecimal. Numbers are 64 bits, little endian.
///
/// ```text
/// file      := header (128 bytes) directory entries
/// header    := "PKLIST01" library(16) incarnation(16) plan(32) sequence mark entries runs digest-of-directory zeros digest
/// directory := for each run of at most 512 entries: code and row of the first, number of entries, digest of the entries
/// entry     := code row             rising; code is the beginning of the sort key as a number that rises with it
/// plan      := SHA-256 of the fetch's statement and values
/// digest    := of words of 8 bytes: d = (d ^ word) * 0x9E3779B97F4A7C15, d ^= d >> 29, from 0x243F6A8885A308D3
/// ```
enum SavedList {
    static let magic: [UInt8] = Array("PKLIST01".utf8)
    static let headerSize = 128
    private static let directoryEntrySize = 32

    /// The library, log position and plan to which a saved list belongs.
    struct Origin: Hashable, Sendable {
        var identity: LibraryIdentity
        var position: LogPosition
        /// The fingerprint of the plan, see ``CompiledPlan/fingerprint``.
        var plan: [UInt8]
    }

    /// Returns a number that detects damaged bytes, but gives no protection against deliberate changes.
    ///
    /// The length must be a multiple of 8.
    static func digest(_ bytes: UnsafeRawBufferPointer) -> UInt64 {
        var digest: UInt64 = 0x243F_6A88_85A3_08D3
        for word in bytes.bindMemory(to: UInt64.self) {
            digest = (digest ^ word) &* 0x9E37_79B9_7F4A_7C15
            digest ^= digest >> 29
        }
        return digest
    }

    // MARK: Writing

    static func encoded(_ list: RowList, origin: Origin) -> [UInt8] {
        var directory = ByteWriter()
        var runCount = 0
        var body: [UInt8] = []
        body.reserveCapacity(list.count * MemoryLayout<RowEntry>.stride)
        for start in stride(from: 0, to: list.count, by: RowLeaf.capacity) {
            let end = min(start + RowLeaf.capacity, list.count)
            var run = ContiguousArray<RowEntry>()
            run.reserveCapacity(end - start)
            list.forEach(in: start..<end) { run.append($0) }
            runCount += 1
            directory.number(run[0].code, endian: .little)
            directory.number(run[0].row, endian: .little)
            directory.number(run.count, endian: .little)
            run.withUnsafeBytes { bytes in
                directory.number(digest(bytes), endian: .little)
                body += bytes
            }
        }
        var header = ByteWriter(capacity: headerSize)
        header.append(magic)
        header.append(origin.identity.library.bytes + origin.identity.incarnation.bytes)
        header.append(origin.plan)
        header.number(origin.position.sequence, endian: .little)
        header.number(origin.position.mark, endian: .little)
        header.number(list.count, endian: .little)
        header.number(runCount, endian: .little)
        header.number(directory.bytes.withUnsafeBytes(digest), endian: .little)
        header.zeros(headerSize - 8 - header.count)
        header.number(header.bytes.withUnsafeBytes(digest), endian: .little)
        return header.bytes + directory.bytes + body
    }

    // MARK: Reading

    /// The first bytes of a file, after their digest was checked.
    private struct Header {
        var library: ArraySlice<UInt8>
        var incarnation: ArraySlice<UInt8>
        var plan: ArraySlice<UInt8>
        var position: LogPosition
        var runCount: Int
        var directoryDigest: UInt64
    }

    /// Reads the header of a file, or returns nil if it is damaged or belongs to another library or plan.
    static func read(
        _ file: SavedListFile,
        identity: LibraryIdentity,
        plan: [UInt8]
    ) -> (list: RowList, position: LogPosition)? {
        guard let header = try? listHeader(of: file),
            header.library.elementsEqual(identity.library.bytes),
            header.incarnation.elementsEqual(identity.incarnation.bytes),
            header.plan.elementsEqual(plan), let list = try? rowList(in: file, header: header)
        else { return nil }
        return (list, header.position)
    }

    /// Returns whether the whole file is as it was written.
    static func isSound(_ file: SavedListFile) -> Bool {
        guard let header = try? listHeader(of: file),
            let list = try? rowList(in: file, header: header)
        else {
            return false
        }
        for _ in list {}
        return !file.isDamaged
    }

    private static func listHeader(of file: SavedListFile) throws(ByteReader.Damage) -> Header {
        guard let bytes = file.bytes(headerSize, at: 0), bytes.starts(with: magic) else {
            throw ByteReader.Damage()
        }
        var seal = ByteReader(bytes)
        try seal.skip(headerSize - 8)
        let digest = try seal.number(UInt64.self, endian: .little)
        guard bytes.prefix(headerSize - 8).withUnsafeBytes(Self.digest) == digest else {
            throw ByteReader.Damage()
        }
        var reader = ByteReader(bytes)
        try reader.skip(magic.count)
        let library = try reader.slice(16)
        let incarnation = try reader.slice(16)
        let plan = try reader.slice(32)
        let sequence = try reader.number(Int64.self, endian: .little)
        let mark = try reader.number(Int64.self, endian: .little)
        // The number of rows follows from the directory.
        try reader.skip(8)
        return Header(
            library: library,
            incarnation: incarnation,
            plan: plan,
            position: LogPosition(sequence: sequence, mark: mark),
            runCount: try reader.number(Int.self, endian: .little),
            directoryDigest: try reader.number(UInt64.self, endian: .little)
        )
    }

    private static func rowList(
        in file: SavedListFile,
        header: Header
    ) throws(ByteReader.Damage) -> RowList {
        guard (0..<1 << 32).contains(header.runCount),
            let directory = file.bytes(header.runCount * directoryEntrySize, at: headerSize),
            directory.withUnsafeBytes(digest) == header.directoryDigest
        else { throw ByteReader.Damage() }
        // A process reads the directory whenever it opens a list, and a reader that checks each byte would take most of
        // that time.
        let words = directory.withUnsafeBytes { bytes in
            bytes.bindMemory(to: UInt64.self).map(UInt64.init(littleEndian:))
        }
        var offset = headerSize + directory.count
        var builder = RowTreeBuilder()
        for start in stride(from: 0, to: words.count, by: directoryEntrySize / 8) {
            let count = words[start + 2]
            guard (1...UInt64(RowLeaf.capacity)).contains(count) else { throw ByteReader.Damage() }
            let run = SavedRun(
                file: file,
                offset: offset,
                count: Int(count),
                first: RowEntry(code: words[start], row: Int64(bitPattern: words[start + 1])),
                digest: words[start + 3]
            )
            builder.append(.saved(run))
            offset += run.count * MemoryLayout<RowEntry>.stride
        }
        return RowList(builder.finish())
    }
}
