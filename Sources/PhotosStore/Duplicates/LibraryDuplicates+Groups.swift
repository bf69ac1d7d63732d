import Foundation
import GRDB
import PhotosMedia

/// Finding duplicates.
///
/// Clients that see a part of the library compare that part: the hashes of their photos are made anew, and the stored
/// hashes are neither read nor written.
extension LibraryDuplicates {
    /// The kinds of duplicates that a search finds.
    package struct DuplicateQuery: Sendable, Hashable {
        /// How much has to be the same at least.
        package var kind: DuplicateKind
        /// The largest distance of two hashes of copies.
        package var distance: Int
        /// The number of files that are read in parallel.
        package var threads = ProcessInfo.processInfo.activeProcessorCount

        package init(_ kind: DuplicateKind = .alike, distance: Int = DuplicateQuery.usualDistance) {
            self.kind = kind
            self.distance = distance
        }

        /// The distance at which pictures are compared in detail.
        package static let usualDistance = 8
        /// The distance within which files with the same pixels are looked for.
        ///
        /// Their previews may differ a little, because decoders make small pictures of each format in a way of its own.
        static let pixelDistance = 4
    }

    /// The duplicates that were found.
    package struct DuplicateOutcome: Sendable {
        /// The assets that were compared, in the order in which they come first.
        package var candidates: [DuplicateCandidate]
        package var groups: [DuplicateGrouping]
        /// The pictures that could not be compared with all that may be duplicates of them.
        package var failures: [DuplicateFailure]
    }

    /// A picture that could not be compared with all that may be duplicates of it.
    package struct DuplicateFailure: Sendable {
        package var resource: ResourceRecord
        /// The comparison that was not possible: `alike` for a picture of which the bytes alone were compared.
        package var kind: DuplicateKind
        package var reason: String
    }

    /// A step of a search for duplicates.
    package enum DuplicateStep: Sendable, Hashable {
        case hashing
        case comparing
    }

    /// The number of assets that are read together.
    private static let duplicatePart = 512

    /// Finds duplicates among assets.
    ///
    /// Hashes that were made are kept, if the client sees the whole library and it is open for writing. So a later search
    /// goes on where this one ended.
    ///
    /// - Parameters:
    ///   - rows: The assets. Assets without a picture or movie are left out.
    ///   - query: The criteria of the search.
    ///   - isCancelled: Whether to stop.
    ///   - progress: Called at intervals with the number of assets that were done, and of all.
    /// - Returns: The groups.
    /// - Throws: `CancellationError`, `StoreError` where the library cannot be read, `MediaWorkerError` where no picture can
    ///   be decoded.
    package func find(
        among rows: [Int64],
        _ query: DuplicateQuery,
        isCancelled: @escaping () -> Bool = { false },
        progress: (DuplicateStep, _ done: Int, _ all: Int) -> Void = { _, _, _ in }
    ) throws -> DuplicateOutcome {
        var candidates: [DuplicateCandidate] = []
        for part in Self.equalParts(of: rows) { candidates += try duplicateCandidates(part) }
        candidates.sort { $0.precedes($1) }
        var hashing = PictureHashing(
            self,
            isStored: try core.clientAccess().readWrite == .authorized,
            threads: query.threads
        )
        if query.kind > .bytes {
            let pictures = candidates.filter { $0.mediaType == .image }.map(\.shown)
            for (number, part) in Self.equalParts(of: pictures).enumerated() {
                if isCancelled() { throw CancellationError() }
                try hashing.add(part)
                progress(
                    .hashing,
                    min((number + 1) * Self.duplicatePart, pictures.count),
                    pictures.count
                )
            }
        }
        let comparison = DuplicateComparison(candidates, query, hashing)
        let different = try differentPairs()
        let groups = try DuplicateGrouping.groups(of: candidates.count) { index, isFree in
            if index % Self.duplicatePart == 0 {
                if isCancelled() { throw CancellationError() }
                progress(.comparing, index, candidates.count)
            }
            return try comparison.duplicates(of: index) { other in
                isFree(other)
                    && !different.contains(candidates[index].row, and: candidates[other].row)
            }
        }
        let unread = hashing.failures.map { failure in
            DuplicateFailure(resource: failure.resource, kind: .alike, reason: failure.reason)
        }
        let gaps = comparison.gaps.sorted { $0.key < $1.key }.map { index, gap in
            DuplicateFailure(
                resource: candidates[index].shown,
                kind: gap.kind,
                reason: gap.reason
            )
        }
        return DuplicateOutcome(
            candidates: candidates,
            groups: groups,
            failures: unread + gaps
        )
    }

