public import Photos
import PhotosStore

extension PHPhotoLibrary {
    /// Replaces the shared library with this one while a closure runs.
    ///
    /// Class methods such as `PHAsset.fetchAssets(with:)` then use this library, in the same task and its children.
    /// Code on the program's own dispatch queues does not inherit the replacement.
    ///
    /// - Parameter body: A closure that runs at once.
    /// - Returns: The result of `body`.
    /// - Throws: The error of `body`.
    public func withCurrent<Result>(_ body: () throws -> Result) rethrows -> Result {
        try Self.$override.withValue(self, operation: body)
    }

    /// Replaces the shared library with this one while an asynchronous closure runs.
    ///
    /// - Parameter body: A closure that runs at once, in the caller's isolation.
    /// - Returns: The result of `body`.
    /// - Throws: The error of `body`.
    nonisolated(nonsending) public func withCurrent<Result>(
        _ body: nonisolated(nonsending) () async throws -> Result
    ) async rethrows -> Result {
        try await Self.$override.withValue(self, operation: body)
    }

    /// Runs a change block with another author or kind of work, and waits until it is committed.
    ///
    /// The history stores both with the change.
    ///
    /// - Parameters:
    ///   - author: The author of the change; nil means the library's author.
    ///   - work: The kind of work.
    ///   - changeBlock: Makes change requests.
    /// - Returns: The change as the history has it; nil if the block changed nothing. A change that the history lost to pruning
    ///   meanwhile has no details.
    /// - Throws: `PHPhotosError`; then nothing was changed.
    @discardableResult
    public func performChangesAndWait(
        author: String? = nil,
        work: KindOfWork,
        _ changeBlock: @escaping () -> Void
    ) throws -> PHPersistentChange? {
        let position = try wait {
            Self.describe(author, work)
            changeBlock()
        }
        return try position.map { try change(committedAt: $0) }
    }

    /// Runs a change block with another author or kind of work.
    ///
    /// The history stores both with the change. The block runs on a queue of the library.
    ///
    /// - Parameters:
    ///   - author: The author of the change; nil means the library's author.
    ///   - work: The kind of work.
    ///   - changeBlock: Makes change requests.
    /// - Returns: The change as the history has it; nil if the block changed nothing. A change that the history lost to pruning
    ///   meanwhile has no details.
    /// - Throws: `PHPhotosError`; then nothing was changed.
    @discardableResult
    public func performChanges(
        author: String? = nil,
        work: KindOfWork,
        _ changeBlock: @escaping () -> Void
    ) async throws -> PHPersistentChange? {
        let position = try await enqueue {
            Self.describe(author, work)
            changeBlock()
        }
        return try position.map { try change(committedAt: $0) }
    }

    private static func describe(_ author: String?, _ work: KindOfWork) {
        let builder = ChangeBlockBuilder.required("performChanges")
        builder.author = author
        builder.work = work.engineValue
    }
}
