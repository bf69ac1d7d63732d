import Foundation
import PhotosBase
import PhotosMedia
import PhotosStore

/// Comparing files with those that are at their paths.
extension ExportRun {
    /// Decides what becomes of one file.
    func planFile(
        _ wanted: WantedFile,
        at wantedPath: String,
        known: RecordIndex.Asset?,
        in work: inout ExportWork
    ) throws {
        let key = rules.key(wantedPath)
        reserved.insert(key)
        let recorded =
            known?.files.first { $0.part == wanted.part }
            ?? known?.files.first { rules.key($0.path) == key }
        // On a file system that ignores case, a file has its name already where the case alone differs.
        let isThere = recorded.map { rules.key($0.path) == key } ?? false
        let path = isThere ? recorded?.path ?? wantedPath : wantedPath
        var file = ExportWork.File(wanted, at: path)
        guard var row = recorded else {
            guard let state = try target.state(path) else { return work.files.append(file) }
            let taken = try takenRow(for: wanted, at: path, state: state, of: work.uuid)
            guard try isIdentical(wanted, toFileAt: path, state: state),
                let checksum = wanted.checksum
            else {
                if let taken {
                    file.previous = taken
                    return work.files.append(file)
                }
                work.hasFailed = true
                return reportFailure(
                    name: wanted.name,
                    of: work.uuid,
                    reason: "\(shownURL(of: path).path) \(Self.reasonToStay(of: wanted))"
                )
            }
            return try adoptPresentFile(
                file,
                checksum: checksum,
                kind: taken == nil ? .foreign : .own,
                state: state,
                of: work
            )
        }
        let state = try target.state(row.path)
        if PartName.isGivenUp(row.part), state != nil {
            work.hasFailed = true
            return reportFailure(
                name: wanted.name,
                of: work.uuid,
                reason:
                    "\(shownURL(of: row.path).path) is an earlier file of the photo, which the library has no more. Move it away, and export again."
            )
        }
        var isIntact = state?.isSame(as: row) ?? false
        if let state, !isIntact {
            // The bytes count: another program may have copied the export, and changed the times of its files.
            if row.kind != .link, state.isFile, state.byteCount == row.byteCount,
                try target.checksum(row.path) == row.checksum
            {
                row.modification = state.modification
                isIntact = true
            } else if let taken = try takenRow(row, state: state, of: work.uuid) {
                row = taken
            } else {
                return keepChangedFile(row, in: &work)
            }
            try record.add(.file(work.uuid, row))
        }
        let isSamePath = row.path == path
        guard state != nil else {
            return work.files.append(file)
        }
        if isSamePath, row.source == wanted.source, row.part == wanted.part {
            if row.origin != wanted.origin {
                row.origin = wanted.origin
                try record.add(.file(work.uuid, row))
            }
            summary.presentCount += 1
            return
        }
        if isSamePath, row.source == wanted.source || isIntact && row.checksum == wanted.checksum {
            // The same file is another part now, such as the edited version of a photo without an edit, or its bytes have come from
            // elsewhere.
            try record.add(.removed(work.uuid, part: row.part))
            row.part = wanted.part
            row.source = wanted.source
            row.origin = wanted.origin
            try record.add(.file(work.uuid, row))
            summary.presentCount += 1
            return
        }
        if row.kind == .foreign {
            guard isSamePath else { return work.files.append(file) }
            guard let state, let taken = try takenRow(row, state: state, of: work.uuid) else {
                return keepChangedFile(row, in: &work)
            }
            row = taken
        }
        file.previous = row
        file.moves = !isSamePath && row.source == wanted.source && row.kind == .own
        if !isSamePath, try target.state(path) != nil {
            work.hasFailed = true
            stay(row.path, of: work.uuid)
            return reportFailure(
                name: wanted.name,
                of: work.uuid,
                reason:
                    "\(shownURL(of: path).path) is a file that the export did not write. Move it away, and export again."
            )
        }
        if file.moves { file.byteCount = 0 }
        work.files.append(file)
    }

