/// The file format of a saved list: a result at a position in the log, from which the result can be updated.
///
/// `Documentation/LibraryFormat.md` describes the format byte by byte.
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

    static func encoded(_ list: RowList, _ origin: Origin) -> [UInt8] {
        var directory: [UInt64] = []
        var body: [UInt8] = []
        body.reserveCapacity(list.count * MemoryLayout<RowEntry>.stride)
        for start in stride(from: 0, to: list.count, by: RowLeaf.capacity) {
            let end = min(start + RowLeaf.capacity, list.count)
            var run = ContiguousArray<RowEntry>()
            run.reserveCapacity(end - start)
            list.forEach(in: start..<end) { run.append($0) }
            run.withUnsafeBytes { bytes in
                directory += [
                    run[0].code, UInt64(bitPattern: run[0].row), UInt64(run.count), digest(bytes),
                ]
                body += bytes
            }
        }
        var header = magic
        header += origin.identity.library.bytes + origin.identity.incarnation.bytes
        header += origin.plan
        for number in [
            UInt64(bitPattern: origin.position.sequence), UInt64(bitPattern: origin.position.mark),
            UInt64(list.count), UInt64(directory.count / 4),
            directory.withUnsafeBytes(digest),
        ] {
            header += words([number])
        }
        header += [UInt8](repeating: 0, count: headerSize - 8 - header.count)
        header += words([header.withUnsafeBytes(digest)])
        return header + words(directory) + body
    }

    private static func words(_ numbers: [UInt64]) -> [UInt8] {
        numbers.withUnsafeBytes { Array($0) }
    }

    // MARK: Reading

    /// Reads the header of a file, or returns nil if it is damaged or belongs to another library or plan.
    static func read(
        _ file: SavedListFile,
        _ identity: LibraryIdentity,
        plan: [UInt8]
    ) -> (list: RowList, position: LogPosition)? {
        guard let header = header(file),
            header[8..<24].elementsEqual(identity.library.bytes),
            header[24..<40].elementsEqual(identity.incarnation.bytes),
            header[40..<72].elementsEqual(plan), let list = list(file, header)
        else { return nil }
        let position = LogPosition(
            sequence: Int64(bitPattern: word(header, at: 72)),
            mark: Int64(bitPattern: word(header, at: 80))
        )
        return (list, position)
    }

    /// Returns whether the whole file is as it was written.
    static func isSound(_ file: SavedListFile) -> Bool {
        guard let header = header(file), let list = list(file, header) else { return false }
        for _ in list {}
        return !file.isDamaged
    }

    private static func header(_ file: SavedListFile) -> [UInt8]? {
        guard let header = file.bytes(headerSize, at: 0), header.starts(with: magic),
            header.prefix(headerSize - 8).withUnsafeBytes(digest)
                == word(header, at: headerSize - 8)
        else { return nil }
        return header
    }

    private static func list(_ file: SavedListFile, _ header: [UInt8]) -> RowList? {
        let runs = Int(word(header, at: 96))
        guard let directory = file.bytes(runs * directoryEntrySize, at: headerSize),
            directory.withUnsafeBytes(digest) == word(header, at: 104)
        else { return nil }
        var offset = headerSize + directory.count
        var builder = RowListBuilder()
        for run in 0..<runs {
            let start = run * directoryEntrySize
            let count = Int(word(directory, at: start + 16))
            let first = RowEntry(
                code: word(directory, at: start),
                row: Int64(bitPattern: word(directory, at: start + 8))
            )
            builder.append(
                .saved(
                    SavedRun(
                        file: file,
                        offset: offset,
                        count: count,
                        first: first,
                        digest: word(directory, at: start + 24)
                    )
                )
            )
            offset += count * MemoryLayout<RowEntry>.stride
        }
        return builder.finish()
    }

    private static func word(_ bytes: [UInt8], at offset: Int) -> UInt64 {
        bytes.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: offset, as: UInt64.self) }
    }
}
