import GRDB

extension LibraryCommits {
    /// Commits several blocks in one transaction, each as an entry of the history of its own.
    ///
    /// New assets have no files, and only the properties that their updates set. This is for synthetic
    /// libraries. With files for a million assets, a benchmark would only measure the disk.
    package func fill(_ blocks: [ChangeBlock]) throws {
        try core.write { db in
            for block in blocks {
                _ = try self.applyBlock(
                    block,
                    staged: Self.stagedDrafts(of: block),
                    by: .everything,
                    in: db
                )
            }
        }
        core.notifyOfCommit()
        core.feed.check()
    }

    private static func stagedDrafts(of block: ChangeBlock) -> [Int: StagedContent] {
        var drafts: [Int: StagedContent] = [:]
        for (index, mutation) in block.mutations.enumerated() {
            guard case .createAsset(let creation) = mutation else { continue }
            let record = AssetRecord(rowID: 0, uuid: creation.uuid)
            drafts[index] = .asset(AssetDraft(record: record, resources: [], facts: AssetFacts()))
        }
        return drafts
    }
}
