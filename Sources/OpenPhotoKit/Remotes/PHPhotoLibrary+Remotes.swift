public import Foundation
public import Photos
import PhotosBase
import PhotosRemotes
import PhotosStore

extension PHPhotoLibrary {
    /// Returns the remotes of the library, in the order in which they were added.
    ///
    /// - Returns: All remotes, including those that cannot be reached.
    /// - Throws: `PHPhotosError` when the library cannot be read.
    public func remotes() throws -> [LibraryRemote] {
        try withRemotes { store in try store.remotes.all().map(LibraryRemote.init) }
    }

    /// Makes a place a remote of the library.
    ///
    /// Nothing is sent before ``sync(_:progress:)``. The place must be empty, or have been a remote of this library. In the
    /// second case, files that this disk lacks and the place lists count as files of the remote (``spaceUse()``). With
    /// ``LibraryRemote/Settings/encryptionKeyURL``, names and bytes are encrypted before they leave this machine.
    ///
    /// - Parameters:
    ///   - address: The absolute path of an existing folder, `s3://bucket/prefix`, or the `https://` URL of a WebDAV
    ///     folder. The address must contain no keys.
    ///   - name: The name of the remote; nil takes the last part of the address.
    ///   - settings: The settings.
    /// - Returns: The remote, and a sentence if the place protects less than a person may expect. An example is a folder on
    ///   the library's own disk.
    /// - Throws: `PHPhotosError`, with a `remoteProblem` where the place cannot be used. The `libraryProblem` is
    ///   `unsuitableDestination` where the place has other files.
    @concurrent
    public func addRemote(
        _ address: String,
        name: String? = nil,
        settings: LibraryRemote.Settings = .init()
    ) async throws -> (remote: LibraryRemote, warning: String?) {
        try await addRemote(address, name: name, settings: settings, willClaim: {})
    }

    /// Makes a place a remote of the library, as ``addRemote(_:name:settings:)`` does.
    ///
    /// - Parameters:
    ///   - address: The address of the place.
    ///   - name: The name of the remote; nil takes the last part of the address.
    ///   - settings: The settings.
    ///   - willClaim: Called on a thread of the work before the library writes its marker to the place. An error without this
    ///     call means that nothing in the place was encrypted with the key of the settings.
    /// - Returns: The remote, and a sentence if the place protects less than a person may expect.
    /// - Throws: `PHPhotosError`.
    @concurrent
    package func addRemote(
        _ address: String,
        name: String?,
        settings: LibraryRemote.Settings,
        willClaim: @escaping @Sendable () -> Void
    ) async throws -> (remote: LibraryRemote, warning: String?) {
        let store = try store()
        return try await Self.waiting { isCancelled in
            // Who may not use remotes changes nothing in a place, either.
            _ = try store.remotes.all()
            let address = try RemoteAddress(address)
            if address.kind == .folder {
                let folder = URL(fileURLWithPath: address.text, isDirectory: true)
                try store.remotes.checkIsOutsideLibrary(folder)
            }
            let place = try RemotePlaces.openPlace(
                at: address,
                settings: settings.values,
                scratch: try ScratchFolder(in: store.core)
            )
            try place.probe()
            let earlier = try MarkerList(place).lastMarker()
            if earlier == nil { try Self.checkIsEmpty(place, address) }
            willClaim()
            try MarkerList(place).claimPlace(for: store)
            var values = settings.values
            var newer: String?
            var found: Set<RemoteObject> = []
            if earlier != nil {
                // Which of the objects there this copy stored is forgotten.
                values.adoptedDate = try RemoteAdoption.date(
                    of: place,
                    now: store.environment.now()
                )
                newer = try RemoteAdoption.warning(of: place, for: store)
                // The library may have given up files that it could not ask the place for.
                found = try place.absentObjects(
                    of: store,
                    watch: TransferWatch(isCancelled: isCancelled)
                )
            }
            let mark = try MarkerList(place).lastMarker()?.marker.mark
            let marks = place.diskMarks.union(mark.map { [$0] } ?? [])
            // What a remote at this place is known to have lost or damaged is not there, whatever is listed.
            for row in try store.remotes.all() where !found.isEmpty {
                guard let mark, RemoteSettings(text: row.settings).marks?.contains(mark) == true
                else { continue }
                let lost = try store.remotes.lostChecksums(in: row)
                found = found.filter { !lost.contains($0.checksum) }
            }
            values.marks = marks
            let relative = try store.remotes.all().first { row in
                RemoteSettings(text: row.settings).marks?.isDisjoint(with: marks) == false
            }
            let row = try store.remotes.addRemote(
                RemoteRow(
                    uuid: store.environment.makeUUID(),
                    name: name ?? address.suggestedName,
                    address: address.text,
                    settings: values.text,
                    incarnation: store.identity.incarnation,
                    proofDays: max(1, settings.proofDays),
                    takesSources: settings.takesSources,
                    addedDate: store.environment.now()
                )
            )
            if let adopted = values.adoptedDate {
                try store.remotes.noteFound(found, in: row, storedBy: adopted)
            }
            let warning = relative.map { other in
                "\(address.text) is the same place as the remote \(other.name), or on the same disk: the two count as one copy. Choose a place that does not fail with it."
            }
            return (LibraryRemote(row), newer ?? warning ?? place.warning(for: store))
        }
    }

