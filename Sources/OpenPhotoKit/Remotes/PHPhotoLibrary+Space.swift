public import Photos
import PhotosRemotes
import PhotosStore
import Synchronization

extension PHPhotoLibrary {
    /// Returns the rule for the space of files; nil where all files stay.
    ///
    /// - Returns: The rule.
    /// - Throws: `PHPhotosError` when the library cannot be read.
    public func spaceRule() throws -> LibrarySpaceRule? {
        try withRemotes { store in try store.space.spaceRule().map(LibrarySpaceRule.init) }
    }

    /// Sets the rule for the space of files; nil keeps all files that are here.
    ///
    /// Nothing leaves before ``freeSpace(progress:)`` or the next ``sync(_:progress:)``. Files that are elsewhere stay
    /// there until they are needed or ``fetchOriginals(of:progress:)`` brings them back.
    ///
    /// - Parameter rule: The rule.
    /// - Throws: `PHPhotosError`; with code `changeNotSupported` for a rule with numbers out of range.
    public func setSpaceRule(_ rule: LibrarySpaceRule?) throws {
        try withRemotes { store in try store.space.setRule(rule?.value) }
    }

    /// Returns how many of the library's own files are here, and how many are elsewhere.
    ///
    /// The numbers are those that the library has noted, and no file is looked for. Files that somebody removed count as here
    /// (``examinedSpaceUse()``).
    ///
    /// - Returns: The numbers.
    /// - Throws: `PHPhotosError` when the library cannot be read.
    public func spaceUse() throws -> LibrarySpaceUse {
        try withRemotes { store in LibrarySpaceUse(try store.space.spaceUse()) }
    }

    /// Returns the same after a look for each file that should be here, which takes a while in a large library.
    ///
    /// Whether remotes have the other files is what the last looks at the remotes have shown.
    ///
    /// - Returns: The numbers, with those of missing files.
    /// - Throws: `PHPhotosError` when the library cannot be read.
    public func examinedSpaceUse() throws -> LibrarySpaceUse {
        try withRemotes { store in LibrarySpaceUse(try store.space.examinedSpaceUse()) }
    }

    /// Pins photos and albums: their files stay on this disk.
    ///
    /// Files that are elsewhere already stay there until they are fetched.
    ///
    /// - Parameters:
    ///   - assets: The photos and videos.
    ///   - albums: The albums. Assets that join them later are pinned, too.
    ///   - isPinned: Whether to pin them, or to end it.
    /// - Throws: `PHPhotosError` when the library cannot be written.
    public func pin(
        _ assets: [PHAsset],
        albums: [PHAssetCollection] = [],
        isPinned: Bool = true
    ) throws {
        try withRemotes { store in
            try store.space.pin(
                assets: assets.compactMap { $0.source?.row },
                albums: albums.compactMap { $0.source?.row },
                isPinned: isPinned
            )
        }
    }

    /// Lets files leave the library's folder until they take no more than the rule says.
    ///
    /// A file leaves only if remotes have proved copies of it, answer now, and still have the file.
    /// Each run of ``sync(_:progress:)`` ends with this.
    ///
    /// - Parameter progress: Called on a thread of the work with the number of files that have left.
    /// - Returns: The space that was freed; none if there is no rule.
    /// - Throws: `PHPhotosError`.
    @concurrent
    @discardableResult
    public func freeSpace(
        progress: @escaping @Sendable (Int) -> Void = { _ in }
    ) async throws -> LibrarySpaceReport {
        let store = try store()
        return try await Self.waiting { isCancelled in
            var count = 0
            let outcome = try store.space.freeSpace(isCancelled: isCancelled) { _ in
                count += 1
                progress(count)
            }
            return LibrarySpaceReport(
                released: LibraryRemote.Amount(outcome.released),
                missingByteCount: outcome.missing,
                stuckByteCount: try store.space.stuckBytes(after: outcome),
                obstacles: outcome.obstacles.sorted()
            )
        }
    }

    /// Fetches all files of assets that are elsewhere.
    ///
    /// Files of a source that was removed come into the library, too, if a remote has them
    /// (``ForgottenFile/isInRemote``). So do files that a source had lost at its last sweep, and files that are missing here for
    /// another reason. Files of a source that is offline do not.
    ///
    /// - Parameters:
    ///   - assets: The photos and videos; nil takes all of the library, with hidden and deleted ones.
    ///   - progress: Called on threads of the work, once at a time, with the bytes that came, and those to come in all.
    /// - Returns: The files that were fetched.
    /// - Throws: `PHPhotosError`: `networkError` where no remote can give some files, whose names are in the description;
    ///   `notEnoughSpace`. Files that were fetched by then stay.
    @concurrent
    @discardableResult
    public func fetchOriginals(
        of assets: [PHAsset]? = nil,
        progress: @escaping @Sendable (_ done: Int64, _ total: Int64) -> Void = { _, _ in }
    ) async throws -> LibraryRemote.Amount {
        let rows = assets?.compactMap { $0.source?.row }
        return try await fetch(
            progress,
            ofSources: {
                try LibraryHealing($0, isCancelled: $1).fetchSourceFiles(ofAssets: rows)
            },
            { store in
                try store.remotes.noteElsewhere(ofAssets: rows)
                guard let rows else { return try store.originals.resourcesThatLeft() }
                return try store.records.resources(ofAssets: rows).values.flatMap { $0 }
            }
        )
    }

