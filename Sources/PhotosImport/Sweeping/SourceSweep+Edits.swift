import PhotosMedia
import PhotosStore

/// Finding edited versions that were moved with their photos, and changed as well.
extension SourceSweep {
    /// A new picture or movie.
    struct NewFile {
        var file: SweptFile
        var media: ImportedMedia

        var inspected: InspectedFile {
            InspectedFile(file: FoundFile(file), finding: .media(media))
        }
    }

    /// New files with the names of edited versions, which are decided about when it is known where all other files are.
    struct WaitingEdits {
        /// The index of their folder.
        var folder: Int
        /// The key of their names.
        var key: Int
        var files: [NewFile]
    }

    /// A new file that is the changed edited version of a photo.
    private struct MovedEdit {
        /// The index of the file among the new files.
        var index: Int
        /// The row of the edited version.
        var row: Int64
        var asset: Int64
    }

    /// Returns whether new files all have names of edited versions, and lie beside files of an asset that may have lost one.
    func mayBeEdits(_ files: [NewFile], beside relatives: [ImportCluster.Relative]) -> Bool {
        files.allSatisfy { ShotName($0.file.name).edit != nil }
            && relatives.contains { assetsWithVacancies.contains($0.asset) }
    }

    /// Gives new files that lie beside photos the rows of the edited versions that these photos have lost.
    ///
    /// The other ones become assets, or join some, as all new files do.
    ///
    /// - Parameters:
    ///   - identity: The known files; those that are given count as matched.
    ///   - writer: Writes the rows.
    /// - Throws: ``StoreError`` where the library cannot be read or written.
    mutating func takeMovedEdits(
        from identity: inout SourceIdentity,
        writer: inout SweepWriter
    ) throws {
        guard !waitingEdits.isEmpty else { return }
        // The photo beside an edited version may be new.
        try importRun?.commitBlock()
        let rest = identity.rest
        let vacant = Set(rest.map(\.row)).subtracting(displaced)
        var lost = Set(rest.filter { $0.outcome.isAsset && $0.sidecarKey == nil }.map(\.row))
        var taken: Set<Int64> = []
        let folders = Dictionary(grouping: waitingEdits, by: \.folder)
        waitingEdits = []
        for (folder, clusters) in folders.sorted(by: { $0.key < $1.key }) {
            guard let row = tree.folders[folder].row else { continue }
            let keys = Set(clusters.map(\.key))
            let beside = try filesBeside(in: row.id, keys: keys, without: vacant).beside
            for cluster in clusters {
                let photos = beside.present(withKey: cluster.key)
                let edits = try movedEdits(among: cluster.files, beside: photos, lost: lost)
                for edit in edits {
                    let file = cluster.files[edit.index]
                    try record(edit, by: file, in: row.id, writer: &writer)
                    lost.remove(edit.row)
                    taken.insert(edit.row)
                }
                let found = Set(edits.map(\.index))
                try createAssets(
                    from: cluster.files.indices.filter { !found.contains($0) }
                        .map { cluster.files[$0].inspected },
                    in: folder,
                    relatives: beside.relatives(withKey: cluster.key)
                )
            }
        }
        identity.take(taken)
        try writer.commit()
    }

    private mutating func record(
        _ edit: MovedEdit,
        by new: NewFile,
        in folder: Int64,
        writer: inout SweepWriter
    ) throws {
        var row = SourceFileRow(new.file.entry, name: new.file.name, outcome: .imported)
        row.checksum = new.media.resource.file.checksum
        try recordEdit(
            ofRow: edit.row,
            file: new.file,
            ledgerRow: SourceConclusions.LedgerRow(folder: folder, row: row),
            facts: new.media.facts,
            writer: &writer
        )
        editedAssets.append(edit.asset)
        report.editedCount += 1
    }

    /// Returns which new files would be the edited versions of a photo beside them that has lost these.
    ///
    /// Where several photos may have lost them, none gets any.
    private func movedEdits(
        among files: [NewFile],
        beside photos: [ImportCluster.Relative],
        lost: Set<Int64>
    ) throws -> [MovedEdit] {
        let assets = Set(photos.filter { ShotName($0.name).edit == nil }.map(\.asset))
        guard !assets.isEmpty else { return [] }
        let resources = try library.records.resources(ofAssets: assets)
        let names = try library.history.identifiers(assets, in: .asset)
        let newcomers = files.enumerated().map { index, new in
            GroupingFile(index: index, name: new.file.name, facts: new.media.facts)
        }
        var found: [[MovedEdit]] = []
        for asset in assets.sorted() {
            var rows: [ResourceRole: Int64] = [:]
            for resource in resources[asset] ?? []
            where ResourceRole.renderings.contains(resource.type) {
                guard let row = resource.sourceFileID, lost.contains(row) else { continue }
                rows[resource.type] = row
            }
            guard !rows.isEmpty, let uuid = names[asset]?.uuid,
                var photo = try library.partnerAsset(uuid, among: photos, reader: reader)
            else { continue }
            photo.resources.removeAll { rows[$0.role] != nil }
            guard
                case .attach(let attachment) = LateArrivalRules.decide(newcomers, among: [photo]),
                attachment.demoting.isEmpty
            else { continue }
            let edits = attachment.members.compactMap { member in
                rows[member.role].map { MovedEdit(index: member.index, row: $0, asset: asset) }
            }
            if !edits.isEmpty { found.append(edits) }
        }
        return found.count == 1 ? found[0] : []
    }
}