    private static func checkIsEmpty(_ place: any RemotePlace, _ address: RemoteAddress) throws {
        try place.listObjects(withPrefix: "") { _, _ in
            throw StoreError(
                .unsuitableDestination,
                "\(address.text) has other files. Choose an empty folder or prefix, so that nothing of another program is touched."
            )
        }
    }

    /// Returns what ``forgetRemote(_:givingUpLost:)`` would give up, and forgets nothing.
    ///
    /// - Parameter remote: The remote, which is asked for the files.
    /// - Returns: The files that nobody shows. If the remote does not answer (``LibraryRemote/Losses/silence``), they may be there.
    /// - Throws: `PHPhotosError` with the code `changeNotSupported` if the remote shows files that no other one has.
    public func losses(ofForgetting remote: LibraryRemote) throws -> LibraryRemote.Losses {
        try withRemotes { store in
            LibraryRemote.Losses(try store.remotes.planForgetting(remote.row))
        }
    }

    /// Removes a remote from the library; what the place has stays there.
    ///
    /// Files that left this disk must be in other remotes, which are asked. Files that no remote shows any more, as after a
    /// disk died, are given up with `givingUpLost`. If the remote itself does not answer, it may still have them: ask a
    /// person before, with ``losses(ofForgetting:)``. Files that were given up are missing:
    /// ``check(readingBytes:progress:)`` names them. Given-up files are there again when a place that has them is added,
    /// and an import or ``heal(from:readingBytes:takesFromRemote:willFetch:progress:)`` brings them back.
    ///
    /// A rule for space (``spaceRule()``) that asks for more remotes than are left ends: no file could leave by it, and the
    /// next import would fail.
    ///
    /// - Parameters:
    ///   - remote: The remote.
    ///   - givingUpLost: Whether files are given up that no remote has.
    /// - Returns: The files that were given up, and the rule that ended.
    /// - Throws: `PHPhotosError`; then nothing was changed. The code is `changeNotSupported` if files may be in this remote
    ///   alone, and with `givingUpLost` if the remote still shows such files.
    @discardableResult
    public func forgetRemote(
        _ remote: LibraryRemote,
        givingUpLost: Bool = false
    ) throws -> LibraryRemote.Losses {
        try withRemotes { store in
            let outcome = try store.remotes.forgetRemote(remote.row, givingUpLost: givingUpLost)
            return LibraryRemote.Losses(outcome.plan, endedRule: outcome.endedRule)
        }
    }

