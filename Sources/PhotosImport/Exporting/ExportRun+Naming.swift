import Foundation
import PhotosBase
import PhotosMedia
import PhotosStore

/// Giving files their paths.
extension ExportRun {
    /// The longest path relative to the export's folder, in bytes.
    private static let longestPath = 3_500

    /// Decides the paths of an asset's files, and adds those that must be written to `work`.
    func planPaths(
        for wanted: [WantedFile],
        of asset: ExportedAsset,
        known: RecordIndex.Asset?,
        in work: inout ExportWork
    ) throws {
        let names = AssetPaths(of: asset, template: options.template, rules: rules)
        work.base = names.base
        let (folder, stem) = (names.folder, names.stem)
        guard folder.utf8.count + rules.longest <= Self.longestPath else {
            work.hasFailed = true
            return reportFailure(
                name: asset.record.filename ?? stem,
                of: work.uuid,
                reason:
                    "The pattern of paths gives a path that is too long. Choose another pattern."
            )
        }
        let keeps = known?.base == work.base
        var number = known.flatMap { keeps ? $0.number : nil } ?? 1
        if !keeps, let last = try record.index.lastNumber(ofBase: work.base) { number = last + 1 }
        var paths = wanted.map { names.path(of: $0, number: number) }
        while !keeps, try !areFree(paths, for: wanted, of: work.uuid) {
            number += 1
            paths = wanted.map { names.path(of: $0, number: number) }
        }
        work.number = number
        for (file, path) in zip(wanted, paths) {
            guard let path else { continue }
            if let main = file.fallbackFor, !known.hasPart(file.part) {
                // A copy that is not written anew took the metadata in an earlier export.
                guard work.files.contains(where: { $0.part == main && !$0.moves }) else { continue }
                var sidecar = ExportWork.File(file, at: path)
                sidecar.fallbackFor = main
                reserved.insert(rules.key(path))
                work.files.append(sidecar)
                continue
            }
            let stayingBefore = staying[work.uuid]?.count
            try planFile(file, at: path, known: known, in: &work)
            if let remark = file.remark {
                notify(
                    .unreadableSidecar(
                        shownURL(of: path),
                        assetIdentifier(for: work.uuid),
                        reason: remark
                    )
                )
            }
            // A file that stays because another program changed it is reported with the other files that stay.
            if file.staysAsItIs || refusedMetadata(file, known: known, in: work),
                staying[work.uuid]?.count == stayingBefore
            {
                reportRemaining(at: path, of: work.uuid, remaining: work.remaining)
            }
        }
        for file in wanted {
            guard case .album(let titles, let part) = file.place else { continue }
            let main = wanted.firstIndex { file.part.hasSuffix(":\($0.part)") }
            guard let main, let target = paths[main] else { continue }
            try addAlbumFile(
                file,
                part: part,
                folder: albumFolder(titles),
                stem: stem,
                mainPath: target,
                known: known,
                to: &work
            )
        }
    }

    /// Returns whether no other file has one of the paths.
    private func areFree(_ paths: [String?], for wanted: [WantedFile], of uuid: UUID) throws -> Bool
    {
        for (path, file) in zip(paths, wanted) {
            guard let path else { continue }
            guard try isFree(path, for: file, of: uuid) else { return false }
        }
        return true
    }

    private func isFree(_ path: String, for file: WantedFile, of uuid: UUID) throws -> Bool {
        if isReserved(rules.key(path)) { return false }
        if let owner = try record.index.file(at: path) { return owner.asset == uuid }
        guard let state = try target.state(path) else { return true }
        return try isIdentical(file, toFileAt: path, state: state)
    }

    private func isIdentical(
        _ file: WantedFile,
        toFileAt path: String,
        state: TargetFolder.State
    ) throws -> Bool {
        guard let checksum = file.checksum, state.isFile, state.byteCount == file.byteCount else {
            return false
        }
        return try target.checksum(path) == checksum
    }

    // MARK: Files