    /// Fetches the files of resources that are elsewhere.
    ///
    /// - Parameters:
    ///   - resources: The resources, of assets of this library.
    ///   - progress: Called on threads of the work, once at a time, with the bytes that came, and those to come in all.
    /// - Returns: The files that were fetched; none where all files are on this disk.
    /// - Throws: `PHPhotosError`: `networkError` where no remote can give a file, `notEnoughSpace`.
    @concurrent
    @discardableResult
    public func fetchFiles(
        of resources: [PHAssetResource],
        progress: @escaping @Sendable (_ done: Int64, _ total: Int64) -> Void = { _, _ in }
    ) async throws -> LibraryRemote.Amount {
        let records = resources.compactMap(\.record)
        return try await fetch(progress) { _ in records }
    }

    private static let fetchesAtOnce = 4

    private func fetch(
        _ progress: @escaping @Sendable (_ done: Int64, _ total: Int64) -> Void,
        ofSources:
            @escaping @Sendable (Library, _ isCancelled: @escaping () -> Bool) throws ->
            SourceFileFetch = { _, _ in .init() },
        _ resources: @escaping @Sendable (Library) throws -> [ResourceRecord]
    ) async throws -> LibraryRemote.Amount {
        let store = try store()
        return try await Self.waiting { isCancelled in
            let ofSources = try ofSources(store, isCancelled)
            let wanted = try store.originals.elsewhere(resources(store)).sorted {
                $0.rowID < $1.rowID
            }
            // Files that came stay until all have come, or nothing would be gained.
            let rows = Set(wanted.map(\.rowID))
            let arrived = ArrivedBytes(of: wanted.reduce(0) { $0 + $1.byteCount }, progress)
            var amount = ofSources.fetched
            var done: Set<Int64> = []
            var failures = FetchFailures()
            try failures.recordFailure(ofSources)
            let makeLocal: @Sendable (ResourceRecord) -> Result<Void, any Error> = { resource in
                let access = NetworkAccess(
                    progress: { arrived.show($0, of: resource) },
                    isCancelled: isCancelled
                )
                return Result {
                    try store.transfers.makeLocal([resource], access: access, keeping: rows)
                }
            }
            func finish(_ resource: ResourceRecord, _ result: Result<Void, any Error>) throws {
                done.insert(resource.rowID)
                do {
                    try result.get()
                } catch let error as StoreError where error.code == .diskFull {
                    done.remove(resource.rowID)
                    throw error
                } catch {
                    return try failures.recordFailure(error, of: resource)
                }
                failures.noteSuccess()
                amount.count += 1
                amount.bytes += resource.byteCount
            }
            do {
                try InParallel.forEach(
                    wanted,
                    threads: Self.fetchesAtOnce,
                    work: makeLocal,
                    finished: finish
                )
            } catch let error as StoreError where error.code == .diskFull {
                // Files that come at the same time take each other's room; one after another needs the least.
                do {
                    for resource in wanted where !done.contains(resource.rowID) {
                        try finish(resource, makeLocal(resource))
                    }
                } catch let error as StoreError where error.code == .diskFull {
                    try store.remotes.settleReturnedFiles()
                    throw StoreError(
                        .diskFull,
                        "The disk is full: \(amount.count) of \(wanted.count + ofSources.fetched.count) files were fetched, and the others stay in remotes. Free some space, or fetch fewer photos.",
                        cause: error
                    )
                }
            }
            try store.remotes.settleReturnedFiles()
            let others = ofSources.fetched.count + ofSources.missing.count
            try failures.throwIfAny(of: wanted.count + others)
            return LibraryRemote.Amount(amount)
        }
    }
}

/// The bytes that have arrived in several fetches at a time.
///
/// The mutex guards the bytes of each file and their sum, and keeps the calls in order.
private final class ArrivedBytes: Sendable {
    private let state = Mutex<(files: [Int64: Int64], sum: Int64)>(([:], 0))
    private let total: Int64
    private let progress: @Sendable (_ done: Int64, _ total: Int64) -> Void

    init(of total: Int64, _ progress: @escaping @Sendable (_ done: Int64, _ total: Int64) -> Void) {
        self.total = total
        self.progress = progress
    }

    func show(_ part: Double, of resource: ResourceRecord) {
        let bytes = Int64(part * Double(resource.byteCount))
        state.withLock { state in
            state.sum += bytes - (state.files.updateValue(bytes, forKey: resource.rowID) ?? 0)
            progress(state.sum, total)
        }
    }
}
