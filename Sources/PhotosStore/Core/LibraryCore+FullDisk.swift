import Synchronization

/// The part of a library that frees space on its volume.
protocol RoomMaker: Sendable {
    /// The number of files that have left since the library was opened, by any thread.
    var releases: Int { get }

    /// Frees space after an operation found the volume full.
    ///
    /// - Parameters:
    ///   - byteCount: The bytes that the operation writes.
    ///   - keeping: The rows of resources whose files the operation needs.
    ///   - error: The error of the operation.
    ///   - releases: ``releases`` when the operation began.
    /// - Throws: `error`, where nothing can leave, with a sentence that says why.
    func makeRoom(
        for byteCount: Int64,
        keeping: Set<Int64>,
        after error: StoreError,
        since releases: Int
    ) throws
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
    /// once more. Without a rule nothing leaves.
    ///
    /// - Parameters:
    ///   - byteCount: The bytes that the operation writes, as far as they are known.
    ///   - keeping: The rows of resources whose files the operation needs.
    ///   - body: The operation. A call that fails leaves nothing behind that takes space.
    /// - Returns: What `body` returns.
    /// - Throws: The errors of `body`; with code `diskFull` and a sentence that says what to do where nothing can leave.
    package func makingRoom<Result>(
        for byteCount: @autoclosure () -> Int64,
        keeping: Set<Int64> = [],
        _ body: () throws -> Result
    ) throws -> Result {
        let roomMaker = roomMaker.withLock { $0 }
        let before = roomMaker?.releases ?? 0
        do {
            return try body()
        } catch let error as StoreError where error.code == .diskFull && !error.isUncertain {
            guard let roomMaker, mode == .readWrite, temporaryFolder == nil else { throw error }
            try roomMaker.makeRoom(
                for: byteCount(),
                keeping: keeping,
                after: error,
                since: before
            )
            return try body()
        }
    }
}
