public import Photos

extension PHPhotoLibrary {
    /// Lets this library stand in for the shared one while a closure runs.
    ///
    /// Class methods such as `PHAsset.fetchAssets(with:)` work with it, in the same task and its children. Code on
    /// dispatch queues of its own does not inherit it.
    ///
    /// - Parameter body: Runs at once.
    /// - Returns: What `body` returns.
    /// - Throws: What `body` throws.
    public func withCurrent<Result>(_ body: () throws -> Result) rethrows -> Result {
        try Self.$override.withValue(self, operation: body)
    }

    /// Lets this library stand in for the shared one while an asynchronous closure runs.
    ///
    /// - Parameter body: Runs at once, in the caller's isolation.
    /// - Returns: What `body` returns.
    /// - Throws: What `body` throws.
    nonisolated(nonsending) public func withCurrent<Result>(
        _ body: nonisolated(nonsending) () async throws -> Result
    ) async rethrows -> Result {
        try await Self.$override.withValue(self, operation: body)
    }

    /// Runs a change block under another name, or as another kind of work, and waits for it.
    ///
    /// Both stand in the history beside the change.
    ///
    /// - Parameters:
    ///   - author: Who makes the change; nil takes the library's author.
    ///   - work: What kind of work it is.
    ///   - changeBlock: Makes change requests.
    /// - Throws: `PHPhotosError`; nothing was changed then.
    public func performChangesAndWait(
        author: String? = nil,
        work: KindOfWork,
        _ changeBlock: @escaping () -> Void
    ) throws {
        try performChangesAndWait {
            let builder = ChangeBlockBuilder.required("performChangesAndWait")
            builder.author = author
            builder.work = work.engineValue
            changeBlock()
        }
    }
}
