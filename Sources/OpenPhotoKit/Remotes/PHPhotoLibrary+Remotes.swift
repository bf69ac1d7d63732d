import Foundation
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
            // A client that may not use remotes changes nothing in a place, either.
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
            // Objects that a remote at this place is known to have lost or damaged are not there, whatever is listed.
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
}
