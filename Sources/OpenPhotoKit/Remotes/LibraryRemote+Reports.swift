public import Foundation
import PhotosBase
import PhotosRemotes
import PhotosStore

extension LibraryRemote {
    /// A number of files, and their bytes.
    public struct Amount: Hashable, Sendable {
        /// The number of files with different bytes.
        public let count: Int
        /// Their bytes.
        public let byteCount: Int64

        init(_ part: RemoteTotals.Part) {
            count = part.count
            byteCount = part.bytes
        }
    }

    /// How much of the library a remote has.
    public struct Status: Hashable, Sendable {
        /// The files that the remote should have.
        public let wanted: Amount
        /// Files that were read back from it within ``LibraryRemote/proofDays``, and had their bytes.
        public let proved: Amount
        /// Files that the remote says it has, whether or not they were read back.
        public let stored: Amount
        /// Files that could not be stored.
        public let refused: Amount
        /// Bytes in the remote that no file of the library needs any more.
        public let unneeded: Amount
        /// The date of the oldest proof that counts; nil without proofs.
        public let oldestProofDate: Date?
        /// The date of the newest proof that counts; nil without proofs.
        public let newestProofDate: Date?
        /// Why files could not be stored or were lost: sentences, each with the number of files.
        public let problems: [Problem]
        /// Whether the last copy of the database has all changes of the library.
        public let isDatabaseCurrent: Bool

        /// Why the remote may have lost much, or may be another place; nil where the last run found what it should find.
        ///
        /// The sentence says what to do.
        public let doubt: String?

        /// The number of photos and videos whose files stay in sources, and which the remote is not to have
        /// (``LibraryRemote/Settings/takesSources``).
        public let sourceAssetCount: Int

        /// The number of files that stay in folders of forgotten sources, and that the remote is not said to have
        /// (``ForgottenFile/isIn(_:)``).
        ///
        /// Those that the remote had, or was to have, are among the wanted files.
        public let forgottenFileCount: Int

        /// Whether every wanted file was read back, the copy of the database is current, and nothing is in doubt.
        ///
        /// Files that stay in sources do not count (``sourceAssetCount``), and those of forgotten sources count as far as they are
        /// wanted (``forgottenFileCount``).
        public var isComplete: Bool {
            proved.count == wanted.count && isDatabaseCurrent && doubt == nil
        }

        init(
            _ totals: RemoteTotals,
            problems: [(sentence: String, count: Int)],
            isDatabaseCurrent: Bool,
            doubt: String?,
            sourceAssetCount: Int,
            forgottenFileCount: Int
        ) {
            self.sourceAssetCount = sourceAssetCount
            self.forgottenFileCount = forgottenFileCount
            wanted = Amount(totals.wanted)
            proved = Amount(totals.proved)
            stored = Amount(totals.stored)
            refused = Amount(totals.refused)
            unneeded = Amount(totals.unneeded)
            oldestProofDate = totals.oldestProof
            newestProofDate = totals.newestProof
            self.problems = problems.map { Problem(sentence: $0.sentence, count: $0.count) }
            self.isDatabaseCurrent = isDatabaseCurrent
            self.doubt = doubt
        }
    }

    /// The files that were given up when a remote was forgotten, or would be.
    public struct Losses: Hashable, Sendable {
        /// The most names of files.
        public static let longestList = 10

        /// The files that nobody has any more.
        public let lost: Amount
        /// The number of photos and videos with such files.
        public let photoCount: Int
        /// The original names of some of them, at most ``longestList``.
        public let names: [String]
        /// The files that another remote is said to have, which did not answer.
        public let unanswered: Amount
        /// Why the forgotten remote could not be asked, as a sentence; nil if it answered, or had nothing that others lack.
        ///
        /// Then nobody knows whether the remote has the files that count as lost.
        public let silence: String?
        /// The rule for space that ended, because it asks for more remotes than the library has now; nil if none ended.
        public let endedRule: LibrarySpaceRule?

        let plan: LibraryRemotes.ForgettingPlan

