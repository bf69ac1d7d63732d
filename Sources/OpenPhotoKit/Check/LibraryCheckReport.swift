public import Foundation
import PhotosStore

/// The report of a check: the checked objects, and the problems that were found.
public struct LibraryCheckReport: Hashable, Sendable {
    /// A promise of the library that is broken.
    public struct Finding: Hashable, Sendable {
        /// The severity of a finding.
        public enum Severity: String, Hashable, Sendable {
            /// Something is left over; nothing is lost.
            case leftover
            /// Something that the library promised is missing or wrong.
            case damage
        }

        /// The stable name of the kind of finding, such as `originalMissing`.
        public let code: String
        /// A message: the problem, and possible steps to solve it.
        public let message: String
        /// The file, object or position in the history that has the problem.
        public let subject: String
        /// The severity of the finding.
        public let severity: Severity
        /// Whether a repair solves the problem.
        public let isRepairable: Bool
    }

    /// All findings, in the order of the check.
    public let findings: [Finding]
    /// The number of checked assets.
    public let assetCount: Int
    /// The number of checked albums, smart albums and folders.
    public let collectionCount: Int
    /// The number of albums among them that are no smart albums.
    public let albumCount: Int
    /// The number of folders among them, without the one that holds all others.
    public let folderCount: Int
    /// The number of checked files.
    public let fileCount: Int
    /// The bytes in those files.
    public let byteCount: Int64
    /// The number of files in sources that were found there; with ``hasReadBytes`` each was read.
    public let sourceFileCount: Int
    /// The bytes in those files.
    public let sourceByteCount: Int64
    /// The number of files that are in remotes alone, as far as they are known to be there.
    ///
    /// Remotes that are folders were asked for them; `check(_:readingAll:)` of a remote reads them.
    public let elsewhereFileCount: Int
    /// The remotes that could not be asked for files that they alone are said to have.
    public let unansweredRemotes: [UnansweredRemote]
    /// The sources whose files were not looked for, or are not all there.
    ///
    /// A gap is no fault: people move and remove files in their folders.
    /// ``Photos/PHPhotoLibrary/sweep(_:readingAll:allowsMissingFacts:makesPreviews:events:)`` finds what was moved.
    public let sourceGaps: [SourceGap]
    /// The files that stay in folders that were sources, and that the library no longer follows.
    ///
    /// A forgotten file is no fault: whoever forgot the source chose so. ``Photos/PHPhotoLibrary/addSource(_:excluding:)``
    /// with the folder, or an import of the file, gives the file back.
    public let forgottenFiles: [ForgottenFile]
    /// The number of checked changes in the history.
    public let changeCount: Int
    /// Whether every byte was compared with its checksum.
    public let hasReadBytes: Bool

    /// Whether anything is lost or wrong; leftovers do not count.
    public var isDamaged: Bool { findings.contains { $0.severity == .damage } }

    init(_ report: CheckReport) {
        findings = report.findings.map(Finding.init)
        assetCount = report.assets
        collectionCount = report.collections
        albumCount = report.albums
        folderCount = report.folders
        fileCount = report.files
        byteCount = report.bytes
        sourceFileCount = report.sourceFiles
        sourceByteCount = report.sourceBytes
        elsewhereFileCount = report.filesElsewhere
        unansweredRemotes = report.silences.map(UnansweredRemote.init)
        sourceGaps = report.sourceGaps.map(SourceGap.init)
        forgottenFiles = report.forgottenFiles.map(ForgottenFile.init)
        changeCount = report.changes
        hasReadBytes = report.hasReadBytes
    }
}

extension LibraryCheckReport {
    /// A remote that could not be asked for files that it alone, or others that could not be asked, are said to have.
    public struct UnansweredRemote: Hashable, Sendable {
        /// The name of the remote.
        public let name: String
        /// Why it could not be asked, as a sentence that says what to do.
        public let reason: String
        /// The number of different files.
        public let fileCount: Int

        init(_ silence: ElsewhereLook.Silence) {
            name = silence.name
            reason = silence.reason
            fileCount = silence.files
        }
    }

    /// Files of photos outside Recently Deleted that are not where their source had them, or not as they were.
    public struct SourceGap: Hashable, Sendable {
        /// The folder of the source.
        public let url: URL
        /// Whether the folder is missing or empty, so that its files were not looked for.
        public let isOffline: Bool
        /// The number of files that are not there, or were not looked for.
        public let fileCount: Int
        /// The URL of one such file.
        public let example: URL?
        /// The names of remotes that are said to have such files, with the numbers of the files.
        package let inRemotes: [String: Int]
        /// The files with other bytes, and another size or date, than when the source was last swept; found where files are read.
        public let changedFiles: [URL]

        init(_ gap: PhotosStore.SourceGap) {
            url = URL(fileURLWithPath: gap.path, isDirectory: true)
            isOffline = gap.isOffline
            fileCount = gap.files
            example = gap.example.map { URL(fileURLWithPath: $0) }
            inRemotes = gap.inRemotes
            changedFiles = gap.changed.map { URL(fileURLWithPath: $0) }
        }
    }
}

extension LibraryCheckReport.Finding {
    init(_ finding: PhotosStore.Finding) {
        code = finding.code.rawValue
        message = finding.message
        subject = finding.subject
        severity = finding.severity == .damage ? .damage : .leftover
        isRepairable = finding.isRepairable
    }
}

/// The report of a repair.
public struct LibraryRepairReport: Hashable, Sendable {
    /// The new URLs of files that belong to no asset.
    public let quarantinedFiles: [URL]
    /// The number of removed folders of imports that crashed.
    public let removedStagingFolders: Int
    /// The number of removed files of assets that had been deleted permanently.
    public let removedFiles: Int
}
