/// Looking into remotes.
extension Library {
    /// Asks a remote which objects it has, and with `checkingPlace` whether it is still the same place.
    ///
    /// - Throws: ``ObjectTransferFailure``.
    package func look(
        for objects: [RemoteObject],
        in remote: RemoteRow,
        _ patience: ObjectLook.Patience = .usual,
        checkingPlace: Bool = true
    ) throws -> ObjectLookAnswer {
        try environment.look(
            ObjectLook(
                name: remote.name,
                address: remote.address,
                settings: remote.settings,
                library: identity.library,
                incarnation: remote.incarnation,
                objects: objects,
                patience: patience,
                checksPlace: checkingPlace
            )
        )
    }

    /// Asks all remotes for objects.
    ///
    /// - Returns: The objects that some remote has at this moment, and whether every remote answered.
    func objectsInReach(
        _ objects: some Sequence<RemoteObject>
    ) throws -> (found: Set<RemoteObject>, isCertain: Bool) {
        var (missing, found) = (Set(objects), Set<RemoteObject>())
        var isCertain = true
        for remote in try readAll({ db in try RemoteLedger(db).remotes() }) where !missing.isEmpty {
            do {
                let answer = try look(for: Array(missing), in: remote)
                found.formUnion(answer.objects)
                missing.subtract(answer.objects)
            } catch is ObjectTransferFailure {
                isCertain = false
            }
        }
        return (found, isCertain)
    }

    /// Asks remotes that are folders for objects, which costs little.
    ///
    /// - Returns: The objects that no folder has, and that rows say to be in folders alone that answered.
    func objectsAbsentInFolders(_ objects: [RemoteObject]) throws -> Set<RemoteObject> {
        guard !objects.isEmpty else { return [] }
        let (remotes, stored) = try readAll { db in
            (try RemoteLedger(db).remotes(), try ElsewhereLedger(db).storedRemotesOfLeftFiles())
        }
        var (found, asked) = (Set<RemoteObject>(), Set<Int64>())
        for remote in remotes where remote.address.hasPrefix("/") {
            guard let answer = try? look(for: objects, in: remote) else { continue }
            found.formUnion(answer.objects)
            asked.insert(remote.id)
        }
        return Set(objects).subtracting(found).filter { object in
            let remotes = stored[object.checksum] ?? []
            return !remotes.isEmpty && remotes.isSubset(of: asked)
        }
    }
}
