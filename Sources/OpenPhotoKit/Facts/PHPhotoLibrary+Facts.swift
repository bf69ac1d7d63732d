public import Photos
import PhotosStore

extension PHPhotoLibrary {
    /// Reads the files of assets again, and follows what they say.
    ///
    /// What a person set in the library stays. Assets are committed in blocks of kind *analysis*; a reading that was
    /// interrupted goes on where it ended, since what has been read is outdated no more. Sidecars are read again where
    /// they still stand.
    ///
    /// - Parameters:
    ///   - selection: Which assets are read.
    ///   - isDryRun: Whether only to tell what would change.
    ///   - events: Called with what happens, in order, on a thread of the reading.
    /// - Returns: What the reading came to.
    /// - Throws: `PHPhotosError` when the library cannot be read or written, or the program that reads files does not
    ///   work.
    @concurrent
    @discardableResult
    public func rereadFacts(
        _ selection: FactsUpdate.Selection = .outdated,
        isDryRun: Bool = false,
        events: @escaping @Sendable (FactsUpdate.Event) -> Void = { _ in }
    ) async throws -> FactsUpdate.Report {
        let store = try store()
        return try await BlockingWork.run { isCancelled in
            let reading = FactsRereading(
                store,
                try store.selection(selection),
                isDryRun: isDryRun,
                isCancelled: isCancelled,
                tell: { events(FactsUpdate.Event($0)) }
            )
            return FactsUpdate.Report(try reading.run())
        }
    }
}

extension Library {
    fileprivate func selection(
        _ selection: FactsUpdate.Selection
    ) throws -> FactsRereading.Selection {
        switch selection {
        case .outdated: return .outdated
        case .assets(let identifiers):
            let uuids = identifiers.compactMap { LocalIdentifier($0)?.uuid }
            let rows = try rows(of: uuids, in: .asset)
            return .rows(uuids.compactMap { rows[$0] })
        }
    }
}
