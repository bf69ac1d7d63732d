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
        for (row, checksum) in try sourceFiles(withChecksums: wantedChecksums) {
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

    /// Returns the files of sources that had one of the given checksums when they were last read, the oldest rows first.
    ///
    /// No index has these checksums, so all rows are read once.
    private func sourceFiles(
        withChecksums wanted: Set<[UInt8]>
    ) throws -> [(row: Int64, checksum: [UInt8])] {
        try library.core.readAll { db in
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
}
