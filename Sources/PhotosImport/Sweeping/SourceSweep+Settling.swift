import Foundation
import PhotosMedia
import PhotosStore

/// Deciding about the files that a sweep has found, and writing the decisions.
extension SourceSweep {
    mutating func decideAboutFiles() throws {
        var writer = SweepWriter(library, source: source.id, options: options)
        var identity = SourceIdentity(vacancies: vacancies, displaced: displaced, kept: kept)
        let hasVacancies = !vacancies.isEmpty
        noteVacancies()
        (vacancies, kept) = ([], [])
        for ledgerRow in returned {
            if try isInLibrary(ledgerRow.row.assetID) { report.returnedCount += 1 }
            if let asset = ledgerRow.row.assetID { returnedAssets.insert(asset) }
            try writer.add(found: ledgerRow)
        }
        returned = []
        notePhotosBesideSidecars()
        if hasVacancies, !options.readsAll { try matchByNumbers(with: &identity, writer: &writer) }
        // The relatives of new files are the photos that are in the folder now.
        try writer.commit()
        for group in arrivals where !isCancelled() {
            try matchByContent(
                group.changed.map { ($0.entry, $0.known) },
                in: group,
                identity: &identity,
                writer: &writer
            )
        }
        passOverHelpers()
        // New files may belong to the photos that changed files have become.
        try importRun?.commitBlock()
        for group in arrivals where !isCancelled() {
            try matchByContent(
                group.new.files.map { ($0, nil) },
                in: group,
                identity: &identity,
                writer: &writer
            )
        }
        arrivals = []
        try writer.commit()
        if !isCancelled() {
            try takeMovedEdits(from: &identity, writer: &writer)
            try takeMovedRecipes(from: &identity, writer: &writer)
            let vacant = Set(identity.rest.map(\.row)).subtracting(displaced)
            try readWaitingSidecars(without: vacant)
        }
        try finishCreating()
        report.wasCancelled = isCancelled()
        if !report.wasCancelled {
            let missing = MissingFiles(identity.rest, displaced: displaced)
            try recordMissing(missing, writer: &writer)
            try writer.commit()
            report.vanishedCount = try offlineCount(among: missing.assetsOfMissing)
            // A sweep that is stopped here leaves the rows, so the next one finds the same sidecars lost.
            let waiting = try followLostSidecars(among: missing)
            let files = [missing.lostSidecars, missing.copiesWithSidecars].joined()
            for file in files where !waiting.contains(file.asset) {
                try writer.add(forgotten: file.row)
            }
            try writer.commit()
            try noteReturnedParts(among: missing, of: waiting)
        }
        report.returnedCount += writer.reattached
    }

    /// Records which assets may have lost files and recipes.
    private mutating func noteVacancies() {
        for vacancy in [vacancies, kept].joined() where vacancy.outcome.isAsset {
            guard let asset = vacancy.assetID else { continue }
            if vacancy.sidecarKey == nil {
                assetsWithVacancies.insert(asset)
            } else if !displaced.contains(vacancy.row) {
                assetsWithoutRecipe.insert(asset)
            }
        }
    }

    /// Leaves out new files that a camera wrote beside movies for its own display.
    ///
    /// Helper files that an earlier version took as photos were matched before, and stay photos.
    private mutating func passOverHelpers() {
        for index in arrivals.indices where !arrivals[index].helpers.isEmpty {
            let before = arrivals[index].new.passedOver
            arrivals[index].new.passOver(arrivals[index].helpers)
            report.passedOverCount += arrivals[index].new.passedOver - before
        }
    }

    func arrival(
        of entry: FolderListing.Entry,
        known: SourceFileRow?,
        in group: Arrivals,
        named name: String
    ) -> SourceIdentity.Arrival {
        let original = known == nil ? BackupName.original(of: name) : nil
        return SourceIdentity.Arrival(
            numbers: entry.numbers,
            known: known.map {
                SourceIdentity.Known(
                    row: $0.id,
                    numbers: $0.numbers,
                    outcome: $0.outcome,
                    isFolderRenumbered: tree.folders[group.folder].isRenumbered
                        && group.dates?.distinguish(entry.modification) != false
                )
            },
            backupOf: original.flatMap { original in
                group.changed.first { $0.known.name == original }?.known.id
            }
        )
    }

