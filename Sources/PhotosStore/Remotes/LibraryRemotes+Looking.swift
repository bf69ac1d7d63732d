/// Looking into remotes.
extension LibraryRemotes {
    /// Asks a remote which objects it has, and with `checkingPlace` whether it is still the same place.
    ///
    /// - Throws: ``ObjectTransferFailure``.
    package func lookForObjects(
        _ objects: [RemoteObject],
        in remote: RemoteRow,
        patience: ObjectLook.Patience = .usual,
        checkingPlace: Bool = true
    ) throws -> ObjectLookAnswer {
        try core.environment.look(
            ObjectLook(
                name: remote.name,
                address: remote.address,
                settings: remote.settings,
                library: core.identity.library,
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
    /// - Returns: The objects of files that left which some remote has at this moment. The flag is true if every remote
    ///   answered that is said to have one.
    /// - Throws: ``StoreError`` if the library cannot be read.
    func objectsInReach(
        _ objects: some Sequence<RemoteObject>,
        mayAsk: (RemoteRow) -> Bool
    ) throws -> (found: Set<RemoteObject>, isCertain: Bool) {
        var (missing, found) = (Set(objects), Set<RemoteObject>())
        var isCertain = true
        let (remotes, stored) = try core.readAll { db in
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
                let answer = try lookForObjects(Array(objects), in: remote)
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
        let (remotes, stored) = try core.readAll { db in
            (try RemoteLedger(db).remotes(), try ElsewhereLedger(db).storedRemotesOfLeftFiles())
        }
        let answers = remotes.map { remote in (remote, remoteAnswer(of: remote, to: objects)) }
        func lookElsewhere(for stored: [[UInt8]: Set<Int64>]) -> ElsewhereLook {
            ElsewhereLook(
                objects,
                stored: stored,
                remotes: answers.map { ($0.id, $0.name, $1) }
            )
        }
        let first = lookElsewhere(for: stored)
        let holders = holdersOfReturned(first.absent, stored: stored, answers: answers)
        return holders.isEmpty
            ? first : lookElsewhere(for: stored.merging(holders) { $0.union($1) })
    }

    private func remoteAnswer(
        of remote: RemoteRow,
        to objects: [RemoteObject]
    ) -> ElsewhereLook.Answer {
        guard remote.address.hasPrefix("/") else { return .unasked }
        do {
            return .shown(try lookForObjects(objects, in: remote).objects)
        } catch let failure as ObjectTransferFailure {
            return .silent(failure.sentence)
        } catch {
            return .silent("\(error)")
        }
    }

    /// Finds objects in folders that rows call lost there, and reads them: one with the right size may have other bytes.
    private func holdersOfReturned(
        _ absent: Set<RemoteObject>,
        stored: [[UInt8]: Set<Int64>],
        answers: [(remote: RemoteRow, answer: ElsewhereLook.Answer)]
    ) -> [[UInt8]: Set<Int64>] {
        var holders: [[UInt8]: Set<Int64>] = [:]
        for (remote, answer) in answers {
            guard case .shown(let objects) = answer else { continue }
            let open = objects.intersection(absent).filter { object in
                holders[object.checksum] == nil
                    && stored[object.checksum]?.contains(remote.id) != true
            }
            // A folder that ends to answer leaves it at what rows say.
            for object in (try? whole(open, in: remote)) ?? [] {
                holders[object.checksum] = [remote.id]
            }
        }
        return holders
    }
}