        init(_ plan: LibraryRemotes.ForgettingPlan, endedRule: SpaceRule? = nil) {
            self.plan = plan
            let parting = plan.parting
            lost = Amount(parting.lost.amount)
            photoCount = parting.lost.photoCount
            names = Array(parting.lost.lazy.compactMap(\.name).prefix(Self.longestList))
            unanswered = Amount(parting.unanswered.amount)
            silence = plan.silence
            self.endedRule = endedRule.map(LibrarySpaceRule.init)
        }
    }

    /// The files and the database that a remote had when this copy of the library took it over.
    public struct Adoption: Hashable, Sendable {
        /// When another copy of the library took the remote; nil if it was this copy's.
        public let earlierDate: Date?
        /// The files that the remote had.
        public let files: Amount
        /// The files of this library that the remote was said to have, and does not have.
        ///
        /// The next ``Photos/PHPhotoLibrary/sync(_:progress:)`` sends those again that this disk or another remote has.
        public let missing: Amount
        /// The names of files among the missing ones that neither this disk nor another remote has, in their order.
        public let namesWithoutCopy: [String]
        /// The number of files among the missing ones that are not on this disk, and that other remotes are said to have.
        ///
        /// The next ``Photos/PHPhotoLibrary/sync(_:progress:)`` can send those that these remotes still have.
        public let elsewhereCount: Int
        /// The names of these remotes.
        public let otherRemotes: [String]
        /// Whether files of other copies stay in the remote even if this one does not need them.
        public let keepsFiles: Bool
        /// The names and capture dates of photos that only another copy's newest state in the remote has, oldest first.
        ///
        /// The array is empty unless that state has changes which this library does not know. Nil means that the state
        /// cannot be read.
        public let photosAlone: [PhotoAlone]?

        /// A photo of another copy.
        public struct PhotoAlone: Hashable, Sendable {
            /// The name of its file at the import; nil if it is unknown.
            public let filename: String?
            /// The capture date.
            public let date: Date?
        }

        init(_ report: RemoteAdoption.Report) {
            photosAlone = report.photosAlone?.map {
                PhotoAlone(filename: $0.filename, date: $0.date)
            }
            earlierDate = report.earlier?.date
            files = Amount(report.objects)
            missing = Amount(report.missing)
            namesWithoutCopy = report.lostNames
            elsewhereCount = report.elsewhere
            otherRemotes = report.otherRemotes
            keepsFiles = report.keepsObjects
        }
    }

    /// Why some files are not in a remote.
    public struct Problem: Hashable, Sendable {
        /// The reason, and what to do.
        public let sentence: String
        /// The number of files.
        public let count: Int
    }

    /// How far a run is.
    public struct Progress: Hashable, Sendable {
        /// The files that the remote has, and their bytes.
        public let done: Amount
        /// The files that it should have.
        public let total: Amount

        init(_ progress: RemoteSync.Progress) {
            done = Amount(progress.done)
            total = Amount(progress.total)
        }
    }

    /// The result of bringing a remote up to date.
    public struct Report: Hashable, Sendable {
        /// The files that were sent and read back.
        public let sent: Amount
        /// The files that were there before, and were read back.
        public let proved: Amount
        /// The number of files that the remote had lost.
        ///
        /// The lost files were sent again, unless ``refusals`` says otherwise.
        public let lostCount: Int
        /// The files that nothing needed any more, and were removed.
        public let removed: Amount
        /// The files that could not be sent.
        public let refusals: [Problem]
        /// The files that other remotes have, and that were not sent, because this disk has no room for them to come back.
        public let unfetched: Amount
        /// The names of copies of the database that were not whole, and were removed: a newer one is.
        public let removedDatabaseNames: [String]
        /// The part of the database that was sent; nil if the remote had all of it.
        public let database: Amount?
        /// Why the work ended early, as a sentence that says what to do; nil if all of it was done.
        public let endReason: String?
        /// The problem that ended it; nil if all of it was done.
        public let endProblem: RemoteProblem?
        /// The files that left this disk by the rule for its space.
        public let released: Amount
        /// Why files stayed of which remotes have proved copies, as sentences that say what to do.
        public let releaseObstacles: [String]
        /// The bytes over the rule's space that should have left and could not, without those of pinned and small files, which stay.
        public let stuckByteCount: Int64

