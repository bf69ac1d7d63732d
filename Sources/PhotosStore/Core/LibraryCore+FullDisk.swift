import Synchronization

/// Frees space on a library's volume: the part of the library that lets files leave, or an import that also sends files.
package protocol RoomMaker: Sendable {
    /// The number of files that have left since the library was opened, by any thread.
    var releases: Int { get }

    /// Lets files leave by the rule for space.
    ///
    /// - Parameters:
    ///   - byteCount: The bytes that are needed.
    ///   - keeping: The rows of resources whose files stay.
    /// - Returns: Whether files have left.
    /// - Throws: ``StoreError``.
    func makeRoom(for byteCount: Int64, keeping: Set<Int64>) throws -> MadeRoom
}

/// The result of making room on a full volume.
package struct MadeRoom: Hashable, Sendable {
    /// Whether any file has left.
    package var hasLeft = false
    /// A sentence that says why no file can leave; nil without a rule for space, or for a cancelled import.
    var reason: String?

    /// Decides whether an operation runs once more.
    ///
    /// - Parameters:
    ///   - error: The error of the operation on the full volume.
    ///   - othersMadeRoom: Whether files have left for another thread since the operation began.
    /// - Returns: The error with which the operation ends; nil if it runs once more.
    func failure(after error: StoreError, othersMadeRoom: Bool) -> StoreError? {
        // Where all has left for another thread, its room may do for this one, too.
        guard !hasLeft, !othersMadeRoom else { return nil }
        var error = error
        if let reason { error.add(roomProblem: reason) }
        return error
    }
}

/// Making room where the library's volume is full.
extension LibraryCore {
    /// The bytes that this user may still write on the volume of the originals; nil if the volume does not say.
    package var freeBytes: Int64? {
        let folder = layout.originals
        return environment.freeBytes?(folder) ?? FileOperations.freeBytes(onVolumeOf: folder)
    }

    /// Throws if the library's volume has no room for a file, before any of its bytes is transferred.
    ///
    /// - Parameters:
    ///   - byteCount: The size of the file.
    ///   - filename: Its name, if it has one.
    /// - Throws: ``ObjectTransferFailure`` `noSpace`.
    func checkRoom(for byteCount: Int64, of filename: String? = nil) throws {
        guard let free = freeBytes, free < byteCount else { return }
        throw ObjectTransferFailure.noSpace(
            "\(filename ?? "A file") takes \(SizeText.text(byteCount)), and the disk of the library has \(SizeText.text(free)) left. Make room on it."
        )
    }

    /// Brings an object from a remote to the library's volume, if there is room for it.
    ///
    /// - Parameter transfer: The transfer to a file on this volume.
    /// - Throws: ``ObjectTransferFailure``.
    func fetchObject(_ transfer: ObjectTransfer) throws {
        try checkRoom(for: transfer.byteCount)
        try environment.transfer(transfer)
    }

    /// Runs an operation that writes to the library's volume.
    ///
    /// Where the volume is full, files leave by the rule for space that remotes have given back, and the operation runs
    /// once more. Without a rule nothing leaves. An operation that may turn out to be done does not run again.
    ///
    /// - Parameters:
    ///   - byteCount: The bytes that the operation writes, as far as they are known.
    ///   - keeping: The rows of resources whose files the operation needs.
    ///   - roomMaker: Makes the room; nil for the part of the library that does.
    ///   - body: The operation. A call that fails leaves nothing behind that takes space.
    /// - Returns: The result of `body`.
    /// - Throws: The errors of `body`; with code `diskFull` and a sentence that says what to do where nothing can leave, or
    ///   why making room failed.
    package func makingRoom<Result>(
        for byteCount: @autoclosure () -> Int64,
        keeping: Set<Int64> = [],
        by roomMaker: (any RoomMaker)? = nil,
        _ body: () throws -> Result
    ) throws -> Result {
        let roomMaker = roomMaker ?? self.roomMaker.withLock { $0 }
        let before = roomMaker?.releases ?? 0
        do {
            return try body()
        } catch {
            // A copy of the database fails with an error of SQLite.
            let full = StoreError(error)
            guard full.code == .diskFull, !full.isUncertain, let roomMaker, mode == .readWrite,
                temporaryFolder == nil
            else { throw error }
            let room: MadeRoom
            do {
                room = try roomMaker.makeRoom(for: byteCount(), keeping: keeping)
            } catch {
                // The error concerns other files than those of the operation, whose caller must not blame these.
                room = MadeRoom(reason: "No room could be made: \(StoreError(error).message)")
            }
            let othersMadeRoom = roomMaker.releases != before
            if let failure = room.failure(after: full, othersMadeRoom: othersMadeRoom) {
                throw failure
            }
            return try body()
        }
    }
}
