package import Foundation
import Glibc

/// Restores missing and damaged files of a library from other files with the same bytes.
///
/// Files are recognised by size and checksum alone, whatever their names are. The places are searched in this order:
///
/// 1. Other photos of the library, also those with files in sources.
/// 2. The folders that the caller names. A backup, an export and a memory card are all suitable.
/// 3. Files that came in from sources as duplicates or as copies.
/// 4. The remotes.
///
/// The files are copied, and the folders that are searched are not changed.
///
/// A file that a source has lost gets a copy of the library's own. Before a sweep has recorded the loss, and while the source
/// is offline, it is looked for in the named folders alone: it may only have been moved.
package struct LibraryHealing {
    let library: Library
    private let readsBytes: Bool
    let takesFromRemote: (RemoteRow) -> Bool
    let willFetch: (RemoteTotals.Part) -> Void
    let isCancelled: () -> Bool
    private let progress: (CheckProgress) -> Void
    let verifier: OriginalVerifier

    /// Prepares a healing.
    ///
    /// - Parameters:
    ///   - library: The library to heal.
    ///   - readingBytes: Reads every file of the library to find the damaged ones. Otherwise only files whose
    ///     recorded file state has changed are read.
    ///   - takesFromRemote: Whether files may be fetched from a remote.
    ///   - willFetch: Called with the number of files and bytes before the first one is fetched.
    ///   - isCancelled: Called between files. Files that have been healed by then stay.
    ///   - progress: Called on the thread that does the work.
    package init(
        _ library: Library,
        readingBytes: Bool = false,
        takesFromRemote: @escaping (RemoteRow) -> Bool = { _ in true },
        willFetch: @escaping (RemoteTotals.Part) -> Void = { _ in },
        isCancelled: @escaping () -> Bool = { false },
        progress: @escaping (CheckProgress) -> Void = { _ in }
    ) {
        self.library = library
        readsBytes = readingBytes
        self.takesFromRemote = takesFromRemote
        self.willFetch = willFetch
        self.isCancelled = isCancelled
        self.progress = progress
        verifier = OriginalVerifier(library.remotes)
    }

    /// The outcome of a healing.
    package struct Outcome: Hashable, Sendable {
        /// A file of an asset that was restored.
        package struct Healed: Hashable, Sendable {
            package var asset: LocalIdentifier
            /// The name with which the restored file came in; nil if it had none.
            package var filename: String?
            /// The file with the bytes, or the remote that has it.
            package var source: URL
            /// Where the bytes were found: a folder or file of those searched, the folder of the library or of
            /// a source, or the remote.
            package var searched: URL
        }

        /// A file or folder that could not be read.
        package struct Problem: Hashable, Sendable {
            package var url: URL
            package var reason: String
        }

        package var healed: [Healed] = []
        package var problems: [Problem] = []
        /// The number of files of the library that are still missing or damaged.
        package var lost = 0
        /// The original names of these files.
        package var lostNames: [String] = []
    }

    /// Finds the lost files, and restores those whose bytes are found.
    ///
    /// - Parameter urls: Folders, which are searched with all folders below them, and files.
    /// - Returns: The restored files, and the number of files that are still lost.
    /// - Throws: ``StoreError`` or `CancellationError`.
    package func run(from urls: [URL]) throws -> Outcome {
        try library.core.requireEverything("be used to heal the library")
        try library.core.checkIsWritable()
        try library.core.checkIsPresent()
        for url in urls where access(url.path, F_OK) != 0 {
            guard errno != EACCES else {
                throw StoreError(
                    .notPermitted,
                    "This user may not open a folder of the path \(url.path). Check the permissions of the folders."
                )
            }
            throw StoreError(
                .missingResource,
                "There is nothing at \(url.path). Name a folder that holds copies of the lost files."
            )
        }
        var search = HealingSearch(library, verifier)
        try gatherFiles(&search)
        for file in try library.duplicates.lackingFiles() { search.add(staying: file) }
        let kept = try KeptFileCheck(library.core).lostFiles(
            readingBytes: readsBytes,
            isCancelled: isCancelled
        )
        for file in kept { search.add(file) }
        let gone = try FilesGoneFromSources(
            library,
            readingBytes: readsBytes,
            isCancelled: isCancelled
        )
        for file in gone.recorded { search.add(staying: file) }
        for file in gone.changed { search.add(.init(file: file, isDamaged: true)) }
        let sidecars = try self.sidecars(ofAssets: Set(gone.recorded.map(\.assetRow)))
        let area = try StagingArea(
            layout: library.layout,
            id: library.environment.makeUUID()
        )
        defer { area.remove() }
        try search.examineTwins(area)
        for file in gone.unrecorded { search.add(staying: file) }
        for url in urls where !search.isDone {
            try search.examineFiles(through: url, area: area, isCancelled: isCancelled)
        }
        search.remove(gone.unrecorded)
        try search.examineSources(area: area, isCancelled: isCancelled)
        try search.fetchFiles(
            from: takesFromRemote,
            area: area,
            willFetch: willFetch,
            isCancelled: isCancelled
        )
        search.outcome.lost = search.lostCount
        search.outcome.lostNames = try search.lostNames()
        let healed = Set(search.outcome.healed.map(\.asset.uuid))
        let taken = try keepSidecars(
            sidecars.filter { healed.contains($0.copy.asset) },
            copiesPresentFiles: false,
            from: urls
        )
        search.outcome.lost += taken.missing.count
        search.outcome.lostNames += taken.missing
        try verifier.noteStates()
        return search.outcome
    }

    private func gatherFiles(_ search: inout HealingSearch) throws {
        let (count, bytes) = try library.originals.ownFileTotals()
        var state = CheckProgress(filesDone: 0, filesTotal: count, bytesDone: 0, bytesTotal: bytes)
        var last: Int64 = 0
        while true {
            if isCancelled() { throw CancellationError() }
            let files = try library.originals.ownHeldFiles(after: last, atMost: Self.page)
            guard let end = files.last?.row else { return }
            last = end
            let conditions = try verifier.conditions(
                of: files,
                readingBytes: readsBytes,
                isCancelled: isCancelled
            ) { file in
                state.filesDone += 1
                state.bytesDone &+= file.byteCount
                progress(state)
            }
            let found = Array(zip(files, conditions))
            for (file, condition) in found where condition == .missing || condition == .damaged {
                search.add(.init(file: file, isDamaged: condition == .damaged))
            }
            try search.addElsewhere(
                found.filter { $0.1 == .elsewhere }.map(\.0),
                mayAsk: takesFromRemote
            )
            try verifier.noteStates(least: 256)
        }
    }

    private static let page = 8_192
}
