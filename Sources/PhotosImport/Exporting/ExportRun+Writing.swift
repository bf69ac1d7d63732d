import Dispatch
import Foundation
import PhotosMedia
import PhotosStore
import Synchronization

/// Writing the files of a block.
extension ExportRun {
    /// Writes the planned files: under temporary names first, and under their own names when they were read back.
    func writeBlock() throws {
        guard !block.isEmpty else { return }
        var works = block
        block = []
        (blockFiles, blockBytes) = (0, 0)
        defer { reserved = [] }
        for work in works.indices {
            for file in works[work].files.indices {
                works[work].files[file].draft = makeDraftName()
            }
        }
        let (drafts, refused) = try writeDrafts(works)
        for work in works.indices {
            works[work].files.removeAll { $0.fallbackFor != nil && drafts[$0.draft] == nil }
        }
        try announce(works, drafts)
        for index in works.indices { try place(&works[index], drafts) }
        for work in works {
            for file in work.files where refused.contains(work.uuid.uuidString + file.part) {
                reportRemaining(file.path, work.uuid, work.remaining)
            }
        }
        try fileSystem.syncFolders(target.takeChanged())
        try clearRetired(works.flatMap(\.retired))
        for work in works where !work.hasFailed {
            try record.add(
                .asset(work.uuid, state: work.state, number: work.number, base: work.base)
            )
        }
        try record.flush()
        for work in works { advance(work.assetBytes) }
    }

    // MARK: Temporary files

    /// Writes the files that have bytes of their own, and reads them back.
    ///
    /// Sidecars that stand in for metadata in the copies themselves are written only for copies that refuse metadata.
    ///
    /// - Returns: The outcome by the name of the temporary file, and the assets and parts of copies that refuse metadata.
    private func writeDrafts(
        _ works: [ExportWork]
    ) throws -> (outcomes: [String: ExportDraft], refused: Set<String>) {
        var drafts: [String: ExportDraft] = [:]
        var refused: Set<String> = []
        try writeDrafts(of: works, into: &drafts, &refused) { _, file in file.fallbackFor == nil }
        guard !refused.isEmpty else { return (drafts, []) }
        var others: Set<String> = []
        try writeDrafts(of: works, into: &drafts, &others) { work, file in
            file.fallbackFor.map { refused.contains(work.uuid.uuidString + $0) } ?? false
        }
        return (drafts, refused)
    }

    private func writeDrafts(
        of works: [ExportWork],
        into drafts: inout [String: ExportDraft],
        _ refused: inout Set<String>,
        where isChosen: (ExportWork, ExportWork.File) -> Bool
    ) throws {
        let jobs = works.flatMap { work in
            work.files.filter { $0.hasDraft && isChosen(work, $0) }
                .map { (file: $0, date: work.date, key: work.uuid.uuidString + $0.part) }
        }
        guard !jobs.isEmpty else { return }
        let writer = writer
        let outcomes = try run(jobs.count) { writer.write(jobs[$0].file, date: jobs[$0].date) }
        var written: [Int] = []
        for (index, job) in jobs.enumerated() {
            switch outcomes[index] {
            case nil, .written: written.append(index)
            case .plain:
                written.append(index)
                refused.insert(job.key)
            case let outcome: drafts[job.file.draft] = outcome
            }
        }
        try fileSystem.syncContents(
            written.map { target.url(of: TargetFolder.drafts + "/" + jobs[$0].file.draft) }
        )
        let order = written
        let verified = try run(order.count) {
            writer.verify(jobs[order[$0]].file, after: outcomes[order[$0]])
        }
        for (number, index) in order.enumerated() {
            drafts[jobs[index].file.draft] = verified[number]
        }
    }

    /// Runs work on several threads; the first error that concerns all files ends the export.
    private func run(
        _ count: Int,
        _ body: @escaping @Sendable (Int) -> ExportDraft?
    ) throws -> [Int: ExportDraft] {
        let results = Mutex<[Int: ExportDraft]>([:])
        DispatchQueue.concurrentPerform(iterations: count) { index in
            let outcome = body(index)
            results.withLock { $0[index] = outcome }
        }
        let outcomes = results.withLock { $0 }
        for index in outcomes.keys.sorted() {
            if case .obstacle(let error)? = outcomes[index] { throw error }
        }
        return outcomes
    }

