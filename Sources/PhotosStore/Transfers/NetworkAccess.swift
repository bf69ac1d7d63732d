/// The permission and the callbacks of a request that may fetch files from remotes.
package struct NetworkAccess: Sendable {
    /// Called with the part of the bytes that came, from 0 to 1 and never less than before, on a thread of the transfer.
    package var progress: @Sendable (Double) -> Void
    /// Asked several times a second; true ends the transfer with ``StoreError/Code/cancelled``.
    package var isCancelled: @Sendable () -> Bool
    /// Called, on a thread of the transfer, whenever further bytes came and were compared; nil where nobody uses a part
    /// of a file.
    ///
    /// The closure is never called for files that are fetched whole.
    package var arrived: (@Sendable (ArrivingFile) -> Void)?

    package init(
        progress: @escaping @Sendable (Double) -> Void = { _ in },
        isCancelled: @escaping @Sendable () -> Bool = { false },
        arrived: (@Sendable (ArrivingFile) -> Void)? = nil
    ) {
        self.progress = progress
        self.isCancelled = isCancelled
        self.arrived = arrived
    }
}