    /// Returns the row of a sidecar that another program has changed, if an import took everything that it states now.
    ///
    /// The library has these words and keeps the bytes, so the export writes its own sidecar there again.
    ///
    /// - Returns: The row, as if the export had written the file; nil for another file, which stays as it is.
    func takenRow(
        _ row: RecordedFile,
        state: TargetFolder.State,
        of uuid: UUID
    ) throws -> RecordedFile? {
        guard row.kind != .link, state.isFile,
            let asset = try library.records.rows(of: [uuid], in: .asset)[uuid],
            let checksum = try target.checksum(row.path)
        else { return nil }
        // Who may not read the whole library does not learn what was imported.
        let isTaken = try? library.sources.readLedger { ledger in
            try ledger.hasTakenSidecar(with: checksum, ofAsset: asset)
        }
        guard isTaken == true,
            try library.originals.keptFiles(ofAsset: asset, checksum).contains(where: {
                try library.originals.isWhole($0)
            })
        else { return nil }
        var taken = row
        taken.byteCount = state.byteCount
        taken.modification = state.modification
        taken.checksum = checksum
        taken.kind = .own
        // No file is made from this, so the sidecar is written anew.
        taken.source = Array(repeating: 0, count: row.source.count)
        return taken
    }

    /// Returns the row of a sidecar that another program put beside an exported photo, if an import took everything that it states.
    ///
    /// As the library keeps the bytes, the sidecar may become the export's own.
    private func takenRow(
        for wanted: WantedFile,
        at path: String,
        state: TargetFolder.State,
        of uuid: UUID
    ) throws -> RecordedFile? {
        guard case .sidecar = wanted.place else { return nil }
        let row = RecordedFile(
            part: wanted.part,
            path: path,
            byteCount: state.byteCount,
            modification: state.modification,
            checksum: [],
            source: wanted.source
        )
        return try takenRow(row, state: state, of: uuid)
    }

    /// Returns why the export leaves a file that another program put at its path, and what to do.
    private static func reasonToStay(of wanted: WantedFile) -> String {
        let isOther = "is a file that the export did not write."
        guard case .sidecar = wanted.place else {
            return "\(isOther) Move it away, and export again."
        }
        return
            "\(isOther) Import the export's folder to take what it states, or move it away, and export again."
    }

    private func adoptPresentFile(
        _ file: ExportWork.File,
        checksum: [UInt8],
        kind: RecordedFile.Kind,
        state: TargetFolder.State,
        of work: ExportWork
    ) throws {
        if try record.index.asset(work.uuid) == nil {
            try record.add(.asset(work.uuid, state: [], number: work.number, base: work.base))
        }
        let recorded = RecordedFile(
            part: file.part,
            path: file.path,
            byteCount: state.byteCount,
            modification: state.modification,
            checksum: checksum,
            source: file.source,
            kind: kind,
            origin: file.origin
        )
        try record.add(.file(work.uuid, recorded))
        summary.presentCount += 1
        notify(.present(fileEvent(for: recorded, of: work.uuid)))
    }

    func keepChangedFile(_ row: RecordedFile, in work: inout ExportWork) {
        work.hasFailed = true
        stay(row.path, of: work.uuid)
        summary.keptCount += 1
        let isForeign = row.kind == .foreign
        let reason =
            isForeign
            ? "The file was there before the export, which did not write it"
            : "Another program changed the file since it was exported"
        let way =
            isForeign
            ? "export to another folder, or move the file away and export again"
            : "move the file away and export again"
        notify(
            .kept(
                shownURL(of: row.path),
                localIdentifier: assetIdentifier(for: work.uuid),
                reason: "\(reason), so it stays as it is. To get the library's version, \(way)."
            )
        )
    }

    func fileEvent(for file: RecordedFile, of uuid: UUID) -> LibraryExport.File {
        LibraryExport.File(
            url: shownURL(of: file.path),
            localIdentifier: assetIdentifier(for: uuid),
            byteCount: file.byteCount,
            sha256: file.kind == .link ? "" : Hexadecimal.digits(of: file.checksum)
        )
    }
}

extension ExportWork.File {
    /// Makes the plan of a file, which is written at a path.
    init(_ wanted: WantedFile, at path: String) {
        self.init(
            part: wanted.part,
            path: path,
            name: wanted.name,
            content: wanted.content,
            source: wanted.source,
            origin: wanted.origin,
            checksum: wanted.checksum,
            byteCount: wanted.byteCount
        )
    }
}
