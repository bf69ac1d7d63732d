import Foundation
import PhotosStore
import Synchronization

/// A block of files that are written under temporary names and read back, on threads of its own, while later files are
/// planned.
///
/// The mutex guards the outcomes.
final class DraftBlock: Sendable {
    /// The result of writing the files of a block.
    struct Outcome: Sendable {
        /// The outcome by the name of the temporary file.
        var drafts: [String: ExportDraft] = [:]
        /// The copies that refuse metadata.
        var refused: Set<Key> = []
        /// The first error that concerns all files.
        var obstacle: StoreError?
    }

    /// A file by its asset and its part.
    struct Key: Hashable, Sendable {
        var asset: UUID
        var part: String
    }

    let works: [ExportWork]
    /// The paths of the files, as they are compared.
    let paths: Set<String>
    private let writer: DraftWriter
    private let outcome = Mutex(Outcome())

    init(_ works: [ExportWork], paths: Set<String>, writer: DraftWriter) {
        self.works = works
        self.paths = paths
        self.writer = writer
    }

    /// Returns the name of a file in ``Outcome/refused``.
    static func draftKey(of work: ExportWork, part: String) -> Key {
        Key(asset: work.uuid, part: part)
    }

    /// Writes all files that have bytes of their own, and reads them back.
    ///
    /// Sidecars that stand in for metadata in the copies themselves are written only for copies that refuse metadata.
    func writeAll() -> Outcome {
        writeFiles { _, file in file.fallbackFor == nil }
        let refused = outcome.withLock { $0.obstacle == nil ? $0.refused : [] }
        if !refused.isEmpty {
            writeFiles { work, file in
                file.fallbackFor.map { refused.contains(Self.draftKey(of: work, part: $0)) }
                    ?? false
            }
        }
        return outcome.withLock { $0 }
    }

    private struct Job: Sendable {
        var file: ExportWork.File
        var date: Date?
        var key: Key
    }

    private func writeFiles(where isChosen: (ExportWork, ExportWork.File) -> Bool) {
        let jobs = works.flatMap { work in
            work.files.filter { $0.hasDraft && isChosen(work, $0) }
                .map { Job(file: $0, date: work.date, key: Self.draftKey(of: work, part: $0.part)) }
        }
        let written = Mutex<[ExportDraft??]>(Array(repeating: nil, count: jobs.count))
        let writer = writer
        // Writing to the disk goes on while the next file is copied; reading back waits for it file by file.
        runJobs(count: jobs.count, threads: Self.writers) { index in
            let draft = writer.writeFile(jobs[index].file, date: jobs[index].date)
            written.withLock { $0[index] = .some(draft) }
            return draft.flatMap(\.obstacle)
        }
        let drafts = written.withLock { $0 }
        runJobs(count: jobs.count, threads: Self.readers) { [self] index in
            guard let draft = drafts[index] else { return nil }
            var end: ExportDraft
            switch draft {
            case .failed(let reason)?: end = .failed(reason)
            case .obstacle(let error)?: return error
            case nil, .written?, .embedded?, .plain?:
                end = writer.verifyFile(jobs[index].file, after: draft)
            }
            if case .obstacle(let error) = end { return error }
            outcome.withLock {
                if case .plain? = draft { $0.refused.insert(jobs[index].key) }
                $0.drafts[jobs[index].file.draft] = end
            }
            return nil
        }
    }

    /// Runs work on several threads, which wait for the disk more than for a processor, until an error concerns all
    /// files.
    private func runJobs(
        count: Int,
        threads: Int,
        _ body: @escaping @Sendable (Int) -> StoreError?
    ) {
        let next = Atomic(0)
        let group = DispatchGroup()
        let run = { @Sendable [self] in
            while true {
                let index = next.add(1, ordering: .relaxed).oldValue
                guard index < count, outcome.withLock({ $0.obstacle == nil }) else { return }
                if let error = body(index) {
                    outcome.withLock { $0.obstacle = $0.obstacle ?? error }
                }
            }
        }
        for _ in 0..<min(count, threads) {
            group.enter()
            Thread.detachNewThread {
                run()
                group.leave()
            }
        }
        group.wait()
    }

    private static let writers = max(4, 2 * ProcessInfo.processInfo.activeProcessorCount)
    /// Reading a small file back is nearly all waiting for the disk.
    private static let readers = 2 * writers
}

extension ExportWork.File {
    /// Whether the file is written under a temporary name first.
    var hasDraft: Bool {
        if case .link = content { return false }
        return !moves
    }
}

extension ExportDraft {
    fileprivate var obstacle: StoreError? {
        if case .obstacle(let error) = self { return error }
        return nil
    }
}
