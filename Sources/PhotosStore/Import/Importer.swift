package import Foundation
import Synchronization

/// Brings files into a library, block by block; a bad file never stops the others.
package struct Importer {
    private let library: Library
    private let limits: ImportPlan.Limits
    private let takesDuplicates: Bool
    private let isCancelled: () -> Bool
    private let tell: (ImportEvent) -> Void

    /// - Parameters:
    ///   - library: where the files go.
    ///   - limits: how much one block may hold.
    ///   - takesDuplicates: makes a second asset of bytes that the library already has.
    ///   - isCancelled: asked between files; what has been committed by then stays.
    ///   - tell: called on the thread that runs the import.
    package init(
        _ library: Library,
        limits: ImportPlan.Limits = .init(),
        takesDuplicates: Bool = false,
        isCancelled: @escaping () -> Bool = { false },
        tell: @escaping (ImportEvent) -> Void = { _ in }
    ) {
        self.library = library
        self.limits = limits
        self.takesDuplicates = takesDuplicates
        self.isCancelled = isCancelled
        self.tell = tell
    }

    /// Imports files and folders, and returns when everything is durable.
    ///
    /// - Throws: ``StoreError`` when the library itself cannot take any more: it is read-only, full or busy. Files
    ///   that are at fault themselves are told about and left out.
    package func run(_ paths: [URL]) throws -> ImportSummary {
        guard library.mode == .readWrite else {
            throw StoreError(
                .readOnly,
                "The library was opened read-only. Open it for writing to import into it."
            )
        }
        let walk = FileWalk(paths, isCancelled: isCancelled)
        var run = ImportRun(plan: ImportPlan(limits: limits, takesDuplicates: takesDuplicates))
        run.progress.filesTotal = walk.files.count
        run.progress.bytesTotal = walk.files.reduce(0) { $0 + $1.byteCount }
        run.start = library.environment.now()
        tell(.found(files: walk.files.count, bytes: run.progress.bytesTotal))
        for problem in walk.problems {
            run.summary.refused += 1
            tell(.refused(problem.url, reason: problem.reason))
        }
        var rest = walk.files[...]
        while !rest.isEmpty, !isCancelled() {
            let window = rest.prefix(Self.window)
            rest = rest.dropFirst(window.count)
            for (file, verdict) in zip(window, inspect(Array(window))) {
                if isCancelled() { break }
                try settle(file, verdict, &run)
                try commitBlocks(isLast: false, &run)
            }
        }
        try commitBlocks(isLast: true, &run)
        run.summary.wasCancelled = isCancelled()
        return run.summary
    }

    /// Files looked at side by side before they are settled one after another.
    private static let window = 16

    private func inspect(_ files: [FoundFile]) -> [ImportInspection.Verdict] {
        let verdicts = Mutex<[Int: ImportInspection.Verdict]>([:])
        let uuids = files.map { _ in library.environment.makeUUID() }
        DispatchQueue.concurrentPerform(iterations: files.count) { index in
            let verdict = ImportInspection.inspect(files[index], uuid: uuids[index])
            verdicts.withLock { $0[index] = verdict }
        }
        return verdicts.withLock { found in files.indices.compactMap { found[$0] } }
    }

    private func settle(
        _ file: FoundFile,
        _ verdict: ImportInspection.Verdict,
        _ run: inout ImportRun
    ) throws {
        switch verdict {
        case .refused(let reason):
            refuse(file, reason, &run)
        case .candidate(let candidate):
            let known =
                takesDuplicates ? nil : try library.assets(withChecksum: candidate.checksum).first
            switch run.plan.offer(candidate, known: known) {
            case .taken: break
            case .duplicate(let twin): report(duplicate: file, of: twin, &run)
            case .undecided:
                try commitBlocks(isLast: true, &run)
                if !isCancelled() { try settle(file, verdict, &run) }
            }
        }
    }

    // MARK: Blocks

    private func commitBlocks(isLast: Bool, _ run: inout ImportRun) throws {
        while !isCancelled(), let block = run.plan.nextBlock(isLast: isLast) {
            try commit(block, &run)
        }
    }

    private func commit(_ block: [ImportCandidate], _ run: inout ImportRun) throws {
        do {
            try library.commit(changeBlock(block))
            for candidate in block { report(imported: candidate, &run) }
        } catch let error as StoreError where error.isFaultOfOneFile {
            guard block.count > 1 else { return try blame(block[0], error, &run) }
            for candidate in block {
                if isCancelled() { return }
                try commit([candidate], &run)
            }
        }
    }

    private func changeBlock(_ candidates: [ImportCandidate]) -> ChangeBlock {
        let mutations = candidates.map { candidate in
            Mutation.createAsset(
                AssetCreation(
                    uuid: candidate.uuid,
                    resources: [
                        ResourceSource(
                            type: candidate.resourceType,
                            content: .file(candidate.file.url, move: false)
                        )
                    ],
                    fallbackDate: candidate.file.modificationDate,
                    onlyIfNew: !takesDuplicates
                )
            )
        }
        return ChangeBlock(mutations, work: .imported)
    }

    private func blame(
        _ candidate: ImportCandidate,
        _ error: StoreError,
        _ run: inout ImportRun
    ) throws {
        // Another process may have brought the same bytes meanwhile.
        if !takesDuplicates, let twin = try library.assets(withChecksum: candidate.checksum).first {
            report(duplicate: candidate.file, of: twin, &run)
        } else {
            refuse(candidate.file, error.message, &run)
        }
    }

    // MARK: Reports

    private func report(imported candidate: ImportCandidate, _ run: inout ImportRun) {
        run.summary.imported += 1
        run.summary.bytesImported += candidate.file.byteCount
        tell(.imported(candidate.file.url, LocalIdentifier(uuid: candidate.uuid, kind: .asset)))
        advance(candidate.file, &run)
    }

    private func report(duplicate file: FoundFile, of twin: UUID, _ run: inout ImportRun) {
        run.summary.duplicates += 1
        tell(.duplicate(file.url, of: LocalIdentifier(uuid: twin, kind: .asset)))
        advance(file, &run)
    }

    private func refuse(_ file: FoundFile, _ reason: String, _ run: inout ImportRun) {
        run.summary.refused += 1
        tell(.refused(file.url, reason: reason))
        advance(file, &run)
    }

    private func advance(_ file: FoundFile, _ run: inout ImportRun) {
        run.progress.filesDone += 1
        run.progress.bytesDone += file.byteCount
        run.progress.elapsed = library.environment.now().timeIntervalSince(run.start)
        tell(.progress(run.progress))
    }
}

/// What one import knows so far.
private struct ImportRun {
    var plan: ImportPlan
    var summary = ImportSummary()
    var progress = ImportProgress()
    var start = Date.distantPast
}

extension StoreError {
    /// Whether another file might still get in where this one did not.
    fileprivate var isFaultOfOneFile: Bool {
        switch code {
        case .invalidResource, .missingResource, .inputOutput, .changeNotSupported: true
        default: false
        }
    }
}
