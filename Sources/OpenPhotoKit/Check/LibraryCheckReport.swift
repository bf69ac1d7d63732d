public import Foundation
import PhotosStore

/// What a check of a library looked at, and what it found.
public struct LibraryCheckReport: Hashable, Sendable {
    /// One promise that does not hold.
    public struct Finding: Hashable, Sendable {
        /// How bad a finding is.
        public enum Severity: String, Hashable, Sendable {
            /// Something is left over; nothing is lost.
            case leftover
            /// Something that was promised is not there any more.
            case damage
        }

        /// A stable name of the kind of finding, such as `originalMissing`.
        public let code: String
        /// What is wrong, and what can be done about it.
        public let message: String
        /// The file, object or place in the history that it is about.
        public let place: String
        /// How bad it is.
        public let severity: Severity
        /// Whether a repair puts it right.
        public let isRepairable: Bool
    }

    /// Everything that was found, in the order of the check.
    public let findings: [Finding]
    /// Assets looked at.
    public let assetCount: Int
    /// Albums, smart albums and folders looked at.
    public let collectionCount: Int
    /// Files looked at.
    public let fileCount: Int
    /// Bytes in those files.
    public let byteCount: Int64
    /// Changes of the history that were followed.
    public let changeCount: Int
    /// Whether every byte was compared with its checksum.
    public let hasReadBytes: Bool

    /// Whether anything is lost or wrong, leftovers aside.
    public var isDamaged: Bool { findings.contains { $0.severity == .damage } }

    init(_ report: CheckReport) {
        findings = report.findings.map(Finding.init)
        assetCount = report.assets
        collectionCount = report.collections
        fileCount = report.files
        byteCount = report.bytes
        changeCount = report.changes
        hasReadBytes = report.hasReadBytes
    }
}

extension LibraryCheckReport.Finding {
    init(_ finding: PhotosStore.Finding) {
        code = finding.code.rawValue
        message = finding.message
        place = finding.place
        severity = finding.severity == .damage ? .damage : .leftover
        isRepairable = finding.isRepairable
    }
}

/// What a repair did.
public struct LibraryRepairReport: Hashable, Sendable {
    /// Where files are now that no asset has.
    public let quarantinedFiles: [URL]
    /// Folders of imports that had died.
    public let removedStagingFolders: Int
    /// Files of assets that had been deleted for good.
    public let removedFiles: Int
}
