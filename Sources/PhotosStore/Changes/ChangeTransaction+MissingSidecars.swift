import GRDB

/// Sidecars of files that photos go on without.
extension ChangeTransaction {
    /// Forgets the sidecars that describe missing files of an asset, so that it keeps their words.
    ///
    /// The next sweep finds none of those that went with the files, or with another file of the asset that came back alone. One that is
    /// still there is read again: it may describe what is left.
    ///
    /// - Parameters:
    ///   - asset: The row of the asset.
    ///   - resources: The rows of its missing files.
    /// - Throws: The errors of SQLite.
    func forgetSidecars(ofAsset asset: Int64, describing resources: Set<Int64>) throws {
        let sidecars = try Row.fetchAll(
            db.cachedStatement(
                sql: """
                    SELECT source_file.id, source_file.folder_id, source_file.name, source_file.inode
                    FROM \(SourceLedger.sidecarsInPlace) AND asset.id = ?
                    """
            ),
            arguments: [asset]
        ).map {
            (
                row: $0.integer(0), folder: $0.integer(1), name: $0.text(2),
                isGone: $0.integer(3) == SourceLedger.noInode
            )
        }
        .filter { !ShotName.namesSettings($0.name) }
        guard !sidecars.isEmpty else { return }
        let missing = try Int64.fetchSet(
            db.cachedStatement(
                sql: """
                    SELECT source_file.id FROM resource JOIN source_file
                        ON source_file.asset_id = resource.asset_id AND source_file.checksum = resource.checksum
                    WHERE resource.id IN (SELECT value FROM photokit_rows(?))
                    """
            ),
            arguments: [PackedList.rows(resources)]
        )
        let files = try SourceLedger(db).files(
            ofAsset: asset,
            orCopiesIn: Set(sidecars.map(\.folder))
        )
        for sidecar in sidecars {
            let described = DescribedFile(
                ofSidecar: sidecar.name,
                among: files.map {
                    DescribedFile.Candidate(
                        $0.name,
                        isBeside: $0.folder == sidecar.folder,
                        isPresent: !missing.contains($0.row)
                    )
                }
            )
            guard sidecar.isGone || described == .gone else { continue }
            try db.cachedStatement(sql: "DELETE FROM source_file WHERE id = ?").run(in: db) {
                $0.integer(sidecar.row)
            }
        }
    }
}
