extension LibraryCommits {
    /// Moves the damaged files of healed resources to the quarantine, after the commit.
    ///
    /// No row mentions these files any more. A file that cannot be moved is an orphan, which the check
    /// reports and a repair moves.
    func quarantineHealed(_ block: ChangeBlock) {
        for case .healResources(let healings) in block.mutations {
            for healing in healings
            where healing.isDamaged && healing.held.sourceFileID == nil
                && LibraryLayout.isOriginalName(healing.held.file)
            {
                guard (try? originals.quarantine(healing.held.file)) != nil else { continue }
                _ = previews.remove([healing.held.file])
                _ = fragments.remove([healing.held.file])
            }
        }
    }
}
