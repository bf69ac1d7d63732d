package import Foundation
import GRDB

/// Changing the folder of a source.
extension LibrarySources {
    /// Sets a new folder for a source.
    ///
    /// The next sweep reads that folder.
    ///
    /// If another source has that folder already, the two are merged, and keep the identifier of the moved
    /// source.
    ///
    /// - Parameters:
    ///   - id: The row of the source.
    ///   - url: The new folder.
    ///   - force: Accepts a folder even if none of the source's files was found there under its name.
    /// - Returns: The source after the change.
    /// - Throws: ``StoreError``. Nothing is changed then.
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
        let others = try all(.inPlace).filter { $0.id != id }
        let there = others.first { $0.path == url.path }
        if there == nil { try checkIsApart(url.path, from: others) }
        if !force { try checkHolds(url, filesOf: source) }
        guard let there else { return try writeSource(source, at: url) }
        return try mergeSource(source, into: there)
    }

    private func writeSource(_ source: SourceRow, at url: URL) throws -> SourceRow {
        var source = source
        source.path = url.path
        source.volume = SourceVolume.system.identity(of: url.path)
        source.isOffline = false
        try writeLedger { [source] in try $0.write(source) }
        return source
    }

    /// Checks that the new folder has at least one known file of the source.
    ///
    /// Otherwise a mistyped path would take all photos of the source offline.
    private func checkHolds(_ url: URL, filesOf source: SourceRow) throws {
        let known = try readLedger { ledger in
            try ledger.spreadFiles(of: source.id, count: 256).compactMap {
                row -> (String, Int64)? in
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

    /// Merges two sources whose files are in the same folder.
    private func mergeSource(_ source: SourceRow, into there: SourceRow) throws -> SourceRow {
        var merged = there
        // The assets get their new files before any row is deleted. If this fails halfway, they still have
        // files that exist.
        try serve(substitutes(without: [source.id], for: source.id, from: there.id))
        try writeLedger { try $0.merge(source, into: there) }
        merged.uuid = source.uuid
        merged.addedDate = source.addedDate
        return merged
    }
}