    /// Finds out which of some assets are duplicates of another one, whichever of them comes first.
    ///
    /// - Parameters:
    ///   - row: The asset.
    ///   - others: The assets that are compared with it.
    ///   - query: The criteria of the search.
    /// - Returns: The asset and those that are duplicates of it, as one group; nil where there is none.
    /// - Throws: `StoreError` where the library cannot be read, `MediaWorkerError` where no picture can be decoded.
    package func group(
        of row: Int64,
        among others: [Int64],
        _ query: DuplicateQuery
    ) throws -> (candidates: [DuplicateCandidate], group: DuplicateGrouping)? {
        let candidates = try duplicateCandidates([row] + others.filter { $0 != row })
        guard candidates.first?.row == row else { return nil }
        var hashing = PictureHashing(
            self,
            isStored: try core.clientAccess().readWrite == .authorized,
            threads: query.threads
        )
        if query.kind > .bytes {
            try hashing.add(candidates.filter { $0.mediaType == .image }.map(\.shown))
        }
        let different = try differentPairs()
        let comparison = DuplicateComparison(candidates, query, hashing)
        let found = try comparison.duplicates(of: 0) { other in
            other != 0 && !different.contains(row, and: candidates[other].row)
        }
        guard !found.isEmpty else { return nil }
        let sorted = found.sorted { candidates[$0.index].precedes(candidates[$1.index]) }
        return (candidates, DuplicateGrouping(first: 0, others: sorted))
    }

    private static func equalParts<Element>(of all: [Element]) -> [[Element]] {
        stride(from: 0, to: all.count, by: duplicatePart).map { start in
            Array(all[start..<min(start + duplicatePart, all.count)])
        }
    }

    /// Returns what a search for duplicates needs to know of assets.
    ///
    /// Assets in Recently Deleted and those without a picture or movie are left out.
    package func duplicateCandidates(_ rows: [Int64]) throws -> [DuplicateCandidate] {
        let assets = try records.assets(rows).records
        let resources = try records.resources(ofAssets: rows)
        let facts = try originalFacts(ofAssets: rows)
        return rows.compactMap { row in
            guard let record = assets[row], record.trashedDate == nil,
                let files = resources[row],
                let shown = files.shown(prefersRaw: record.originalChoice == .raw)
            else { return nil }
            var candidate = DuplicateCandidate(record, files, shown)
            candidate.capture = facts[row]?.capture
            candidate.factCount = facts[row]?.count ?? 0
            return candidate
        }
    }

    /// Returns the date that the camera wrote into each original, and the number of facts there.
    private func originalFacts(
        ofAssets rows: [Int64]
    ) throws -> [Int64: (capture: Date?, count: Int)] {
        let columns = [
            "creation_date", "latitude", "camera_make", "camera_model", "lens_model",
            "focal_length", "aperture", "exposure_time", "iso",
        ]
        let count = columns.map { "(\($0) IS NOT NULL)" }.joined(separator: " + ")
        let guesses: Set<String?> = [FactsTable.fileTag, FactsTable.nameTag]
        return try core.read { db in
            var facts: [Int64: (capture: Date?, count: Int)] = [:]
            try db.cachedStatement(
                sql: """
                    SELECT asset_id, creation_date, date_source, \(count) FROM file_facts
                    WHERE origin = 0 AND asset_id IN (SELECT value FROM photokit_rows(?))
                    """
            ).forEachRow([PackedList.rows(rows)], in: db) { (columns) -> Void in
                let (row, date) = (columns.row(), columns.real())
                let (source, count) = (columns.text(), columns.count())
                let capture = guesses.contains(source) ? nil : date
                facts[row] = (capture.map(Date.init(timeIntervalSinceReferenceDate:)), count)
            }
            return facts
        }
    }

    /// Deletes the hashes of all pictures.
    ///
    /// - Throws: ``StoreError`` where the library is read-only, or the client sees a part of it.
    package func removePictureHashes() throws {
        try core.requireEverything("delete the hashes of all photos")
        try core.checkIsWritable()
        pictureHashes.removeAll()
    }
}
