import Foundation
import PhotosMedia
import PhotosStore

/// Creating assets from new files of a source, grouped as in an import.
extension SourceSweep {
    func newcomerMedia(
        of file: SweptFile,
        checksum: [UInt8],
        facts: MediaFacts
    ) -> ImportedMedia {
        // A name that no file below the originals has, because the resource's file stays in the source.
        let name = library.environment.makeUUID().uuidString.replacing("-", with: "").lowercased()
        let staged = StagedFile(
            file: "\(name.prefix(2))/\(name)",
            byteCount: file.entry.byteCount,
            checksum: checksum
        )
        return ImportedMedia(
            resource: StagedResource(file: staged, facts: facts, area: nil, staysInSource: true),
            facts: facts,
            complaint: facts.damage
        )
    }

    mutating func inspectSidecar(_ file: FoundFile) throws -> InspectedFile {
        try importing().inspections.inspectFile(file)
    }

    /// Creates assets from the new files of one cluster, or adds the files to existing assets.
    mutating func createAssets(
        from newcomers: [InspectedFile],
        in folder: Int,
        relatives: [ImportCluster.Relative]
    ) throws {
        guard !newcomers.isEmpty, let row = tree.folders[folder].row else { return }
        let path = SourceFolderPath(sourceID: source.id, topInode: 0, steps: [], folderID: row.id)
        let cluster = ImportCluster(
            folder: path,
            files: newcomers.map(\.file),
            relatives: relatives
        )
        let run = try importing()
        try run.processCluster(cluster, files: newcomers)
        if run.block.isFull(run.options) { try run.commitBlock() }
    }

    mutating func finishCreating() throws {
        guard let run = importRun else { return }
        try run.commitBlock()
        run.removeArea()
        let summary = run.reporting.summary
        report.sameCount += summary.unchangedCount
        report.createdCount += summary.importedCount
        report.joinedCount += summary.joinedCount
        report.duplicateCount += summary.duplicateCount + summary.inSourceCount
        report.healedCount += summary.healedCount
        report.equalDeletedCount += summary.equalDeletedCount
        report.otherCount += summary.otherCount
        report.loneSidecarCount += summary.loneSidecarCount
        report.refusedCount += summary.refusedCount
        report.refusedSidecarCount += run.reporting.refusedSidecarCount
        report.incompleteCount += summary.incompleteCount
        importRun = nil
    }

    /// Returns the assets that known pictures and movies with the same names in a folder belong to.
    ///
    /// A sidecar or a recipe may be left of a photo that is elsewhere now.
    func relatives(of keys: Set<Int>, in group: Arrivals) throws -> [Int: [ImportCluster.Relative]]
    {
        guard let row = tree.folders[group.folder].row else { return [:] }
        var relatives: [Int: [ImportCluster.Relative]] = [:]
        try library.sources.readLedger { ledger in
            try ledger.forEachFile(in: row.id) { file in
                guard let asset = file.assetID, !ShotName.namesSidecar(file.name) else { return }
                let key = ClusterSplit.key(file.name)
                guard keys.contains(key) else { return }
                relatives[key, default: []].append(.init(name: file.name, asset: asset))
            }
        }
        return relatives
    }

    /// Returns the assets that belong to known files with exactly these names in a folder.
    func relatives(named names: [String], in group: Arrivals) throws -> [ImportCluster.Relative] {
        guard let row = tree.folders[group.folder].row else { return [] }
        return try library.sources.readLedger { ledger in
            try names.compactMap { name in
                try ledger.file(name, in: row.id)?.assetID.map { asset in
                    ImportCluster.Relative(name: name, asset: asset)
                }
            }
        }
    }

    private mutating func importing() throws -> ImportRun {
        if let importRun { return importRun }
        let (notify, repeated) = (notify, repeated)
        var importOptions = ImportOptions()
        importOptions.keepsCompanions = false
        importOptions.blockFiles = options.blockFiles
        importOptions.makesPreviews = options.makesPreviews
        let run = try ImportRun(
            library,
            options: importOptions,
            writesReport: false,
            reader: reader,
            previews: previewMaker(),
            isCancelled: isCancelled
        ) { event in
            if case .joined(let url, let name) = event, repeated.assets[url.path] != nil {
                return repeated.reports.append((url, name))
            }
            if let event = LibrarySource.Event(event) { notify(event) }
        }
        run.sources.present = source
        importRun = run
        return run
    }
}

extension FoundFile {
    init(_ file: SweptFile) {
        self.init(
            url: file.url,
            byteCount: file.entry.byteCount,
            inode: file.entry.inode,
            modification: file.entry.modification
        )
    }
}

extension LibrarySource.Event {
    /// Converts an event of an import to an event of a sweep.
    fileprivate init?(_ event: LibraryImport.Event) {
        switch event {
        case .imported(let url, let name): self = .created(url, localIdentifier: name)
        case .joined(let url, let name): self = .joined(url, localIdentifier: name)
        case .duplicate(let url, let twin), .inSource(let url, let twin):
            self = .duplicate(url, of: twin)
        case .healed(let url, let name): self = .healed(url, localIdentifier: name)
        case .refused(let url, let reason), .changed(let url, let reason):
            self = .refused(url, reason: reason)
        case .incomplete(let url, let reason): self = .incomplete(url, reason: reason)
        case .withoutFacts(let reason): self = .withoutFacts(reason: reason)
        case .withoutPreview(let url, let reason): self = .withoutPreview(url, reason: reason)
        case .noPreviews(let reason): self = .noPreviews(reason: reason)
        case .previewsLeft(let count): self = .previewsLeft(count)
        case .sharedSidecar(let url, let reason): self = .sharedSidecar(url, reason: reason)
        case .found, .unchanged, .removed, .other, .conflict, .stayed, .passedOver, .deleted, .loss,
            .progress:
            return nil
        }
    }
}