    /// Records the present position of a known file.
    mutating func recordFound(
        _ row: Int64,
        entry: FolderListing.Entry,
        named name: String,
        in group: Arrivals,
        writer: inout SweepWriter
    ) throws {
        guard let folder = tree.folders[group.folder].row?.id,
            let (before, file) = try library.sources.readLedger({ try $0.file(row) })
        else { return }
        switch PositionChange(of: file, from: before, to: folder, name: name) {
        case .returned:
            if let asset = file.assetID { returnedAssets.insert(asset) }
            if try isInLibrary(file.assetID) {
                report.returnedCount += 1
            } else {
                report.sameCount += 1
            }
        case .none: report.sameCount += 1
        case .moved: report.movedCount += 1
        }
        try writer.add(
            found: SourceConclusions.LedgerRow(
                folder: folder,
                row: file.row(named: name, listedAs: entry)
            )
        )
    }

    mutating func processFile(
        _ file: SweptFile,
        finding: FileScan.Finding,
        in group: Arrivals,
        identity: inout SourceIdentity,
        writer: inout SweepWriter
    ) throws -> NewFile? {
        guard let folder = tree.folders[group.folder].row?.id else { return nil }
        let decision = try SweptFileDecision(finding) {
            try verdict(on: file, finding: finding, in: group, identity: &identity)
        } waiting: {
            try writer.waitingResource(of: $0)
        }
        var row = SourceFileRow(file.entry, name: file.name, outcome: .imported)
        if case .media(let checksum, _) = finding { row.checksum = checksum }
        if case .refused(let reason) = finding { notify(.refused(file.url, reason: reason)) }
        report.count(decision)
        switch decision {
        case .wait: if ShotName.namesSidecar(file.name) { leavesSidecars = true }
        case .sidecar: break
        case .note(let outcome):
            row.outcome = outcome
            if let known = file.known, known.outcome.isAsset { identity.release(known.id) }
            try writer.add(noted: SourceConclusions.LedgerRow(folder: folder, row: row))
        case .move(let known):
            try recordFound(known, entry: file.entry, named: file.name, in: group, writer: &writer)
        case .edit(let known):
            if let asset = file.known?.assetID { editedAssets.append(asset) }
            let ledgerRow = SourceConclusions.LedgerRow(folder: folder, row: row)
            if case .media(_, let facts) = finding {
                try recordEdit(
                    ofRow: known,
                    file: file,
                    ledgerRow: ledgerRow,
                    facts: facts,
                    writer: &writer
                )
            }
        case .reattach(let waiting):
            let ledgerRow = SourceConclusions.LedgerRow(folder: folder, row: row)
            try writer.add(taken: ledgerRow, for: waiting)
        case .take:
            guard case .media(let checksum, let facts) = finding else { return nil }
            return NewFile(
                file: file,
                media: newcomerMedia(of: file, checksum: checksum, facts: facts)
            )
        }
        return nil
    }

    /// Returns which known file a picture or movie is.
    private func verdict(
        on file: SweptFile,
        finding: FileScan.Finding,
        in group: Arrivals,
        identity: inout SourceIdentity
    ) throws -> SourceIdentity.Verdict {
        guard case .media(let checksum, let facts) = finding else { return .new }
        var content = SourceIdentity.Content(
            checksum: checksum,
            captureDate: facts.dateSource == "file" ? nil : facts.creationDate,
            camera: facts.cameraModel
        )
        if let asset = file.known?.assetID {
            (content.knownCaptureDate, content.knownCamera) = try recordedCapture(ofAsset: asset)
        }
        var arrival = arrival(of: file.entry, known: file.known, in: group, named: file.name)
        if let known = file.known, known.inode == file.entry.inode {
            // On another volume, an inode says nothing.
            arrival.inodeUse = isElsewhere ? .reused : inodeUse(of: file.url, known: known)
        }
        return try identity.verdict(on: arrival, content: content) { row in
            try library.sources.readLedger { try $0.file(row)?.row.checksum }
        }
    }

