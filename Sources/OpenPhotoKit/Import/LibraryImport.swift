public import Foundation
import PhotosStore

/// The import of files and folders: its options, what it tells on the way, and its outcome.
public enum LibraryImport {
    /// What becomes of bytes that the library has already.
    public enum Duplicates: String, Hashable, Sendable, CaseIterable {
        /// They are told about and left out.
        case skip
        /// They become an asset of their own.
        case keep
        /// They are left out, and the asset that has them is put into the album "Duplicates".
        case album
    }

    /// How files get into the library.
    public enum Transfer: String, Hashable, Sendable, CaseIterable {
        /// They are copied, sharing their blocks where the file system can do that.
        case copy
        /// They are gone from where they were, once their assets are durable.
        case move
    }

    /// How files are imported.
    public struct Options: Hashable, Sendable {
        /// What becomes of bytes that the library has already; they are skipped by default.
        public var duplicates: Duplicates
        /// How files get into the library; they are copied by default.
        public var transfer: Transfer
        /// The title of an album that everything is added to; made when there is none of the title.
        public var album: String?
        /// Whether only to tell what would be done.
        public var isDryRun: Bool
        /// Whether previews of what gets in are made at once; otherwise each is made when it is first asked for.
        public var makesPreviews: Bool
        /// Whether to go on where the program `photokit-media` is missing or does not work; an import refuses then by
        /// default.
        ///
        /// Files get in with what their headers and names tell: dates, places and captions inside of them are not
        /// known. With a worker that works it makes no difference.
        public var allowsMissingFacts: Bool
        /// Names of files and folders that are left out, as shell patterns such as `*.tmp`; one with a slash is compared
        /// with the path below the folder that is imported.
        ///
        /// What other programs keep beside photos (`@eaDir`, `Thumbs.db` and the like) is left out in any case.
        public var excludedPatterns: [String]

        /// Makes options.
        ///
        /// - Parameters:
        ///   - duplicates: What becomes of bytes that the library has already.
        ///   - transfer: How files get into the library.
        ///   - album: The title of an album that everything is added to.
        ///   - isDryRun: Whether only to tell what would be done.
        ///   - makesPreviews: Whether previews of what gets in are made at once.
        ///   - allowsMissingFacts: Whether to go on without the program `photokit-media`.
        ///   - excludedPatterns: Names of files and folders that are left out.
        public init(
            duplicates: Duplicates = .skip,
            transfer: Transfer = .copy,
            album: String? = nil,
            isDryRun: Bool = false,
            makesPreviews: Bool = true,
            allowsMissingFacts: Bool = false,
            excludedPatterns: [String] = []
        ) {
            self.duplicates = duplicates
            self.transfer = transfer
            self.album = album
            self.isDryRun = isDryRun
            self.makesPreviews = makesPreviews
            self.allowsMissingFacts = allowsMissingFacts
            self.excludedPatterns = excludedPatterns
        }

        var engineOptions: ImportOptions {
            var options = ImportOptions(workers: ProcessInfo.processInfo.activeProcessorCount)
            options.duplicates =
                switch duplicates {
                case .skip: .skip
                case .keep: .keep
                case .album: .album
                }
            options.transfer =
                switch transfer {
                case .copy: .copy
                case .move: .move
                }
            options.album = album
            options.isDryRun = isDryRun
            options.makesPreviews = makesPreviews
            options.allowsMissingFacts = allowsMissingFacts
            options.rules = PassedOver(excludedPatterns)
            return options
        }
    }

