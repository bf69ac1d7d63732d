package import Foundation
import GRDB

/// Sources whose folder is somewhere else now.
extension Library {
    /// Notes that the folder of a source is somewhere else now; a sweep afterwards looks there.
    ///
    /// Where a source has that folder already, the two become one, with the identifier of the moved one.
    ///
    /// - Parameters:
    ///   - id: the row of the source.
    ///   - url: where its folder is now.
    ///   - force: also takes a folder in which none of the source's files was found under its name.
    /// - Returns: the source as it is now.
    /// - Throws: ``StoreError``; nothing is changed then.
    package func moveSource(_ id: Int64, to url: URL, force: Bool = false) throws -> SourceRow {
        guard let source = try readLedger({ try $0.source(id) }), source.kind == .inPlace else {
            throw StoreError(
                .objectMissing,
                "There is no such source. `photokit source list` names them."
            )
        }
        let url = url.standardizedFileURL
        try checkIsOutside(url)
        _ = try FolderListing(of: url)
        guard url.path != source.path else { return source }
        let others = try sources(.inPlace).filter { $0.id != id }
        let there = others.first { $0.path == url.path }
        if there == nil { try checkIsApart(url.path, from: others) }
        if !force { try checkHolds(url, filesOf: source) }
        guard let there else { return try write(source, at: url) }
        return try merge(source, into: there)
    }

    private func write(_ source: SourceRow, at url: URL) throws -> SourceRow {
        var source = source
        source.path = url.path
        source.volume = SourceVolume.identity(of: url.path)
        source.isOffline = false
        try writeLedger { [source] in try $0.write(source) }
        return source
    }

    /// A slip of the pen must not make all photos of a source offline.
    private func checkHolds(_ url: URL, filesOf source: SourceRow) throws {
        let known = try readLedger { ledger in
            try ledger.spreadFiles(source.id, 256).compactMap { row -> (String, Int64)? in
                guard let path = try ledger.path(ofFile: row.id),
                    let names = SourceLedger.components(of: path, below: source.path)
                else { return nil }
                return (names.joined(separator: "/"), row.byteCount)
            }
        }
        let isThere = known.contains { name, byteCount in
            FileOperations.size(url.appendingPathComponent(name)) == byteCount
        }
        guard !isThere, !known.isEmpty else { return }
        throw StoreError(
            .changeNotSupported,
            "None of \(known.count) files of the source \(source.path) is in \(url.path) under its name and with its size. Check the folder. If the files were renamed on their way, say --force: they are then found by their bytes."
        )
    }

    /// Makes one source of two whose files are the same folder's.
    private func merge(_ source: SourceRow, into there: SourceRow) throws -> SourceRow {
        var merged = there
        // Before any row goes: whatever ends this early, the assets have files that are there.
        try serve(standIns(without: [source.id], for: source.id, from: there.id))
        try writeLedger { try $0.merge(source, into: there) }
        merged.uuid = source.uuid
        merged.addedDate = source.addedDate
        return merged
    }
}
