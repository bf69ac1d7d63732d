/// A problem that a check found in a library.
package struct Finding: Hashable, Sendable {
    package enum Severity: String, Hashable, Sendable, Comparable {
        /// Wasted space or unfinished work.
        ///
        /// Nothing is lost.
        case leftover
        /// Something that the library should have is missing.
        case damage

        package static func < (left: Severity, right: Severity) -> Bool {
            left == .leftover && right == .damage
        }
    }

    package enum Code: String, Hashable, Sendable, CaseIterable {
        case notPermitted
        case sentinelDiffers
        case databaseDamaged
        case referenceBroken
        case originalMissing
        case originalSizeDiffers
        case originalContentDiffers
        case originalUnreadable
        case assetWithoutOriginal
        case orphanFile
        case stagingLeftover
        case releasedFileLeftover
        case savedListDamaged
        case searchIndexDamaged
        case positionTaken
        case memberOutsideAlbum
        case rootFolderMissing
        case smartAlbumMissing
        case folderLoop
        case parentNotFolder
        case historyGap
        case historyUnreadable
        case historyContradicts
        case tombstoneMissing
        case tombstoneOfLiving
        case selectionOutdated
        case sourceOffline
        case sourceFileMissing
        case sourceFileChanged
        case sourceFileUnreadable
    }

    package var code: Code
    /// A sentence that says what is wrong, and what can be done.
    package var message: String
    /// The file, row or log position with the problem.
    package var subject: String
    package var severity: Severity
    /// Whether a repair fixes the problem without losing anything.
    package var isRepairable: Bool

    init(
        _ code: Code,
        _ message: String,
        at subject: String,
        severity: Severity = .damage,
        isRepairable: Bool = false
    ) {
        self.code = code
        self.message = message
        self.subject = subject
        self.severity = severity
        self.isRepairable = isRepairable
    }
}

/// The extent and the findings of a check.
package struct CheckReport: Hashable, Sendable {
    package var findings: [Finding] = []
    package var assets = 0
    package var collections = 0
    /// The albums among them that people made.
    package var albums = 0
    /// The folders among them, without the one that holds all others.
    package var folders = 0
    package var files = 0
    package var bytes: Int64 = 0
    /// The number of files that are in sources and were found there.
    package var sourceFiles = 0
    /// Their bytes.
    package var sourceBytes: Int64 = 0
    /// The number of files that are in remotes alone, as far as they are known to be there.
    package var filesElsewhere = 0
    /// The remotes that could not be asked for files that they alone are said to have.
    package var silences: [ElsewhereLook.Silence] = []
    /// Sources whose files were not looked for, or are not all there.
    package var sourceGaps: [SourceGap] = []
    /// The files that stay in folders of forgotten sources, which is no fault.
    package var forgottenFiles: [LibraryOriginals.ForgottenFile] = []
    package var changes = 0
    /// Whether every byte of every file was read and compared with its checksum.
    package var hasReadBytes = false

    package init() {}

    package var isDamaged: Bool { findings.contains { $0.severity == .damage } }
}

/// Files of a source that a check did not find where they were.
///
/// This is no finding: people move, rename and remove what is in their folders, and the next sweep learns of it.
package struct SourceGap: Hashable, Sendable {
    /// The folder of the source.
    package var path: String
    /// Whether the source is offline, so that nobody looked for its files.
    package var isOffline: Bool
    /// The number of files that are not there, or were not looked for.
    package var files = 0
    /// The path of one of these.
    package var example: String?
    /// The names of remotes that are said to have files of a source that is not offline, with the numbers of the files.
    ///
    /// A file counts for the first remote that has it.
    package var inRemotes: [String: Int] = [:]
    /// The paths of files with other bytes, and another size or date, where files were read.
    package var changed: [String] = []
}