    /// Removes a remote from the library, and gives up no more files than a person agreed to.
    ///
    /// - Parameters:
    ///   - remote: The remote.
    ///   - losses: The result of ``losses(ofForgetting:)``.
    /// - Returns: The files that were given up, and the rule that ended.
    /// - Throws: `PHPhotosError`; then nothing was changed. The code is `changeNotSupported` if more files would be given
    ///   up, if the remote does not answer any more, or if it shows files.
    @discardableResult
    public func forgetRemote(
        _ remote: LibraryRemote,
        givingUp losses: LibraryRemote.Losses
    ) throws -> LibraryRemote.Losses {
        try withRemotes { store in
            let outcome = try store.remotes.forgetRemote(
                remote.row,
                givingUpLost: true,
                agreed: losses.plan
            )
            return LibraryRemote.Losses(outcome.plan, endedRule: outcome.endedRule)
        }
    }

    /// Lets this copy of the library write to a remote, after it was restored or copied.
    ///
    /// Another copy of the library then writes there no more. The next run checks each file of the remote again. Files that
    /// other copies stored there are never removed, because these copies may rely on them.
    ///
    /// - Parameters:
    ///   - remote: The remote.
    ///   - overNewer: Whether to go on if the remote has a copy of the database with changes that this library does not
    ///     know. The newer copy of the database stays there.
    ///   - otherIsGone: Whether the files that other copies stored there are this copy's from now on. Files that this copy
    ///     does not need then go after 30 days.
    /// - Returns: The files and the database that the remote had.
    /// - Throws: `PHPhotosError`, with a `remoteProblem` where the place cannot be used. The problem is `otherLibrary`
    ///   without `overNewer`, and with `otherIsGone` before this copy has sent its own database.
    @concurrent
    @discardableResult
    public func adoptRemote(
        _ remote: LibraryRemote,
        overNewer: Bool = false,
        otherIsGone: Bool = false
    ) async throws -> LibraryRemote.Adoption {
        let store = try store()
        return try await Self.waiting { isCancelled in
            let row = try store.remotes.all().first { $0.id == remote.row.id } ?? remote.row
            let watch = TransferWatch(isCancelled: isCancelled)
            let adoption = RemoteAdoption(
                store,
                remote: row,
                place: try remote.open(store),
                watch: watch
            )
            return LibraryRemote.Adoption(
                try adoption.run(overNewer: overNewer, otherIsGone: otherIsGone)
            )
        }
    }

    /// Writes the key of an encrypted remote into a file, and records its path.
    ///
    /// The key is tried on the remote before. The call is needed after the library was restored from words, or where the
    /// file was lost.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - remote: The remote, which is encrypted.
    ///   - url: The path of a new file, or of a file with the same key.
    /// - Returns: The remote with the new path.
    /// - Throws: `PHPhotosError`, with a `remoteProblem`: `wrongEncryptionKey` where the key is not that of the remote.
    @concurrent
    @discardableResult
    public func setEncryptionKey(
        _ key: LibraryRemote.EncryptionKey,
        of remote: LibraryRemote,
        at url: URL
    ) async throws -> LibraryRemote {
        let store = try store()
        return try await Self.waiting { _ in
            try remote.checkKey(key.value, in: store)
            try EncryptionKeyFile.writeKey(key.value, to: url)
            var settings = RemoteSettings(text: remote.row.settings)
            settings.keyFile = url.path
            return LibraryRemote(try store.remotes.setSettings(settings.text, of: remote.row))
        }
    }

    /// Checks that a key is that of an encrypted remote, by asking the remote.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - remote: The remote, which is encrypted.
    /// - Throws: `PHPhotosError`, with a `remoteProblem`: `wrongEncryptionKey` where the key is not that of the remote, and others
    ///   where the remote cannot be asked.
    @concurrent
    public func checkEncryptionKey(
        _ key: LibraryRemote.EncryptionKey,
        of remote: LibraryRemote
    ) async throws {
        let store = try store()
        try await Self.waiting { _ in try remote.checkKey(key.value, in: store) }
    }

