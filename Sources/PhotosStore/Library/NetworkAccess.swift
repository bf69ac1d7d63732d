/// What a request brings along that may fetch files from remotes.
package struct NetworkAccess: Sendable {
    /// Called with the part of the bytes that came, from 0 to 1 and never less than before, on a thread of the transfer.
    package var progress: @Sendable (Double) -> Void
    /// Asked several times a second; true ends the transfer with ``StoreError/Code/cancelled``.
    package var isCancelled: @Sendable () -> Bool

    package init(
        progress: @escaping @Sendable (Double) -> Void = { _ in },
        isCancelled: @escaping @Sendable () -> Bool = { false }
    ) {
        self.progress = progress
        self.isCancelled = isCancelled
    }
}
