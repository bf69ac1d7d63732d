import Foundation
import GRDB

/// Lost bytes that files of sources have.
extension HealingSearch {
    /// Restores lost files from files of sources that are no photo's own: duplicates of photos in indexed folders, and
    /// folders from which photos were copied.
    ///
    /// - Parameters:
    ///   - area: Gets the files.
    ///   - isCancelled: Called between files.
    /// - Throws: ``StoreError`` or `CancellationError`.
    mutating func examineSources(area: StagingArea, isCancelled: () -> Bool) throws {
        guard !isDone else { return }
        for (row, checksum) in try library.sourceFiles(withChecksums: wantedChecksums) {
            if isCancelled() { throw CancellationError() }
            guard wantedChecksums.contains(checksum),
                try !library.originals.isSilent(sourceFile: row)
            else { continue }
            let (path, source) = try library.core.readAll { db in
                let ledger = SourceLedger(db)
                return (try ledger.path(ofFile: row), try ledger.source(ofFile: row)?.path)
            }
            guard let path, let source, let (file, searched) = Self.file(inSource: source, path)
            else { continue }
            try examineFile(at: file, searched: searched, area: area)
        }
    }

    /// The checksums of lost bytes, without those of files that left and that a silent remote may have.
    ///
    /// To copy such files back would fill the disk from which they were to go.
    private var wantedChecksums: Set<[UInt8]> {
        let lost = broken.filter { _, resources in
            resources.contains { !unanswered.contains($0.file.row) }
        }
        return Set(lost.keys).union(lostKept.keys)
    }
}

extension Library {
    /// Returns the files of sources that had one of the given checksums when they were last read, the oldest rows first.
    ///
    /// No index has these checksums, so all rows are read once.
    fileprivate func sourceFiles(
        withChecksums wanted: Set<[UInt8]>
    ) throws -> [(row: Int64, checksum: [UInt8])] {
        try core.readAll { db in
            let statement = try db.cachedStatement(
                sql: "SELECT id, checksum FROM source_file WHERE checksum IS NOT NULL ORDER BY id"
            )
            var files: [(row: Int64, checksum: [UInt8])] = []
            try statement.forEachRow(in: db) { (columns) -> Void in
                let (row, checksum) = (columns.row(), columns.blob() ?? [])
                if wanted.contains(checksum) { files.append((row, checksum)) }
            }
            return files
        }
    }

    /// Files of photos outside Recently Deleted that their sources do not have any more.
    struct FilesGoneFromSources {
        /// Files whose loss a sweep has recorded.
        var recorded: [HeldFile] = []
        /// Files that are not there, although no sweep has recorded that, and those of sources that are offline.
        var unrecorded: [HeldFile] = []
        /// Files that have other bytes with the same size and date, as only a disk changes them.
        var changed: [HeldFile] = []
    }

    /// Finds the files of photos that their sources do not have any more.
    ///
    /// A file whose size or date has changed is not among them: the next sweep reads it.
    ///
    /// - Parameters:
    ///   - readsBytes: Whether all files are read to find those with other bytes.
    ///   - isCancelled: Called between files.
    /// - Returns: The files.
    /// - Throws: ``StoreError`` or `CancellationError`.
    func filesGoneFromSources(
        readingBytes readsBytes: Bool,
        isCancelled: () -> Bool
    ) throws -> FilesGoneFromSources {
        var (recorded, unrecorded, changed): ([Int64], [Int64], [Int64]) = ([], [], [])
        var isThere: [Int64: Bool] = [:]
        for file in try core.readAll({ db in try SourcePromise.all(db) }) where !file.isDeleted {
            if isCancelled() { throw CancellationError() }
            let hasSource = isThere[file.source.id] ?? self.sources.isThere(file.source)
            isThere[file.source.id] = hasSource
            if !hasSource {
                unrecorded.append(file.resource)
            } else if file.isKnownAbsent {
                recorded.append(file.resource)
            } else if file.isAbsent {
                unrecorded.append(file.resource)
            } else if readsBytes, file.finding()?.code == .sourceFileChanged {
                changed.append(file.resource)
            }
        }
        return FilesGoneFromSources(
            recorded: try originals.heldFiles(ofResources: recorded),
            unrecorded: try originals.heldFiles(ofResources: unrecorded),
            changed: try originals.heldFiles(ofResources: changed)
        )
    }
}