    /// What an import tells while it runs.
    public enum Event: Hashable, Sendable {
        /// Everything was looked through once.
        case found(files: Int, bytes: Int64)
        /// A file became an asset, durably; in a dry run, it would.
        case imported(URL, localIdentifier: String)
        /// A file belongs to an asset that another file made: the movie of a Live Photo, a RAW, an edit, a sidecar.
        case joined(URL, localIdentifier: String)
        /// The bytes of a file are those of an asset that the library has.
        case duplicate(URL, of: String)
        /// The library had lost a file with these bytes, and has it again, durably; in a dry run, it would.
        case healed(URL, localIdentifier: String)
        /// Files of a folder that an earlier import has dealt with, and that are as they were.
        case unchanged(URL, files: Int)
        /// A file is neither picture nor movie nor anything that belongs to one.
        case other(URL)
        /// A file got in, but not all that it holds could be read; the sentence says why.
        case incomplete(URL, reason: String)
        /// A file got in and stays where it is, although it was to be moved; the sentence says why.
        case stayed(URL, reason: String)
        /// So many names in a folder are left out by a rule: those of other programs, and those of
        /// ``Options/excludedPatterns``.
        case passedOver(URL, names: Int)
        /// A file is left out; the sentence says why and what to do.
        case refused(URL, reason: String)
        /// Something of another program's library does not get in, or not whole.
        case loss(path: String, reason: String)
        /// One more file is dealt with.
        case progress(Progress)
        /// The asset of a file got in, and stays without a preview; the sentence says why.
        case withoutPreview(URL, reason: String)
        /// Previews can be made of nothing at present; the sentence says why and what to do.
        case noPreviews(reason: String)
        /// Files are looked into by their headers and names alone from here on; the sentence says why and what to do.
        case withoutFacts(reason: String)
        /// Everything got in, and so many previews are still being made.
        case previewsLeft(Int)
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
        /// Files that belong to assets of others.
        public let joinedCount: Int
        /// Files whose bytes the library had.
        public let duplicateCount: Int
        /// Files whose bytes the library had lost or found damaged, and has again.
        ///
        /// Their assets are the same as before, with the same properties.
        public let healedCount: Int
        /// Files that an earlier import had dealt with, and that were not read again.
        public let unchangedCount: Int
        /// Files that are neither picture nor movie.
        public let otherCount: Int
        /// Files that got in although not all that they hold could be read.
        public let incompleteCount: Int
        /// Files that got in and could not be moved, each told about by ``Event/stayed(_:reason:)``.
        public let stayedCount: Int
        /// Names of files and folders that were left out by a rule.
        public let passedOverCount: Int
        /// Files that were left out, each told about by ``Event/refused(_:reason:)``.
        public let refusedCount: Int
        /// What of another program's library does not get in, each told about by ``Event/loss(path:reason:)``.
        public let lossCount: Int
        /// Assets that got in and stay without a preview, each told about by ``Event/withoutPreview(_:reason:)``.
        public let withoutPreviewCount: Int
        /// Bytes in the files that got in.
        public let importedBytes: Int64
        /// Whether the task was cancelled before the end; what had been imported stays.
        public let wasCancelled: Bool
        /// A file in the library that names everything that did not go smoothly, one JSON object a line.
        ///
        /// Nil where there is nothing to name.
        public let reportURL: URL?

        init(_ summary: ImportSummary) {
            importedCount = summary.imported
            joinedCount = summary.joined
            duplicateCount = summary.duplicates
            healedCount = summary.healed
            unchangedCount = summary.unchanged
            otherCount = summary.others
            incompleteCount = summary.complaints
            stayedCount = summary.stayed
            passedOverCount = summary.passedOver
            refusedCount = summary.refused
            lossCount = summary.losses
            withoutPreviewCount = summary.withoutPreview
            importedBytes = summary.bytesImported
            wasCancelled = summary.wasCancelled
            reportURL = summary.report
        }
    }
}

extension LibraryImport.Event {
    init(_ event: ImportEvent) {
        self =
            switch event {
            case .found(let files, let bytes): .found(files: files, bytes: bytes)
            case .imported(let url, let name): .imported(url, localIdentifier: name.description)
            case .joined(let url, let name): .joined(url, localIdentifier: name.description)
            case .duplicate(let url, let twin): .duplicate(url, of: twin.description)
            case .healed(let url, let name): .healed(url, localIdentifier: name.description)
            case .unchanged(let url, let files): .unchanged(url, files: files)
            case .other(let url): .other(url)
            case .complaint(let url, let reason): .incomplete(url, reason: reason)
            case .stayed(let url, let reason): .stayed(url, reason: reason)
            case .passedOver(let url, let names): .passedOver(url, names: names)
            case .refused(let url, let reason): .refused(url, reason: reason)
            case .loss(let path, let reason): .loss(path: path, reason: reason)
            case .progress(let progress): .progress(LibraryImport.Progress(progress))
            case .withoutPreview(let url, let reason): .withoutPreview(url, reason: reason)
            case .noPreviews(let reason): .noPreviews(reason: reason)
            case .withoutFacts(let reason): .withoutFacts(reason: reason)
            case .previewsLeft(let count): .previewsLeft(count)
            }
    }
}