        init(_ report: RemoteSync.Report, _ release: LibrarySpace.Release, stuck: Int64) {
            stuckByteCount = stuck
            released = Amount(release.released)
            releaseObstacles = release.obstacles.sorted()
            sent = Amount(report.sent)
            proved = Amount(report.proved)
            lostCount = report.lost
            removed = Amount(report.removed)
            unfetched = Amount(report.unfetched)
            removedDatabaseNames = report.brokenDatabases.sorted()
            refusals = report.refused.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
                .map { Problem(sentence: $0.key, count: $0.value) }
            database = report.database.map(Amount.init)
            endReason = report.endedBy?.sentence
            endProblem = report.endedBy.map { RemoteProblem($0.code) }
        }
    }

    /// The result of a check.
    public struct CheckReport: Hashable, Sendable {
        /// The files that are there.
        public let whole: Amount
        /// The number of files that the library believed to be there, and that are missing or differ.
        public let lostCount: Int
        /// The number of files of the library that are not there, because they were never sent or are known to be lost.
        public let unsentCount: Int
        /// The names of files among those lost and unsent that neither this disk nor another remote has, in their order.
        ///
        /// The next run cannot send them. Whoever has such a file can import it again.
        public let namesWithoutCopy: [String]
        /// The files of the library that are there, although the library did not believe so.
        ///
        /// The next ``Photos/PHPhotoLibrary/sync(_:progress:)`` reads them back.
        public let unproved: Amount
        /// Bytes in the remote that belong to no file of the library, as after an interrupted removal.
        public let orphans: Amount
        /// The names of up to ten of these.
        public let orphanNames: [String]
        /// The number of complete copies of the database.
        public let databaseCount: Int
        /// Whether a library can be rebuilt from the remote, or nothing is there to rebuild.
        public var hasDatabase: Bool { databaseCount > 0 || whole.count == 0 }
        /// The names of copies of the database that are damaged or lack parts.
        public let brokenDatabaseNames: [String]

        init(_ report: RemoteCheck.Report) {
            whole = Amount(report.whole)
            lostCount = report.lost
            unsentCount = report.unsent
            namesWithoutCopy = report.namesWithoutCopy
            unproved = Amount(report.unproved)
            orphans = Amount(report.orphans)
            orphanNames = report.orphanNames
            databaseCount = report.databases
            brokenDatabaseNames = report.brokenDatabases
        }
    }

    /// The result of rebuilding a library.
    public struct RestoreReport: Hashable, Sendable {
        /// The number of files in the library.
        public let fileCount: Int
        /// Their bytes.
        public let byteCount: Int64
        /// The files that stay in sources, and that the library finds again when it sweeps them.
        public let inSourcesCount: Int
        /// The names of files that stay in folders of forgotten sources, and that no remote had (``ForgottenFile``).
        ///
        /// Their photos are offline, as they were in the library.
        public let forgottenFilenames: [String]
        /// The files that the remote does not have.
        public let findings: [LibraryCheckReport.Finding]
        /// The names of newer copies of the database that are not whole, the newest first.
        ///
        /// The library is that of the newest whole copy: changes since then are lost.
        public let damagedCopies: [String]

        init(_ outcome: LibraryRestore.Outcome) {
            damagedCopies = outcome.damagedCopies
            fileCount = outcome.files
            byteCount = outcome.bytes
            inSourcesCount = outcome.inSources
            forgottenFilenames = outcome.forgotten
            findings = outcome.findings.map(LibraryCheckReport.Finding.init)
        }
    }
}

extension RemoteProblem {
    init(_ code: RemoteFailure.Code) { self = RemoteProblem(rawValue: code.rawValue) ?? .refused }
}