    /// Records what is about to happen, so that the next run knows it if this one is killed.
    private func announce(_ works: [ExportWork], _ drafts: [String: ExportDraft]) throws {
        for work in works {
            for file in work.files {
                guard let recorded = recorded(file, drafts) else { continue }
                try record.add(.pending(work.uuid, recorded))
                if let previous = file.previous, !file.moves, previous.path != file.path {
                    try record.add(previous.retirement)
                }
            }
            for line in work.retired { try record.add(line) }
        }
        try record.sync()
    }

    private func recorded(
        _ file: ExportWork.File,
        _ drafts: [String: ExportDraft]
    ) -> RecordedFile? {
        var recorded = RecordedFile(
            part: file.part,
            path: file.path,
            byteCount: file.byteCount,
            modification: 0,
            checksum: [],
            source: file.source
        )
        if case .link(let link) = file.content {
            recorded.kind = .link
            recorded.checksum = ExportDigest.checksum(of: link)
        } else if file.moves, let previous = file.previous {
            recorded.checksum = previous.checksum
            recorded.byteCount = previous.byteCount
        } else if case .written(let checksum, let byteCount)? = drafts[file.draft] {
            recorded.checksum = checksum
            recorded.byteCount = byteCount
        } else {
            return nil
        }
        return recorded
    }

    // MARK: Names

    private func place(_ work: inout ExportWork, _ drafts: [String: ExportDraft]) throws {
        for file in work.files {
            guard var recorded = recorded(file, drafts) else {
                work.hasFailed = true
                if case .failed(let reason)? = drafts[file.draft] {
                    fail(file.name, work.uuid, reason)
                    try target.remove(TargetFolder.drafts + "/" + file.draft)
                }
                continue
            }
            guard try place(file) == .done, let state = try target.state(file.path) else {
                work.hasFailed = true
                // The pending line is answered, so that the next run does not ask about it.
                if let previous = file.previous, previous.part == file.part {
                    try record.add(.file(work.uuid, previous))
                } else {
                    try record.add(.removed(work.uuid, part: file.part))
                }
                fail(
                    file.name,
                    work.uuid,
                    "Another program made \(url(file.path).path) meanwhile. Export again."
                )
                continue
            }
            if let previous = file.previous, previous.part != file.part {
                try record.add(.removed(work.uuid, part: previous.part))
            }
            recorded.modification = state.modification
            recorded.byteCount = state.byteCount
            try record.add(.file(work.uuid, recorded))
            if let previous = file.previous, previous.path != file.path {
                if !file.moves {
                    work.retired.append(previous.retirement)
                } else {
                    target.removeEmptyFolders(above: previous.path)
                }
            }
            note(file, recorded, work.uuid)
        }
    }

    private func place(_ file: ExportWork.File) throws -> TargetFolder.Placing {
        if let previous = file.previous, file.moves {
            return try target.rename(previous.path, to: file.path)
        }
        let draft = TargetFolder.drafts + "/" + file.draft
        if let previous = file.previous, previous.path == file.path {
            guard let state = try target.state(file.path), state.isSame(as: previous) else {
                return .taken
            }
            if case .link(let link) = file.content {
                try target.remove(file.path)
                return try target.link(file.path, to: link)
            }
            try target.replace(file.path, with: draft)
            return .done
        }
        if case .link(let link) = file.content { return try target.link(file.path, to: link) }
        return try target.rename(draft, to: file.path)
    }

    private func note(_ file: ExportWork.File, _ recorded: RecordedFile, _ uuid: UUID) {
        let event = event(recorded, uuid)
        if file.moves, let previous = file.previous {
            summary.moved += 1
            return notify(.moved(event, from: url(previous.path)))
        }
        switch file.part.first {
        case "s", "c": summary.sidecars += 1
        case "a": summary.albumFiles += 1
        default:
            summary.written += 1
            summary.writtenBytes += recorded.byteCount
        }
        notify(.written(event, replaces: file.previous != nil))
    }
}

extension ExportWork.File {
    /// Whether the file is written under a temporary name first.
    fileprivate var hasDraft: Bool {
        if case .link = content { return false }
        return !moves
    }
}

extension RecordedFile {
    /// The line that says that the file is about to be removed.
    var retirement: RecordLine {
        .retired(path: path, byteCount: byteCount, modification: modification)
    }
}

extension ExportDigest {
    static func checksum(of bytes: [UInt8]) -> [UInt8] {
        var digest = ExportDigest()
        digest.addPlain(bytes)
        return digest.whole
    }

    static func checksum(of text: String) -> [UInt8] { checksum(of: Array(text.utf8)) }
}
