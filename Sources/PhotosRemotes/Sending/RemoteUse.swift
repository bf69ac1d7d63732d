import PhotosBase
package import PhotosStore

/// Finds out with few requests whether a remote can be used now, and still has what it had.
package struct RemoteUse {
    private let library: Library
    private let remote: RemoteRow
    private let place: any RemotePlace

    /// The greatest number of objects that are looked for, because each costs a request at a service.
    private static let mostObjects = 8

    package init(_ library: Library, remote: RemoteRow, place: any RemotePlace) {
        self.library = library
        self.remote = remote
        self.place = place
    }

    /// Checks that the place is the one that it was, and can be written.
    ///
    /// Its copy of the database and some of its objects must be there.
    ///
    /// No row is changed, and nothing is written to a place that is not the library's.
    ///
    /// - Throws: ``RemoteFailure``: `otherLibrary` where the place was emptied or belongs to somebody else, `missing` where it
    ///   lacks something; and ``StoreError``.
    package func check() throws {
        try checkOwner()
        try place.probe()
        try checkObjects()
        guard remote.sentDate != nil, try !DatabaseCopies(place).hasWholeCopy() else { return }
        throw RemoteFailure(
            .missing,
            "\(remote.address) has no whole copy of the database any more, without which nobody knows what its files are. Run `photokit remote check \(ShellWord.operand(remote.name))`, and then `photokit remote sync \(ShellWord.operand(remote.name))`, which sends it again."
        )
    }

    private func checkOwner() throws {
        guard library.mode == .readOnly else {
            return try MarkerList(place).checkOwner(is: library, of: remote)
        }
        // A backup knows older changes than the remote, which is no fault of either.
        _ = try MarkerList(place).checkedMarker(
            of: library.identity.library,
            incarnation: remote.incarnation,
            at: remote.address,
            named: remote.name
        )
    }

    private func checkObjects() throws {
        let objects = try library.remotes.storedObjects(remote, after: [], atMost: Self.mostObjects)
        let stored = StoredObjects(
            library: library,
            remote: remote,
            place: place,
            watch: TransferWatch()
        )
        let losses = try stored.lostObjects(among: objects)
        guard !losses.isEmpty else { return }
        throw RemoteFailure(
            .missing,
            "\(remote.address) lacks \(losses.count) of the \(objects.count) files that were looked for, and had them. If another disk or folder is there, connect the right one. If the files are lost, run `photokit remote check \(ShellWord.operand(remote.name))`: the next `photokit remote sync \(ShellWord.operand(remote.name))` then sends again those that this disk or another remote has."
        )
    }
}
