import PhotosStore

/// Finding files that were renamed or moved, without reading any file.
extension SourceSweep {
    /// Records the present positions of known files by their inodes, sizes and dates.
    ///
    /// Sidecars come last: whose sidecar a file is depends on the photo that is beside it now. A sidecar that was moved to
    /// another photo is left among the files that are read.
    mutating func matchByNumbers(
        with identity: inout SourceIdentity,
        writer: inout SweepWriter
    ) throws {
        for index in arrivals.indices {
            try matchByNumbers(in: index, with: &identity, writer: &writer) { vacancy, _ in
                vacancy.outcome != .sidecar
            }
        }
        let rest = identity.rest
        guard rest.contains(where: { $0.outcome == .sidecar }) else { return }
        try writer.commit()
        let vacant = Set(rest.map(\.row))
        for index in arrivals.indices {
            let photos = try photos(beside: arrivals[index], without: vacant)
            try matchByNumbers(in: index, with: &identity, writer: &writer) { vacancy, name in
                vacancy.outcome == .sidecar && photos.accept(name, of: vacancy.assetID)
            }
        }
    }

    private mutating func matchByNumbers(
        in index: Int,
        with identity: inout SourceIdentity,
        writer: inout SweepWriter,
        where isSuitable: (SourceIdentity.Vacancy, String) -> Bool
    ) throws {
        let group = arrivals[index]
        var changed: [FolderFindings.Changed] = []
        for file in group.changed {
            let (entry, known) = (file.entry, file.known)
            let arrival = arrival(of: entry, known: known, in: group, named: known.name)
            if case .same(let row)? = identity.verdict(
                byNumbersOf: arrival,
                where: { isSuitable($0, known.name) }
            ) {
                try recordFound(row, entry: entry, named: known.name, in: group, writer: &writer)
            } else {
                changed.append(file)
            }
        }
        var new: [FolderListing.Entry] = []
        for entry in group.new.files {
            let name = group.new.name(of: entry)
            let arrival = arrival(of: entry, known: nil, in: group, named: name)
            if case .same(let row)? = identity.verdict(
                byNumbersOf: arrival,
                where: { isSuitable($0, name) }
            ) {
                try recordFound(row, entry: entry, named: name, in: group, writer: &writer)
            } else {
                new.append(entry)
            }
        }
        arrivals[index].changed = changed
        if new.count < group.new.files.count {
            arrivals[index].new = group.new.keeping(files: new)
        }
    }

    /// Returns the photos that are in the folder of new and changed files, with the names of these files.
    ///
    /// New files that are not sidecars are among them, because each may become the photo of a sidecar.
    ///
    /// - Parameters:
    ///   - group: The new and changed files of one folder.
    ///   - vacant: The rows of files that are not where the ledger has them.
    /// - Returns: The photos.
    /// - Throws: ``StoreError`` when the library cannot be read.
    private func photos(
        beside group: Arrivals,
        without vacant: Set<Int64>
    ) throws -> PhotosBeside {
        guard let row = tree.folders[group.folder].row else { return PhotosBeside() }
        let names = group.changed.map(\.known.name) + group.new.files.map(group.new.name(of:))
        let keys = Set(names.map(ClusterSplit.key))
        var photos = PhotosBeside()
        try library.sources.readLedger { ledger in
            try ledger.forEachFile(in: row.id) { file in
                guard let asset = file.assetID, !ShotName.namesSidecar(file.name),
                    !vacant.contains(file.id)
                else { return }
                let key = ClusterSplit.key(file.name)
                guard keys.contains(key) else { return }
                photos.files[key, default: []].append(.init(name: file.name, asset: asset))
            }
        }
        for name in group.new.files.map(group.new.name(of:))
        where !ShotName.namesSidecar(name) && !group.helpers.contains(name) {
            photos.files[ClusterSplit.key(name), default: []].append(.init(name: name, asset: nil))
        }
        return photos
    }
}
