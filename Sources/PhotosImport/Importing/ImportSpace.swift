import PhotosStore

/// What keeps the library's files within the rule for space during an import.
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

    /// Runs a step of an import, and once more where the library's volume was full and has got some room since.
    ///
    /// Where all has left for another thread of the import, its room may do for this one, too.
    ///
    /// - Parameters:
    ///   - byteCount: The bytes that the step writes.
    ///   - library: The library of the import.
    ///   - body: The step.
    /// - Returns: What `body` returns.
    /// - Throws: The errors of `body`, and those of making room.
    func makingRoom<Result>(
        for byteCount: Int64,
        in library: Library,
        _ body: () throws -> Result
    ) throws -> Result {
        let before = library.releases
        do {
            return try body()
        } catch let error as StoreError where error.code == .diskFull {
            let hasLeft = try makeRoom(byteCount)
            guard hasLeft || library.releases != before else { throw error }
            return try body()
        }
    }

    /// Keeps all files, as for imports that bring none.
    package static let unlimited = ImportSpace(keep: { _ in }, makeRoom: { _ in false })
}
