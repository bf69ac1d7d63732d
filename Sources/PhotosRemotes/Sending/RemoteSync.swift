import Foundation
import PhotosBase
package import PhotosStore

/// Brings a remote up to date: files, proofs, a copy of the database, and the removal of what nothing needs.
///
/// Each step can end at any moment. An object is noted only after it was read back, so the next run begins where this
/// one ended.
package struct RemoteSync {
    /// The result of a run.
    package struct Report: Hashable, Sendable {
        /// Files that were sent and read back.
        package var sent = RemoteTotals.Part()
        /// Files that were there before, and were read back.
        package var proved = RemoteTotals.Part()
        /// Files that the place had lost, before they were sent again.
        package var lost = 0
        /// Files that could not be sent, each reason with their number.
        package var refused: [String: Int] = [:]
        /// The checksums of files that the place refuses, or that cannot be sent for a reason of their own.
        package var unsendable: Set<[UInt8]> = []
        /// Files that other remotes have, and that were not sent, because this disk has no room for them to come back.
        package var unfetched = RemoteTotals.Part()
        /// Objects that nothing needed any more.
        package var removed = RemoteTotals.Part()
        /// The names of copies of the database that lacked parts, or could not be read, and were removed.
        package var brokenDatabases: [String] = []
        /// The parts of the database that were sent; nil if no copy was needed.
        package var database: RemoteTotals.Part?
        /// Why the run ended early; nil if it did all its work.
        package var endedBy: RemoteFailure?
    }

    /// How far a run is.
    package struct Progress: Hashable, Sendable {
        /// The files and bytes that are sent and proved, of those that the remote should have.
        package var done = RemoteTotals.Part()
        package var total = RemoteTotals.Part()
    }

    /// The number of days for which objects stay that no file needs.
    package static let graceDays = 30

    let library: Library
    let remote: RemoteRow
    let place: any RemotePlace
    let watch: TransferWatch
    let progress: @Sendable (Progress) -> Void

    /// Prepares a run.
    ///
    /// - Parameters:
    ///   - library: The library, open for writing.
    ///   - remote: The remote.
    ///   - place: Its objects.
    ///   - watch: Receives the bytes that move, and is asked whether the run is to end.
    ///   - progress: Called on the thread of the run.
    package init(
        _ library: Library,
        remote: RemoteRow,
        place: any RemotePlace,
        watch: TransferWatch = TransferWatch(),
        progress: @escaping @Sendable (Progress) -> Void = { _ in }
    ) {
        self.library = library
        self.remote = remote
        self.place = place
        self.watch = watch
        self.progress = progress
    }

    /// Does the work.
    ///
    /// - Throws: ``RemoteFailure`` if the place belongs to another library or cannot be reached at all, and
    ///   ``StoreError``.
    package func run() throws -> Report {
        let lock = try RemoteLock(remote, of: library.core)
        defer { withExtendedLifetime(lock) {} }
        do {
            try MarkerList(place).checkOwner(is: library, of: remote)
        } catch let failure as RemoteFailure where failure.code == .otherLibrary {
            // The status must not call safe what is not there.
            try library.changeSettings(of: remote) { $0.doubt = failure.sentence }
            throw failure
        }
        var report = Report()
        do {
            try compareWithList(&report)
            try removeUnneeded(&report)
            try readSidecars(&report)
            try settlingUploads(&report) { report in
                var local: LocalFiles?
                try sendMissing(&report, local: &local)
                if try proveAgain(&report) { try sendMissing(&report, local: &local) }
            }
            try proveDatabaseAgain(&report)
            // A copy of the database must not promise files that the place does not have.
            try sendDatabase(&report)
        } catch let failure as RemoteFailure {
            report.endedBy = failure
        }
        return report
    }

    /// Runs `body`, and then notes which assets have files that the place refuses, even if `body` has failed.
    func settlingUploads(
        _ report: inout Report,
        body: (inout Report) throws -> Void
    ) throws {
        let outcome = Result { try body(&report) }
        try library.remotes.settleUploads(refused: report.unsendable)
        try outcome.get()
    }

    // MARK: Files

    /// The number of rows that are read at once.
    static let batch = 256

    private func sendMissing(_ report: inout Report, local: inout LocalFiles?) throws {
        let totals = try library.remotes.totals(
            of: remote,
            provedWithin: .distantPast ... .distantFuture
        )
        var state = Progress(done: totals.proved, total: totals.wanted)
        progress(state)
        try sendFiles(
            report: &report,
            progress: &state,
            local: &local,
            listedBy: library.remotes.missingObjects
        )
        try sendFiles(
            report: &report,
            progress: &state,
            local: &local,
            listedBy: library.remotes.missingKeptObjects
        )
        // A sweep that finds a changed sidecar may change nothing else: sendDatabase finds that out.
        try sendFiles(
            report: &report,
            progress: &state,
            local: &local,
            listedBy: library.remotes.missingSidecarObjects
        )
    }

    /// Reads the sidecars in sources whose bytes the library does not know yet, so that they can be sent.
    private func readSidecars(_ report: inout Report) throws {
        guard remote.takesSources else { return }
        let unread = try library.sources.recordSidecarChecksums(check: watch.check).unread
        if unread > 0 { report.refused[Self.unreadSidecar] = unread }
    }

    private static let unreadSidecar =
        "The file lies beside a photo in a source, and cannot be read, or was changed since the last sweep. Connect the volume of the source, run `photokit source sweep`, and sync again."

    private func sendFiles(
        report: inout Report,
        progress state: inout Progress,
        local: inout LocalFiles?,
        listedBy missing: (RemoteRow, _ after: Int64, _ atMost: Int) throws -> [MissingObject]
    ) throws {
        var last: Int64 = 0
        while true {
            let rows = try missing(remote, last, Self.batch)
            guard let end = rows.last else { return }
            last = end.row
            var seen: Set<RemoteObject> = []
            var waiting = try Waiting(
                rows.filter { seen.insert($0.object).inserted },
                in: library
            )
            while !waiting.isEmpty {
                let portion = try nextPortion(of: &waiting, report: &report)
                try sendFiles(portion.files, report: &report, progress: &state)
                try letLeave(portion, local: &local)
            }
        }
    }

    private func sendFiles(
        _ missing: [MissingObject],
        report: inout Report,
        progress state: inout Progress
    ) throws {
        let files = try missing.map { file in
            (
                file.object,
                try library.remotes.presentFile(of: file) ?? (try? library.remotes.url(of: file))
            )
        }
        let absent = Set(
            files.filter { _, url in
                url.map { !FileManager.default.fileExists(atPath: $0.path) } ?? true
            }.map(\.0)
        )
        var found: Set<RemoteObject> = []
        try sendAndProve(files, report: &report) { part in
            if absent.contains(part) { found.insert(part) }
            state.done.count += 1
            state.done.bytes += part.byteCount
            progress(state)
        }
        // The place alone has them: they count as elsewhere, and can be fetched.
        try library.remotes.noteElsewhere(found)
    }

    /// Sends files and reads them back, on several threads, and notes the outcomes.
    func sendAndProve(
        _ files: [(RemoteObject, URL?)],
        report: inout Report,
        proved: (RemoteObject) -> Void
    ) throws {
        var notes = RemoteNotes(library: library, remote: remote)
        let (library, place, watch) = (library, place, watch)
        let adopted = RemoteSettings(text: remote.settings).adoptedDate
        // Of a service each question costs money, so only after another copy stored there it is asked.
        let asks = adopted != nil || isFolder
        let unhashed = try library.remotes.objectsWithoutPartHashes(files.map(\.0))
        try notes.writingRest { notes in
            try InParallel.forEach(files, threads: place.parallelism) { file in
                Result {
                    let name = RemoteNames.original(file.0.checksum)
                    let wasThere = try asks && place.size(of: name) == file.0.byteCount
                    let sent = try Self.sendObject(
                        file.0,
                        from: file.1,
                        of: library,
                        to: place,
                        hashesParts: unhashed.contains(file.0),
                        wasThere: wasThere,
                        watch: watch
                    )
                    return (sent.hashes, wasThere, sent.isSent)
                }
            } finished: { file, result in
                switch result {
                case .success(let (hashes, wasThere, isSent)):
                    // Another copy may rely on an object that it stored, even if it had to be sent again.
                    let outcome = wasThere ? adopted.map(RemoteOutcome.provedStored) : nil
                    try notes.addOutcome(outcome ?? .proved, of: file.0, hashes: hashes)
                    let part = isSent ? \RemoteSync.Report.sent : \.proved
                    report[keyPath: part].count += 1
                    report[keyPath: part].bytes += file.0.byteCount
                    proved(file.0)
                case .failure(let error):
                    let failure = try RemoteFailure.ofObject(error)
                    try notes.addOutcome(.refused(failure.sentence), of: file.0)
                    report.refused[failure.sentence, default: 0] += 1
                    if failure.concernsFile { report.unsendable.insert(file.0.checksum) }
                }
            }
        }
    }

    /// Sends an object, unless it is there, and reads it back.
    private static func sendObject(
        _ object: RemoteObject,
        from file: URL?,
        of library: Library,
        to place: any RemotePlace,
        hashesParts: Bool,
        wasThere: Bool,
        watch: TransferWatch
    ) throws -> (hashes: PartHashes?, isSent: Bool) {
        guard let file else {
            throw RemoteFailure(
                .localFile,
                "No row says where a file stands. Run `photokit check`."
            )
        }
        let name = RemoteNames.original(object.checksum)
        guard try !library.originals.isSilent(file),
            FileManager.default.fileExists(atPath: file.path)
        else {
            // The place alone may have the bytes: it counted as a place that lost them, perhaps by a passing fault.
            do {
                return (
                    try place.proveObject(
                        name,
                        expecting: object,
                        hashesParts: hashesParts,
                        watch: watch
                    ), false
                )
            } catch let failure as RemoteFailure where failure.meansNoWholeObject {
                if let source = try library.originals.absentSource(of: file) {
                    throw RemoteFailure(
                        failure.code,
                        "The file stays in the source \(source.path), which cannot be reached now. Connect its volume or network, and sync again."
                    )
                }
                throw RemoteFailure(
                    failure.code,
                    "The file is neither on this disk nor whole in this remote. `photokit check` names it, and says how it comes back."
                )
            }
        }
        let sent = try place.putAndProveObject(
            name,
            from: file,
            as: object,
            hashesParts: hashesParts,
            watch: watch
        )
        return (sent.hashes, !wasThere || sent.isReplaced)
    }

    // MARK: Proofs

    /// Reads objects back whose proof is too old, or dated by a clock that was ahead.
    ///
    /// - Returns: Whether any was lost.
    private func proveAgain(_ report: inout Report) throws -> Bool {
        let period = remote.proofPeriod(on: library.environment.now())
        let lost = try RemoteProofs(library: library, remote: remote, place: place, watch: watch)
            .run { after in
                try library.remotes.unprovedObjects(
                    remote,
                    within: period,
                    after: after,
                    atMost: Self.batch
                )
            } proved: { object in
                report.proved.count += 1
                report.proved.bytes += object.byteCount
            }
        report.lost += lost
        return lost > 0
    }

    // MARK: Objects that nothing needs

    private func removeUnneeded(_ report: inout Report) throws {
        let date = library.environment.now() - Double(Self.graceDays) * 86_400
        while true {
            // The rows go first. Should this process end before the objects do, a check finds them without rows.
            let objects = try library.remotes.forgetUnneededObjects(
                remote,
                since: date,
                storedAfter: RemoteSettings(text: remote.settings).adoptedDate ?? .distantPast,
                atMost: 64
            )
            guard !objects.isEmpty else { return }
            for object in objects {
                try watch.check()
                do {
                    try place.removeObject(RemoteNames.original(object.checksum))
                } catch let failure as RemoteFailure where !failure.endsWork {
                    report.refused[failure.sentence, default: 0] += 1
                    continue
                }
                report.removed.count += 1
                report.removed.bytes += object.byteCount
            }
        }
    }
}
