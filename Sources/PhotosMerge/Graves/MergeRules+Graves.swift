extension MergeRules {
    /// Returns whether a removal, deletion or purge can be forgotten, with the registers that it hides.
    ///
    /// Every living member must have applied it, and all that it had seen: otherwise an addition that it covers could still
    /// arrive. Assets that were moved to Recently Deleted while this one was kept need it as long as they are there.
    ///
    /// - Parameters:
    ///   - set: The register with the removals.
    ///   - vectors: What each living member has applied.
    ///   - isKept: Whether another asset's register names this one as the one that was kept.
    /// - Returns: Whether no machine needs it any more.
    package func mayForget(
        _ set: AdditionSet,
        appliedBy vectors: [VersionVector],
        isKept: Bool = false
    ) -> Bool {
        guard !set.isPresent, !isKept, !vectors.isEmpty else { return false }
        return vectors.allSatisfy { vector in
            set.removals.allSatisfy { vector.covers($0.dot) }
                && (has(.gravesGoEarly) || vector.covers(set.covered))
        }
    }
}
