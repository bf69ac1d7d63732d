public import Foundation
import PhotosStore

/// The import of files and folders: its options, what it tells on the way, and its outcome.
public enum LibraryImport {
    /// How files are imported.
    public struct Options: Hashable, Sendable {
        /// Whether the same bytes may become a second asset; false by default.
        public var allowsDuplicates: Bool

        /// Makes options.
        ///
        /// - Parameter allowsDuplicates: Whether the same bytes may become a second asset.
        public init(allowsDuplicates: Bool = false) { self.allowsDuplicates = allowsDuplicates }
    }

    /// What an import tells while it runs.
    public enum Event: Hashable, Sendable {
        /// All folders were looked through.
        case found(files: Int, bytes: Int64)
        /// A file became an asset, durably.
        case imported(URL, localIdentifier: String)
        /// The bytes of a file are those of an asset that the library has.
        case duplicate(URL, of: String)
        /// A file is left out; the sentence says why and what to do.
        case refused(URL, reason: String)
        /// One more file is dealt with.
        case progress(Progress)
    }

    /// How far an import has come.
    public struct Progress: Hashable, Sendable {
        /// Files dealt with.
        public let filesDone: Int
        /// Files found.
        public let filesTotal: Int
        /// Bytes in the files dealt with.
        public let bytesDone: Int64
        /// Bytes in all files found.
        public let bytesTotal: Int64
        /// The rate so far; nil until it can be told.
        public let bytesPerSecond: Double?
        /// Seconds that the rest takes at that rate; nil until it can be told.
        public let secondsLeft: Double?

        init(_ progress: ImportProgress) {
            filesDone = progress.filesDone
            filesTotal = progress.filesTotal
            bytesDone = progress.bytesDone
            bytesTotal = progress.bytesTotal
            bytesPerSecond = progress.bytesPerSecond
            secondsLeft = progress.remaining
        }
    }

    /// What an import came to.
    public struct Report: Hashable, Sendable {
        /// Files that became assets.
        public let importedCount: Int
        /// Files whose bytes the library had.
        public let duplicateCount: Int
        /// Files that were left out, each told about by ``Event/refused(_:reason:)``.
        public let refusedCount: Int
        /// Bytes in the files that became assets.
        public let importedBytes: Int64
        /// Whether the task was cancelled before the end; what had been imported stays.
        public let wasCancelled: Bool

        init(_ summary: ImportSummary) {
            importedCount = summary.imported
            duplicateCount = summary.duplicates
            refusedCount = summary.refused
            importedBytes = summary.bytesImported
            wasCancelled = summary.wasCancelled
        }
    }
}

extension LibraryImport.Event {
    init(_ event: ImportEvent) {
        self =
            switch event {
            case .found(let files, let bytes): .found(files: files, bytes: bytes)
            case .imported(let url, let name): .imported(url, localIdentifier: name.description)
            case .duplicate(let url, let twin): .duplicate(url, of: twin.description)
            case .refused(let url, let reason): .refused(url, reason: reason)
            case .progress(let progress): .progress(LibraryImport.Progress(progress))
            }
    }
}
