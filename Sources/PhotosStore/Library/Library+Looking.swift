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

    /// Asks remotes for objects.
    ///
    /// - Parameters:
    ///   - objects: The objects.
    ///   - mayAsk: Whether a remote may be asked.
    /// - Returns: The objects of files that left which some remote has at this moment, and whether every remote answered that is
    ///   said to have one.
    /// - Throws: ``StoreError`` if the library cannot be read.
    func objectsInReach(
        _ objects: some Sequence<RemoteObject>,
        _ mayAsk: (RemoteRow) -> Bool
    ) throws -> (found: Set<RemoteObject>, isCertain: Bool) {
        var (missing, found) = (Set(objects), Set<RemoteObject>())
        var isCertain = true
        let (remotes, stored) = try readAll { db in
            (try RemoteLedger(db).remotes(), try ElsewhereLedger(db).storedRemotesOfLeftFiles())
        }
        for remote in remotes {
            // A remote that gave other bytes may still have a file of that name and size.
            let objects = missing.filter { stored[$0.checksum]?.contains(remote.id) == true }
            guard !objects.isEmpty else { continue }
            guard mayAsk(remote) else {
                isCertain = false
                continue
            }
            do {
                let answer = try look(for: Array(objects), in: remote)
                let shown = answer.objects.intersection(objects)
                found.formUnion(shown)
                missing.subtract(shown)
            } catch is ObjectTransferFailure {
                isCertain = false
            }
        }
        return (found, isCertain)
    }

    /// Asks remotes that are folders for files that left, which costs little.
    ///
    /// - Parameter objects: The files.
    /// - Returns: Which of them are nowhere, and which remotes could not be asked.
    /// - Throws: ``StoreError`` if the library cannot be read.
    func lookElsewhere(for objects: [RemoteObject]) throws -> ElsewhereLook {
        guard !objects.isEmpty else { return ElsewhereLook() }
        let (remotes, stored) = try readAll { db in
            (try RemoteLedger(db).remotes(), try ElsewhereLedger(db).storedRemotesOfLeftFiles())
        }
        return ElsewhereLook(
            objects,
            stored: stored,
            remotes: remotes.map { remote in
                guard remote.address.hasPrefix("/") else {
                    return (remote.id, remote.name, .unasked)
                }
                do {
                    let answer = try look(for: objects, in: remote)
                    return (remote.id, remote.name, .shown(answer.objects))
                } catch let failure as ObjectTransferFailure {
                    return (remote.id, remote.name, .silent(failure.sentence))
                } catch {
                    return (remote.id, remote.name, .silent("\(error)"))
                }
            }
        )
    }

    /// Returns the rows of the remotes that are said to have an object.
    func remotes(holding checksum: [UInt8]) throws -> Set<Int64> {
        let remotes = try readAll { db in try ElsewhereLedger(db).remotes(having: checksum) }
        return Set(remotes.filter(\.isStored).map(\.remote.id))
    }
}
