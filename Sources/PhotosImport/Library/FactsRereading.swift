import Foundation
import PhotosMedia
package import PhotosStore
import Synchronization

/// Reads the files of assets again, and updates the assets where a newer reader finds other metadata.
///
/// Values that a person set are kept. Files are read in parallel and committed in blocks, so an interrupted
/// run resumes where it ended.
package struct FactsRereading {
    /// The selection of assets to read.
    package enum Selection: Sendable {
        /// Assets whose files the present reader has never read, because it is newer or was missing.
        case outdated
        /// The assets with the given rows.
        case rows([Int64])
    }

    /// A property whose value in the files differs from the library's.
    package struct Change: Hashable, Sendable {
        package var field: AssetField
        package var before: FieldValue
        package var after: FieldValue
    }

    package enum Event: Sendable {
        /// The number of assets that will be read.
        case found(Int)
        /// An asset changed, or would change in a dry run.
        case changed(AssetRecord, [Change])
        /// The file of an asset could not be read.
        ///
        /// The reason says why, and what to do.
        case unread(AssetRecord, reason: String)
    }

    package struct Report: Hashable, Sendable {
        package var read = 0
        package var changed = 0
        package var unread = 0
        package var wasCancelled = false

        package init() {}
    }

    let library: Library
    let selection: Selection
    let isDryRun: Bool
    let isCancelled: () -> Bool
    let notify: (Event) -> Void

    /// Prepares a rereading.
    ///
    /// `notify` is called on the thread that calls ``run()``.
    package init(
        _ library: Library,
        selection: Selection,
        isDryRun: Bool = false,
        isCancelled: @escaping () -> Bool = { false },
        notify: @escaping (Event) -> Void = { _ in }
    ) {
        self.library = library
        self.selection = selection
        self.isDryRun = isDryRun
        self.isCancelled = isCancelled
        self.notify = notify
    }

    private static let blockSize = 64

    /// Reads all selected assets.
    ///
    /// - Throws: ``StoreError`` where the library itself cannot be read or written, and with code
    ///   `readerUnavailable` where the media worker does not work.
    package func run() throws -> Report {
        if !isDryRun { try library.core.checkIsWritable() }
        try library.core.requireEverything("read files again")
        try checkReader(isFresh: false)
        var report = Report()
        let rows = try selectedRows()
        notify(.found(rows.count))
        for start in stride(from: 0, to: rows.count, by: Self.blockSize) {
            guard !isCancelled() else {
                report.wasCancelled = true
                break
            }
            try readFacts(of: Array(rows.dropFirst(start).prefix(Self.blockSize)), into: &report)
        }
        return report
    }

    /// Throws if the media worker does not work, because metadata cannot be read without it.
    private func checkReader(isFresh: Bool) throws {
        guard let problem = library.environment.readerProblem(isFresh) else { return }
        throw StoreError(
            .readerUnavailable,
            "What was not read yet stays as it is. \(problem) Then start it again.",
            cause: problem
        )
    }

    private func selectedRows() throws -> [Int64] {
        switch selection {
        case .outdated: try library.facts.rowsWithOutdatedFacts()
        case .rows(let rows): rows
        }
    }

    private func readFacts(of rows: [Int64], into report: inout Report) throws {
        let outcomes = Self.readings(of: rows, in: library)
        let records = try library.records.assets(rows).records
        let known = try library.facts.recorded(ofAssets: rows)
        var readings: [FactsReading] = []
        for (row, outcome) in zip(rows, outcomes) {
            guard let record = records[row] else { continue }
            switch outcome {
            case .failure(let error):
                if error is MediaWorkerError { try checkReader(isFresh: true) }
                report.unread += 1
                notify(.unread(record, reason: (error as? StoreError)?.message ?? "\(error)"))
            case .success(let reading):
                report.read += 1
                readings.append(reading)
                var after = record
                _ = after.follow(
                    reading,
                    known: known[row] ?? AssetFacts(),
                    places: library.environment.places
                )
                let changes = Self.changes(from: record, to: after)
                guard !changes.isEmpty else { continue }
                report.changed += 1
                notify(.changed(record, changes))
            }
        }
        guard !isDryRun, !readings.isEmpty else { return }
        try library.commits.commit(ChangeBlock([.takeFacts(readings)], work: .analysis))
    }

    private static func readings(
        of rows: [Int64],
        in library: Library
    ) -> [Result<FactsReading, any Error>] {
        let outcomes = Mutex<[Int: Result<FactsReading, any Error>]>([:])
        DispatchQueue.concurrentPerform(iterations: rows.count) { index in
            let outcome = Result { try reading(of: rows[index], in: library) }
            outcomes.withLock { $0[index] = outcome }
        }
        return outcomes.withLock { outcomes in rows.indices.compactMap { outcomes[$0] } }
    }

    private static func reading(of row: Int64, in library: Library) throws -> FactsReading {
        let original = try library.facts.readOriginal(ofAsset: row)
        guard original.reader == .worker else { throw MediaWorkerError(.notFound) }
        var reading = FactsReading(asset: row, original: original, isSameContent: true)
        let companions = try library.originals.companionFiles(ofAsset: row)
        // If a memory card with sidecars is not connected any more, the recorded metadata of its sidecars
        // stays.
        if companions.contains(where: \.isRead),
            let supplement = try? library.facts.readCompanions(companions)
        {
            let others = try library.facts.wordsOfNoSidecar(
                in: try library.facts.recorded(ofAsset: row).companion,
                ofAsset: row,
                besides: companions
            )
            reading.companion = .replaced(
                RecordedFacts(supplement)?.filledWithPersons(from: others) ?? others
            )
        }
        return reading
    }

    private static func changes(from before: AssetRecord, to after: AssetRecord) -> [Change] {
        after.differences(from: before).fields.map {
            Change(field: $0, before: before[$0], after: after[$0])
        }
    }
}
