public import Photos
import PhotosImport
import PhotosStore

extension PHPhotoLibrary {
    /// Reads the files of assets again, and updates the properties of the assets.
    ///
    /// Values that a person set in the library stay. Assets are committed in blocks of the kind *analysis*. An
    /// interrupted reading continues at the next call, because assets that were read are no longer outdated.
    /// Sidecars are also read again if they still exist.
    ///
    /// - Parameters:
    ///   - selection: The assets to read.
    ///   - isDryRun: Whether to only report what would change.
    ///   - events: Called with each event, in order, on a thread of the reading.
    /// - Returns: The result of the reading.
    /// - Throws: `PHPhotosError` when the library cannot be read or written, or the program that reads files does
    ///   not work.
    @concurrent
    @discardableResult
    public func rereadFacts(
        _ selection: FactsUpdate.Selection = .outdated,
        isDryRun: Bool = false,
        events: @escaping @Sendable (FactsUpdate.Event) -> Void = { _ in }
    ) async throws -> FactsUpdate.Report {
        let store = try store()
        return try await LibraryWork.run { isCancelled in
            let reading = FactsRereading(
                store,
                selection: try store.selection(selection),
                isDryRun: isDryRun,
                isCancelled: isCancelled,
                notify: { events(FactsUpdate.Event($0, in: store)) }
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
            let rows = try records.rows(of: uuids, in: .asset)
            return .rows(uuids.compactMap { rows[$0] })
        }
    }
}
