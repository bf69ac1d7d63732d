extension MergeRules {
    /// Returns whether an asset lives, in Recently Deleted or outside.
    ///
    /// A purge hides the asset. What the purge had not seen brings the whole asset back: a value that a person set, an original
    /// file, an addition to an album, a restoring. Trashing and purging are no such changes, and neither are values that files
    /// state.
    ///
    /// - Parameters:
    ///   - asset: The asset's registers.
    ///   - memberships: Whether it is in each album that it was ever put into.
    ///   - lostFile: The stamp of the original that lost its role in another asset, and that this asset shows; otherwise nil.
    /// - Returns: Whether it lives.
    package func isLiving(
        _ asset: AssetRegisters,
        memberships: [AdditionSet],
        lostFile: Stamp? = nil
    ) -> Bool {
        guard asset.creation != nil || lostFile != nil else { return false }
        guard let existence = asset.existence else { return lostFile != nil }
        if existence.isPresent { return true }
        if let lostFile, !covers(existence.covered, lostFile.dot) { return true }
        if has(.purgeIsFinal) { return false }
        let purged = existence.covered
        func isUnseen(_ value: StampedValue) -> Bool {
            let counts = value.stamp.origin == .person || has(.fileValuesRevive)
            return counts && !covers(purged, value.stamp.dot)
        }
        for (_, value) in asset.values where isUnseen(value) { return true }
        if asset.keywords.contains(where: { isUnseen($0.value) }) { return true }
        if let burst = asset.burst, isUnseen(burst) { return true }
        if !has(.filesDoNotRevive),
            asset.presentFiles.contains(where: { !covers(purged, $0.value.stamp.dot) })
        {
            return true
        }
        if let trash = asset.trash, !covers(purged, trash.stamp.dot) {
            if trash.value == .no, !has(.restoringDoesNotRevive) { return true }
            if trash.value != .no, has(.trashingRevives) { return true }
        }
        guard !has(.additionsDoNotRevive) else { return false }
        return memberships.contains { set in
            set.additions.contains { !covers(purged, $0.dot) }
        }
    }

    /// Returns whether a living asset is shown in Recently Deleted.
    ///
    /// An asset that a merge of duplicates moved there is there only while the asset that it kept lives, or if the own deletion of
    /// that one had seen the merge. So two merges at once cannot lose all copies. An asset of which nothing has arrived keeps no
    /// other away.
    ///
    /// - Parameters:
    ///   - asset: The asset's registers.
    ///   - kept: The registers of the asset that was kept instead, and whether it lives.
    /// - Returns: Whether it is shown there.
    package func isTrashed(
        _ asset: AssetRegisters,
        kept: (registers: AssetRegisters, isLiving: Bool)?
    ) -> Bool {
        guard let trash = asset.trash, trash.value.isTrashed else { return false }
        guard let other = trash.value.kept, other != asset.id, !has(.keptIgnored) else {
            return true
        }
        guard let kept, kept.registers.creation != nil else { return false }
        let deletion = kept.registers.trash.flatMap { $0.value.seen }
        if kept.isLiving, deletion == nil { return true }
        if has(.keptMustLive) { return false }
        if has(.keptMayBeGone) { return true }
        if let deletion, covers(deletion, trash.stamp.dot) { return true }
        return !kept.isLiving && covers(kept.registers.purged, trash.stamp.dot)
    }
}
