import Foundation
import GRDB
import Synchronization

extension LibraryCommits {
    /// Commits a block durably as one entry of the history, or not at all, files included.
    ///
    /// `actor` is the client on whose behalf the block is committed; nil means the library's client. On a full volume
    /// `roomMaker` makes room for the block; nil means the part of the library that does.
    ///
    /// - Returns: the log position after the block, or the present position if the block changed nothing.
    /// - Throws: ``StoreError``.
    @discardableResult
    package func commit(
        _ block: ChangeBlock,
        by actor: LibraryClient? = nil,
        makingRoomBy roomMaker: (any RoomMaker)? = nil
    ) throws -> CommittedBlock {
        guard block.needsNoRoom else {
            return try core.makingRoom(for: block.byteCount, by: roomMaker) {
                try commitBlock(block, by: actor)
            }
        }
        return try core.usingReserve { try commitBlock(block, by: actor) }
    }

    private func commitBlock(
        _ block: ChangeBlock,
        by actor: LibraryClient?
    ) throws -> CommittedBlock {
        try core.checkIsWritable()
        // The whole block is one use of the library. Otherwise the library could be closed halfway, and
        // nobody could query which files to keep.
        return try core.using { try commitNow(block, by: actor) }
    }

    private func commitNow(_ block: ChangeBlock, by actor: LibraryClient?) throws -> CommittedBlock
    {
        let actor = actor ?? core.environment.client
        // If the client may not change anything, no file is copied.
        if actor != .owner { try core.clientAccess().check(block.mutations) }
        let staging = try BlockStaging(block, self)
        let committed: CommittedBlock
        let hasReleased: Bool
        var releasedUploads = ReleasedUploadFiles()
        var read: (access: ClientAccess, end: LogPosition)?
        do {
            try staging.publish()
            let states = staging.states()
            let effect: Rewind?
            func announce() {
                core.notifyOfCommit()
                if let read { core.accessControl.recordAccess(read.access, at: read.end) }
            }
            (committed, hasReleased, effect) = try core.write(
                objects: block.objectCount,
                committed: announce
            ) { db in
                // Access is checked again: a decision may have changed since the files were copied.
                let access = try ClientAccess.read(of: actor, in: db)
                let result = try self.applyBlock(
                    block,
                    staged: staging.content,
                    states: states,
                    by: access,
                    of: actor,
                    in: db
                )
                releasedUploads = result.0.releasedUploadFiles
                if actor == core.environment.client { read = (access, result.0.position) }
                return result
            }
            // Observers in this process get the effect from memory, without reading the log.
            if let effect { history.remember(effect) }
        } catch {
            let error = StoreError(error)
            staging.discard(
                after: error,
                isMentioned: error.isUncertain ? settledMentionedFiles : mentionedFiles
            )
            throw error
        }
        // A client that reads the whole log need not ask for its end. Observers are called while the rest is done.
        let readsAll = core.accessControl.isOwner || read?.access.readScope == .everything
        if readsAll { core.feed.notifyObservers(of: committed.position.sequence) }
        staging.finish(releasing: releasedUploads)
        quarantineHealed(block)
        if !readsAll { core.feed.check() }
        // The block is durable now, so a file that cannot be removed is no failure.
        if hasReleased || removalWaits.load(ordering: .relaxed) { removeReleasedFilesIfPossible() }
        return committed
    }

    func applyBlock(
        _ block: ChangeBlock,
        staged: [Int: StagedContent],
        states: [String: FileState] = [:],
        by access: ClientAccess,
        of actor: LibraryClient = .owner,
        in db: Database
    ) throws -> (CommittedBlock, hasReleased: Bool, effect: Rewind?) {
        let now = core.environment.now()
        try access.check(block.mutations)
        let transaction = ChangeTransaction(
            db: db,
            now: now,
            places: core.environment.places,
            client: access.limitedClient,
            keepsEffect: records.results.areHeld
        )
        transaction.fileStates = states
        transaction.uploadClient = actor.uploadClient
        try transaction.apply(block.mutations, staged: staged)
        let body = try transaction.finish()
        // Copies of the database follow the log, so they must learn of kept files, too.
        guard !body.isEmpty || transaction.hasKeptFiles else {
            let committed = CommittedBlock(
                position: try ChangeLog.current(db),
                isLogged: false,
                releasedUploadFiles: transaction.releasedUploadFiles
            )
            return (committed, !transaction.releasedFiles.isEmpty, nil)
        }
        let (position, hasLimitedClients) = try ChangeLog.append(
            body,
            work: block.work,
            author: block.author ?? core.environment.author,
            sourceID: block.sourceID ?? transaction.reversedSource,
            date: now,
            mark: Int64(core.environment.random() >> 33),
            in: db
        )
        try transaction.addTombstones(at: position.sequence)
        if hasLimitedClients { try SelectionCopy.follow(body, in: db) }
        for log in hasLimitedClients ? try ClientLog.all(db) : [] {
            try log.append(
                body,
                isOwn: log.client == access.limitedClient,
                showing: transaction.selections[log.client] ?? [],
                circumstances: .init(sequence: position.sequence, date: now, work: block.work),
                mark: Int64(core.environment.random() >> 33)
            )
        }
        let effect =
            access.readScope == .everything ? try effect(of: transaction, at: position, db) : nil
        let committed = CommittedBlock(
            position: position,
            isLogged: true,
            releasedUploadFiles: transaction.releasedUploadFiles
        )
        return (committed, !transaction.releasedFiles.isEmpty, effect)
    }

    /// Returns the effect of a block for results that are held in memory.
    ///
    /// Returns nil if no result is held, or if the effect is too large to keep.
    private func effect(
        of transaction: ChangeTransaction,
        at position: LogPosition,
        _ db: Database
    ) throws -> Rewind? {
        guard var effect = transaction.effect else { return nil }
        effect.from = position.sequence - 1
        effect.to = position.sequence
        let albums = records.results.albums
        // A result of another album reads the positions from the log when it is brought forward.
        if !albums.isEmpty { try effect.addPositions(in: albums, db) }
        return effect
    }
}

extension ChangeTransaction {
    /// Writes a tombstone for each deleted object, because the history still needs its identifier.
    func addTombstones(at sequence: Int64) throws {
        guard !deleted.isEmpty else { return }
        let statement = try db.cachedStatement(
            sql: "INSERT INTO tombstone (entity, id, uuid, kind, sequence) VALUES (?, ?, ?, ?, ?)"
        )
        for tombstone in deleted {
            try statement.run(in: db) { columns in
                columns.integer(Int64(tombstone.id.entity.rawValue))
                columns.integer(tombstone.id.rowID)
                columns.uuid(tombstone.uuid)
                columns.integer(Int64(tombstone.kind.rawValue))
                columns.integer(sequence)
            }
        }
    }
}