    /// Returns how much of the library a remote has, without asking the remote.
    ///
    /// - Parameter remote: The remote.
    /// - Returns: The status.
    /// - Throws: `PHPhotosError` when the library cannot be read.
    public func status(of remote: LibraryRemote) throws -> LibraryRemote.Status {
        try withRemotes { store in
            let row = try store.remotes.all().first { $0.id == remote.row.id } ?? remote.row
            let period = row.proofPeriod(on: store.environment.now())
            return LibraryRemote.Status(
                try store.remotes.totals(of: row, provedWithin: period),
                problems: try store.remotes.problems(of: row),
                isDatabaseCurrent: try row.sentDate != nil
                    && row.sentPosition == store.history.currentPosition(),
                doubt: RemoteSettings(text: row.settings).doubt,
                sourceAssetCount: row.takesSources ? 0 : try store.remotes.countOfAssetsInSources()
            )
        }
    }

    /// Brings a remote up to date.
    ///
    /// Sends files that it lacks, and reads each of them back. Reads files back whose proof is older than
    /// ``LibraryRemote/proofDays``, or has a date in the future. Sends a copy of the database, of which only changed parts
    /// travel, and reads it back. Removes what no file of the library has needed for 30 days. Then files leave this disk if
    /// there is a rule for their space (``setSpaceRule(_:)``). A run that ends early is continued by the next one.
    ///
    /// - Parameters:
    ///   - remote: The remote.
    ///   - progress: Called on a thread of the work.
    /// - Returns: A report of the work.
    /// - Throws: `PHPhotosError`; with a `remoteProblem` where the place belongs to another library or cannot be
    ///   reached at all.
    @concurrent
    @discardableResult
    public func sync(
        _ remote: LibraryRemote,
        progress: @escaping @Sendable (LibraryRemote.Progress) -> Void = { _ in }
    ) async throws -> LibraryRemote.Report {
        try await sync(remote, freesSpace: true, progress: progress)
    }

    /// Brings one of several remotes up to date, as ``sync(_:progress:)`` does.
    ///
    /// A file that has left this disk is fetched back for each remote that lacks it. So files leave after the last of the remotes:
    /// `freesSpace` is true for that one alone, or ``freeSpace(progress:)`` follows.
    ///
    /// - Parameters:
    ///   - remote: The remote.
    ///   - freesSpace: Whether files leave this disk at the end, if there is a rule for their space.
    ///   - progress: Called on a thread of the work.
    /// - Returns: A report of the work.
    /// - Throws: `PHPhotosError`, as ``sync(_:progress:)`` does.
    @concurrent
    @discardableResult
    public func sync(
        _ remote: LibraryRemote,
        freesSpace: Bool,
        progress: @escaping @Sendable (LibraryRemote.Progress) -> Void = { _ in }
    ) async throws -> LibraryRemote.Report {
        let store = try store()
        return try await Self.waiting { isCancelled in
            let row = try store.remotes.all().first { $0.id == remote.row.id } ?? remote.row
            let sync = RemoteSync(
                store,
                remote: row,
                place: try remote.open(store),
                watch: TransferWatch(isCancelled: isCancelled),
                progress: { progress(LibraryRemote.Progress($0)) }
            )
            let report = try sync.run()
            guard freesSpace else { return LibraryRemote.Report(report, .init(), stuck: 0) }
            let freed = try store.space.freeSpace(isCancelled: isCancelled)
            return LibraryRemote.Report(
                report,
                freed,
                stuck: try store.space.stuckBytes(after: freed)
            )
        }
    }

    /// Compares what a remote has with what the library believes that it has.
    ///
    /// Files that are lost are sent again by the next run of ``sync(_:progress:)``.
    ///
    /// - Parameters:
    ///   - remote: The remote.
    ///   - readingAll: Whether to read all bytes back. Otherwise names and sizes are compared.
    /// - Returns: A report of the check.
    /// - Throws: `PHPhotosError`, with a `remoteProblem` where the place cannot be used.
    @concurrent
    public func check(
        _ remote: LibraryRemote,
        readingAll: Bool = false
    ) async throws -> LibraryRemote.CheckReport {
        let store = try store()
        return try await Self.waiting { isCancelled in
            let check = RemoteCheck(
                store,
                remote: remote.row,
                place: try remote.open(store),
                watch: TransferWatch(isCancelled: isCancelled)
            )
            return LibraryRemote.CheckReport(try check.run(readingAll: readingAll))
        }
    }

    // MARK: Rebuilding a library