    /// Decides what becomes of one file.
    private func planFile(
        _ wanted: WantedFile,
        at path: String,
        known: RecordIndex.Asset?,
        in work: inout ExportWork
    ) throws {
        reserved.insert(rules.key(path))
        var file = ExportWork.File(wanted, at: path)
        let key = rules.key(path)
        let row =
            known?.files.first { $0.part == wanted.part }
            ?? known?.files.first { rules.key($0.path) == key }
        guard var row else {
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
        let isIntact = state?.isSame(as: row) ?? false
        if let state, !isIntact {
            // The bytes count: another program may have copied the export, and changed the times of its files.
            if row.kind != .link, state.isFile, state.byteCount == row.byteCount,
                try target.checksum(row.path) == row.checksum
            {
                row.modification = state.modification
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
            summary.present += 1
            return
        }
        if isSamePath, row.source == wanted.source {
            // The same file is another part now, such as the edited version of a photo without an edit.
            try record.add(.removed(work.uuid, part: row.part))
            row.part = wanted.part
            try record.add(.file(work.uuid, row))
            summary.present += 1
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
        if !isSamePath, try target.state(path) != nil, rules.key(row.path) != key {
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
    private func takenRow(
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
            kind: kind
        )
        try record.add(.file(work.uuid, recorded))
        summary.present += 1
        notify(.present(fileEvent(for: recorded, of: work.uuid)))
    }

    func keepChangedFile(_ row: RecordedFile, in work: inout ExportWork) {
        work.hasFailed = true
        stay(row.path, of: work.uuid)
        summary.kept += 1
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
                assetIdentifier(for: work.uuid),
                reason: "\(reason), so it stays as it is. To get the library's version, \(way)."
            )
        )
    }

    func fileEvent(for file: RecordedFile, of uuid: UUID) -> ExportEvent.File {
        ExportEvent.File(
            url: shownURL(of: file.path),
            asset: assetIdentifier(for: uuid),
            byteCount: file.byteCount,
            checksum: file.kind == .link ? "" : Hexadecimal.digits(of: file.checksum)
        )
    }

    // MARK: Albums

    private func addAlbumFile(
        _ wanted: WantedFile,
        part: ExportPart,
        folder: String,
        stem: String,
        mainPath main: String,
        known: RecordIndex.Asset?,
        to work: inout ExportWork
    ) throws {
        var file = wanted
        if case .link = wanted.content {
            let link = Self.relativePath(from: folder, to: main)
            file.content = .link(link)
            file.byteCount = Int64(link.utf8.count)
            file.source = Array(ExportDigest.checksum(of: link).prefix(16))
        }
        if let row = known?.files.first(where: { $0.part == wanted.part }),
            TargetFolder.split(row.path).above + "/" == folder
        {
            return try planFile(file, at: row.path, known: known, in: &work)
        }
        guard folder.utf8.count + rules.longest <= Self.longestPath else {
            work.hasFailed = true
            return reportFailure(
                name: wanted.name,
                of: work.uuid,
                reason:
                    "The folders of its album give a path that is too long. Shorten their titles."
            )
        }
        var number = work.number
        while try !isFree(
            folder + part.filename(stem: stem, number: number, rules: rules),
            for: file,
            of: work.uuid
        ) {
            number += 1
        }
        try planFile(
            file,
            at: folder + part.filename(stem: stem, number: number, rules: rules),
            known: known,
            in: &work
        )
    }

    /// Returns the path of the folder of an album, with a slash at its end.
    ///
    /// - Parameter titles: The titles of the folders above the album, and its own.
    /// - Returns: The path relative to the export's folder.
    func albumFolder(_ titles: [String]) -> String {
        ([ExportOptions.albumsFolder] + titles.map(rules.folder)).map { $0 + "/" }.joined()
    }

    /// Returns the path that leads from a folder to a file, both relative to the export's folder.
    static func relativePath(from folder: String, to file: String) -> String {
        let up = folder.utf8.count { $0 == 0x2F }
        return String(repeating: "../", count: up) + file
    }
}

extension ExportWork.File {
    fileprivate init(_ wanted: WantedFile, at path: String) {
        self.init(
            part: wanted.part,
            path: path,
            name: wanted.name,
            content: wanted.content,
            source: wanted.source,
            checksum: wanted.checksum,
            byteCount: wanted.byteCount
        )
    }
}

extension RecordIndex.Asset? {
    /// Whether the record has a part of the asset.
    fileprivate func hasPart(_ part: String) -> Bool {
        self?.files.contains { $0.part == part } ?? false
    }
}