    func recordEdit(
        ofRow known: Int64,
        file: SweptFile,
        ledgerRow: SourceConclusions.LedgerRow,
        facts: MediaFacts,
        writer: inout SweepWriter
    ) throws {
        guard let (_, before) = try library.sources.readLedger({ try $0.file(known) }) else {
            return
        }
        var row = before.row(named: file.name, listedAs: file.entry)
        row.checksum = ledgerRow.row.checksum
        let ledgerRow = SourceConclusions.LedgerRow(folder: ledgerRow.folder, row: row)
        try writer.add(edited: SourceConclusions.Edit(ledgerRow: ledgerRow, facts: facts))
    }

    /// Returns the capture date and the camera in the file of an asset, as they were last read.
    ///
    /// Where the file was not read, the date is that of the asset, unless it is only the date of the file.
    private func recordedCapture(ofAsset asset: Int64) throws -> (date: Date?, camera: String?) {
        let original = try library.facts.recorded(ofAsset: asset).original
        if let capture = original?.capture, capture.source != "file" {
            return (capture.date, original?.camera.model)
        }
        let record = try library.records.assets([asset]).records[asset]
        return (
            record?.dateSource == "file" ? nil : record?.creationDate, original?.camera.model
        )
    }

    private func inodeUse(of url: URL, known: SourceFileRow) -> InodeUse {
        InodeUse(
            birth: FileOperations.birth(url),
            modification: known.modification,
            swept: source.sweptDate.map(Self.nanoseconds),
            now: Self.nanoseconds(library.environment.volumeEnvironment.fileClock())
        )
    }

    private static func nanoseconds(_ date: Date) -> Int64 {
        Int64(max(-9e18, min(date.timeIntervalSince1970 * 1e9, 9e18)))
    }

    // MARK: Missing files

    private func recordMissing(_ files: MissingFiles, writer: inout SweepWriter) throws {
        // A file with the bytes of a missing one replaces it. So duplicates that are missing, too, are
        // forgotten first.
        for row in files.forgotten { try writer.add(forgotten: row) }
        for row in files.missing {
            try writer.add(missing: row, sidecars: files.sidecarsOfMissing[row] ?? [])
        }
    }

    /// Returns how many assets in a list are offline; an asset counts as often as it is listed.
    ///
    /// An asset that a person deleted does not count, nor one that got a duplicate of the missing file.
    private func offlineCount(among assets: [Int64]) throws -> Int {
        var count = 0
        for start in stride(from: 0, to: assets.count, by: 1_024) {
            let part = assets.dropFirst(start).prefix(1_024)
            let records = try library.records.assets(Set(part)).records
            count += part.count { asset in
                guard let record = records[asset], record.trashedDate == nil else { return false }
                return record.traits.contains(.offline)
            }
        }
        return count
    }

    /// Returns whether a file's asset is one that a person sees: not deleted, and not in Recently Deleted.
    private mutating func isInLibrary(_ asset: Int64?) throws -> Bool {
        guard let asset else { return false }
        let trashed = try trashedAssets ?? library.records.trashedRows()
        trashedAssets = trashed
        return !trashed.contains(asset)
    }

    mutating func finish() throws {
        recordVolume()
        source.sweptDate = library.environment.now()
        try library.sources.writeLedger { [source, tree] ledger in
            // Sorted so that subfolders are removed before the folders that contain them.
            for folder in tree.vacant.keys.sorted(by: >) { try ledger.removeEmptyFolder(folder) }
            try ledger.write(source)
        }
    }
}

extension SourceFileRow {
    /// Returns the row of the same file, with its present name, inode, size and date.
    fileprivate func row(named name: String, listedAs entry: FolderListing.Entry) -> SourceFileRow {
        var row = self
        row.name = name
        row.inode = entry.inode
        row.byteCount = entry.byteCount
        row.modification = entry.modification
        if outcome == .absent { row.outcome = .imported }
        return row
    }
}
