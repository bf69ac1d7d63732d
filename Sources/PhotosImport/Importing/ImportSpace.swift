import PhotosStore

/// Keeps the library's files within the rule for space during an import.
package struct ImportSpace: Sendable {
    /// Called after each block, with the bytes of its files.
    ///
    /// An error ends the import.
    package var keep: @Sendable (_ added: Int64) throws -> Void
    /// Called on any thread where the library's volume is full, with the bytes that are needed.
    ///
    /// Returns whether some space was freed.
    package var makeRoom: @Sendable (_ byteCount: Int64) throws -> Bool

    package init(
        keep: @escaping @Sendable (_ added: Int64) throws -> Void,
        makeRoom: @escaping @Sendable (_ byteCount: Int64) throws -> Bool
    ) {
        self.keep = keep
        self.makeRoom = makeRoom
    }

    /// Makes room on a full volume.
    ///
    /// Where all has left for another thread of the import, its room may do for this one, too.
    ///
    /// - Parameters:
    ///   - byteCount: The bytes that are needed.
    ///   - library: The library of the import.
    ///   - releases: The number of files that had left before the step that failed.
    /// - Returns: Whether any file has left since.
    /// - Throws: The errors of making room.
    func makeRoom(for byteCount: Int64, in library: Library, since releases: Int) throws -> Bool {
        let hasLeft = try makeRoom(byteCount)
        return hasLeft || library.space.releases != releases
    }

    /// Runs a step of an import, and once more where the library's volume was full and has got some room since.
    ///
    /// - Parameters:
    ///   - byteCount: The bytes that the step writes.
    ///   - library: The library of the import.
    ///   - body: The step.
    /// - Returns: The result of `body`.
    /// - Throws: The errors of `body`, and those of making room.
    func makingRoom<Result>(
        for byteCount: Int64,
        in library: Library,
        _ body: () throws -> Result
    ) throws -> Result {
        let releases = library.space.releases
        do {
            return try body()
        } catch let error as StoreError where error.code == .diskFull {
            guard try makeRoom(for: byteCount, in: library, since: releases) else { throw error }
            return try body()
        }
    }

    /// Keeps all files, as for imports that bring none.
    package static let unlimited = ImportSpace(keep: { _ in }, makeRoom: { _ in false })
}
