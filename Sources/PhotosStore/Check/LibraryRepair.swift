package import Foundation
import GRDB

/// Fixes the problems that can be fixed without losing anything.
///
/// A repair never deletes rows and never changes originals.
package struct LibraryRepair {
    private let library: Library

    package init(_ library: Library) { self.library = library }

    /// The outcome of a repair.
    package struct Outcome: Hashable, Sendable {
        /// The new URLs of files that no row mentions.
        package var quarantined: [URL] = []
        package var stagingFoldersRemoved = 0
        package var releasedFilesRemoved = 0
        package var savedListsRemoved = 0
        package var searchIndexesRemoved = 0
    }

    /// Moves files that no row mentions to the quarantine, and finishes the work of processes that died.
    ///
    /// - Throws: ``StoreError``.
    package func run() throws -> Outcome {
        try library.core.requireEverything("be used to repair the library")
        try library.core.checkIsWritable()
        try library.core.checkIsPresent()
        var outcome = Outcome()
        let before = try StagingScan.all(library.layout).count
        outcome.releasedFilesRemoved = try releasedFileCount()
        try library.commits.recover()
        let remaining = try StagingScan.all(library.layout).count
        outcome.stagingFoldersRemoved = max(0, before - remaining)
        for list in library.records.savedLists?.damaged() ?? [] {
            try FileOperations.unlink(list)
            outcome.savedListsRemoved += 1
        }
        if try library.words.isSearchIndexWrong() {
            try library.words.removeSearchIndex()
            outcome.searchIndexesRemoved += 1
        }
        for orphan in try OrphanSearch(library).files() {
            outcome.quarantined.append(try library.originals.quarantine(orphan))
        }
        return outcome
    }

    private func releasedFileCount() throws -> Int {
        try library.core.read { db in
            try Int.fetchOne(db, sql: "SELECT count(*) FROM released_file") ?? 0
        }
    }
}
