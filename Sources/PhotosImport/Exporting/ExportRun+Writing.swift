import Foundation
import PhotosMedia
import PhotosStore

/// Writing the files of a block.
extension ExportRun {
    /// Begins to write the planned files under temporary names.
    ///
    /// Files of earlier blocks get their names meanwhile.
    func beginBlock() throws {
        guard !block.isEmpty else { return }
        var works = block
        block = []
        (blockFiles, blockBytes) = (0, 0)
        for work in works.indices {
            for file in works[work].files.indices {
                works[work].files[file].draft = makeDraftName()
            }
        }
        let begun = DraftBlock(works, paths: reserved, writer: writer)
        reserved = []
        running.append((begun, ahead.begin { begun.writeAll() }))
        while running.count > Self.mostRunning { try finishBlock() }
    }

    /// The number of blocks that are written while the one before them gets its names.
    static let mostRunning = 2

    /// Waits for the earliest block, and gives its files their names.
    func finishBlock() throws {
        guard !running.isEmpty else { return }
        let (block, ticket) = running.removeFirst()
        guard let outcome = ticket.wait() else { return }
        if let obstacle = outcome.obstacle { throw obstacle }
        var works = block.works
        for work in works.indices {
            works[work].files.removeAll {
                $0.fallbackFor != nil && outcome.drafts[$0.draft] == nil
            }
        }
        try recordPlanned(works, drafts: outcome.drafts)
        for index in works.indices { try placeFiles(of: &works[index], drafts: outcome.drafts) }
        try countUnstated(works)
        for work in works {
            // A copy that could not be written states nothing.
            for path in work.statingPaths {
                guard try record.index.file(at: path)?.asset == work.uuid else { continue }
                reportRemaining(at: path, of: work.uuid, remaining: work.remaining)
            }
            for file in work.files
            where outcome.refused.contains(DraftBlock.draftKey(of: work, part: file.part)) {
                reportRemaining(at: file.path, of: work.uuid, remaining: work.remaining)
            }
        }
        let retired = works.flatMap(\.retired)
        if !retired.isEmpty {
            // The earlier files go when the new ones are sure to stay.
            try fileSystem.syncFolders(target.takeChanged())
            try clearRetired(retired)
        }
        for work in works where !work.hasFailed && !work.isPlannedAgain {
            try record.add(
                .asset(work.uuid, state: work.state, number: work.number, base: work.base)
            )
        }
        try record.flush()
        for work in works { advanceProgress(by: work.assetBytes) }
    }

    /// Counts the assets whose files lack what people said; an asset of which nothing could be written does not count.
    private func countUnstated(_ works: [ExportWork]) throws {
        for work in works where work.leavesWordsOut {
            let files = try record.index.asset(work.uuid)?.files ?? []
            if files.contains(where: { Self.isMedia($0.part) }) { summary.unstatedAssetCount += 1 }
        }
    }

    /// Waits for all blocks, without giving their files names.
    func abandonBlocks() {
        for (_, ticket) in running { _ = ticket.wait() }
        running = []
    }

    /// Whether a file that is being written has a path, as paths are compared.
    func isReserved(_ key: String) -> Bool {
        reserved.contains(key) || running.contains { $0.block.paths.contains(key) }
    }

    /// Records what is about to happen, so that the next run knows it if this one is killed.
    private func recordPlanned(_ works: [ExportWork], drafts: [String: ExportDraft]) throws {
        for work in works {
            for file in work.files {
                guard let recorded = recordedFile(for: file, drafts: drafts) else { continue }
                try record.add(.pending(work.uuid, recorded))
                if let previous = file.previous, !file.moves, previous.path != file.path {
                    try record.add(previous.retirement)
                }
            }
            for part in work.removed { try record.add(.removed(work.uuid, part: part)) }
            for line in work.retired { try record.add(line) }
        }
        try record.flush()
        // The files and the lines about them are on the disk before the files get their names.
        let written = works.flatMap(\.files).filter { drafts[$0.draft] != nil }
        try fileSystem.syncContents(
            written.map { target.url(of: TargetFolder.drafts + "/" + $0.draft) }
                + [target.url(of: ExportRecord.path)]
        )
    }

    private func recordedFile(
        for file: ExportWork.File,
        drafts: [String: ExportDraft]
    ) -> RecordedFile? {
        var recorded = RecordedFile(
            part: file.part,
            path: file.path,
            byteCount: file.byteCount,
            modification: 0,
            checksum: [],
            source: file.source,
            origin: file.origin
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

    private func placeFiles(of work: inout ExportWork, drafts: [String: ExportDraft]) throws {
        for file in work.files {
            guard var recorded = recordedFile(for: file, drafts: drafts) else {
                work.hasFailed = true
                if let previous = file.previous { stay(previous.path, of: work.uuid) }
                if case .failed(let reason)? = drafts[file.draft] {
                    reportFailure(name: file.name, of: work.uuid, reason: reason)
                    try target.remove(TargetFolder.drafts + "/" + file.draft)
                }
                continue
            }
            guard try placeFile(file) == .done, let state = try target.state(file.path) else {
                work.hasFailed = true
                // The pending line is answered, so that the next run does not ask about it.
                if let previous = file.previous, previous.part == file.part {
                    stay(previous.path, of: work.uuid)
                    try record.add(.file(work.uuid, previous))
                } else {
                    try record.add(.removed(work.uuid, part: file.part))
                }
                reportFailure(
                    name: file.name,
                    of: work.uuid,
                    reason:
                        "Another program made \(shownURL(of: file.path).path) meanwhile. Export again."
                )
                continue
            }
            // The earlier file's part may be that of another file by now.
            if let previous = file.previous, previous.part != file.part,
                try record.index.file(at: previous.path)?.file.part == previous.part
            {
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
            reportPlaced(file, recorded: recorded, of: work.uuid)
        }
    }

    private func placeFile(_ file: ExportWork.File) throws -> TargetFolder.Placing {
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

    private func reportPlaced(_ file: ExportWork.File, recorded: RecordedFile, of uuid: UUID) {
        let event = fileEvent(for: recorded, of: uuid)
        if file.moves, let previous = file.previous {
            summary.movedCount += 1
            return notify(.moved(event, from: shownURL(of: previous.path)))
        }
        switch file.part.first {
        case "s", "c": summary.sidecarCount += 1
        case "a": summary.albumFileCount += 1
        default:
            summary.writtenCount += 1
            summary.writtenBytes += recorded.byteCount
        }
        notify(.written(event, replaces: file.previous != nil))
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
