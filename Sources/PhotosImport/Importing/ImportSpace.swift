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

    /// Keeps all files, as for imports that bring none.
    package static let unlimited = ImportSpace(keep: { _ in }, makeRoom: { _ in false })
}
