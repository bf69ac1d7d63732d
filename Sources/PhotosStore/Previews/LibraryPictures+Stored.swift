import Foundation

/// All previews of a library.
extension LibraryPictures {
    /// Makes the previews that assets lack, including those of assets in Recently Deleted.
    ///
    /// - Parameters:
    ///   - threads: The number of files that are decoded in parallel.
    ///   - isCancelled: Called at intervals. Previews made before a cancellation are kept.
    ///   - notify: Called at intervals with the number of assets that are left.
    /// - Returns: The outcome.
    /// - Throws: `StoreError` when the library is read-only or cannot be read, `MediaWorkerError` when no
    ///   decoder is available.
    package func makePreviews(
        threads: Int = ProcessInfo.processInfo.activeProcessorCount,
        isCancelled: @escaping () -> Bool = { false },
        notify: (Int) -> Void = { _ in }
    ) throws -> PreviewMaker.Outcome {
        try requireWriting()
        let maker = PreviewMaker(self, threads: threads)
        let rows = try records.fetch(FetchPlan(.assets)).rows
        var ahead = rows.count
        for start in stride(from: 0, to: rows.count, by: Self.previewBatch) {
            if isCancelled() { break }
            let part = (start..<min(start + Self.previewBatch, rows.count)).map { rows[$0] }
            try maker.makePreviews(of: records.shownResources(ofAssets: part))
            ahead -= part.count
            notify(ahead + maker.waiting)
        }
        while let left = maker.left(after: 0.2) {
            if isCancelled() { maker.stop() }
            notify(left)
        }
        let outcome = maker.finish()
        if let obstacle = outcome.obstacle { throw obstacle }
        return outcome
    }

    /// Returns the number of stored previews of each size, and their total size in bytes.
    ///
    /// - Throws: `StoreError` when the client does not see everything.
    package func previewInventory() throws -> (counts: [PreviewSize: Int], byteCount: Int64) {
        try core.requireEverything("count the previews of all photos")
        return previews.inventory()
    }

    /// Removes all previews.
    ///
    /// - Throws: `StoreError` when the library is read-only, or the previews cannot be written.
    package func deletePreviews() throws {
        try requireWriting()
        do {
            try previews.removeAll()
        } catch {
            throw StoreError(error)
        }
    }

    private func requireWriting() throws {
        try core.requireEverything("make or delete the previews of all photos")
        try core.checkIsWritable()
        try core.checkIsPresent()
    }

    private static let previewBatch = 128
}