    /// Returns the names of the copies of the database that a remote has, oldest first.
    ///
    /// - Parameters:
    ///   - address: The address of the remote.
    ///   - settings: Its settings.
    ///   - key: The key of an encrypted remote, if it does not come from a file.
    /// - Returns: The names.
    /// - Throws: `PHPhotosError`, with a `remoteProblem` where the place cannot be used.
    @concurrent
    public static func copies(
        inRemote address: String,
        settings: LibraryRemote.Settings = .init(),
        key: LibraryRemote.EncryptionKey? = nil
    ) async throws -> [String] {
        try await waiting { _ in
            let place = try RemotePlaces.openPlace(
                at: RemoteAddress(address),
                settings: settings.values,
                key: key?.value
            )
            return try RemoteRestore(place, environment: EngineEnvironment()).snapshotNames()
        }
    }

    /// Rebuilds a library from a remote alone.
    ///
    /// The library is a copy with an incarnation of its own. This copy writes nothing to the remote before
    /// ``adoptRemote(_:overNewer:otherIsGone:)``. A call that ended early is continued by the next one.
    ///
    /// - Parameters:
    ///   - address: The address of the remote.
    ///   - settings: Its settings.
    ///   - key: The key of an encrypted remote, if it does not come from a file.
    ///   - copy: The name of a copy of the database; nil takes the newest one that is whole, see
    ///     ``LibraryRemote/RestoreReport/damagedCopies``.
    ///   - url: A path that does not exist yet, outside of libraries and remotes; or an earlier backup of the library whose
    ///     changes the restored state knows.
    ///   - progress: Called on a thread of the work with the bytes done and the bytes to do.
    /// - Returns: A report of the work.
    /// - Throws: `PHPhotosError`, with a `remoteProblem` where the place cannot be used.
    @concurrent
    public static func restore(
        fromRemote address: String,
        settings: LibraryRemote.Settings = .init(),
        key: LibraryRemote.EncryptionKey? = nil,
        copy: String? = nil,
        to url: URL,
        progress: @escaping @Sendable (_ done: Int64, _ total: Int64) -> Void = { _, _ in }
    ) async throws -> LibraryRemote.RestoreReport {
        try await waiting { isCancelled in
            try checkIsOutsideRemotes(url)
            let place = try RemotePlaces.openPlace(
                at: RemoteAddress(address),
                settings: settings.values,
                key: key?.value
            )
            let restore = RemoteRestore(
                place,
                environment: EngineEnvironment(),
                watch: TransferWatch(isCancelled: isCancelled)
            )
            let outcome = try restore.run(to: url, snapshot: copy) {
                progress($0.bytesDone, $0.bytesTotal)
            }
            return LibraryRemote.RestoreReport(outcome)
        }
    }

    // MARK: Errors

    func withRemotes<Result>(_ body: (Library) throws -> Result) throws -> Result {
        do {
            return try body(try store())
        } catch {
            throw PHPhotosError(ofRemote: error)
        }
    }

    static func waiting<Output: Sendable>(
        _ body: @escaping @Sendable (_ isCancelled: @escaping @Sendable () -> Bool) throws -> Output
    ) async throws -> Output {
        try await LibraryWork.run { isCancelled in
            do {
                return try body(isCancelled)
            } catch {
                throw PHPhotosError(ofRemote: error)
            }
        }
    }
}

extension LibraryRemote {
    func open(
        _ store: Library,
        key: PhotosRemotes.EncryptionKey? = nil
    ) throws -> any RemotePlace {
        try RemotePlaces.openPlace(
            at: RemoteAddress(address),
            settings: RemoteSettings(text: row.settings),
            key: key,
            scratch: ScratchFolder(in: store.core)
        )
    }

    /// Throws unless a key opens the marker of the remote.
    fileprivate func checkKey(_ key: PhotosRemotes.EncryptionKey, in store: Library) throws {
        guard try MarkerList(open(store, key: key)).lastMarker() != nil else {
            throw RemoteFailure(
                .otherLibrary,
                "\(address) is empty, so the key cannot be tried on it. Check whether the right disk is connected."
            )
        }
    }
}
