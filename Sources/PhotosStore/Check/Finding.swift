/// One promise of a library that does not hold.
package struct Finding: Hashable, Sendable {
    package enum Severity: String, Hashable, Sendable, Comparable {
        /// Space is wasted or work is left over; nothing is lost.
        case leftover
        /// Something that was promised is not there any more.
        case damage

        package static func < (left: Severity, right: Severity) -> Bool {
            left == .leftover && right == .damage
        }
    }

    package enum Code: String, Hashable, Sendable, CaseIterable {
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
    /// A sentence: what is wrong, and what can be done about it.
    package var message: String
    /// The file, row or place in the log that it is about.
    package var place: String
    package var severity: Severity
    /// Whether a repair puts it right without losing anything.
    package var isRepairable: Bool

    init(
        _ code: Code,
        _ message: String,
        at place: String,
        severity: Severity = .damage,
        isRepairable: Bool = false
    ) {
        self.code = code
        self.message = message
        self.place = place
        self.severity = severity
        self.isRepairable = isRepairable
    }
}

/// What a check of a library looked at, and what it found.
package struct CheckReport: Hashable, Sendable {
    package var findings: [Finding] = []
    package var assets = 0
    package var collections = 0
    package var files = 0
    package var bytes: Int64 = 0
    package var changes = 0
    /// Whether every byte of every file was read and compared with its checksum.
    package var hasReadBytes = false

    package init() {}

    package var isDamaged: Bool { findings.contains { $0.severity == .damage } }
}
