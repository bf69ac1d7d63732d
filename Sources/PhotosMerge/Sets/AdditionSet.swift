/// Whether something is there: additions, minus those that removals had seen.
///
/// An addition is a stamp. A removal covers the additions that its author had applied, so one that it had not seen stays.
/// Joining vectors covers no more than each of them does, so one vector stands for all removals. Of one member's additions the
/// last suffices: a vector that covers it covers the earlier ones. In this form there is one value for each set of operations.
package struct AdditionSet: Hashable, Sendable {
    /// For each member, its last addition that no removal had seen, in the order of the members.
    package private(set) var additions: [Stamp]
    /// For each member, the stamp of its last removal, in the order of the members.
    package private(set) var removals: [Stamp]
    /// What the removals had seen.
    package private(set) var covered: VersionVector

    package var isPresent: Bool { !additions.isEmpty }

    /// An addition.
    package init(adding stamp: Stamp) {
        additions = [stamp]
        removals = []
        covered = VersionVector()
    }

    /// A removal by an author who had applied the blocks of a vector.
    package init(removing stamp: Stamp, seen: VersionVector) {
        additions = []
        removals = [stamp]
        covered = seen
    }

    /// The joined parts of several operations, as they were coded.
    init(additions: [Stamp], removals: [Stamp], covered: VersionVector) {
        self.additions = additions
        self.removals = removals
        self.covered = covered
    }

    /// The greatest stamp among the additions.
    package var lastAddition: Stamp? { additions.max() }

    /// The stamps of all operations that left a trace.
    package var stamps: [Stamp] { additions + removals }

    /// Returns what a member itself contributed, with all that the removals cover.
    ///
    /// Additions of others are left out: who gets them early could not say later that they were seen.
    package func contribution(of member: MemberID) -> AdditionSet {
        AdditionSet(
            additions: additions.filter { $0.member == member },
            removals: removals.filter { $0.member == member },
            covered: covered
        )
    }
}

extension MergeRules {
    /// Returns the set of the operations of both.
    package func merged(_ left: AdditionSet, _ right: AdditionSet) -> AdditionSet {
        var covered = left.covered
        if has(.removalVectorsReplaced), !right.covered.isEmpty {
            covered = right.covered
        } else {
            covered.join(right.covered)
        }
        let removals = lastByMember(left.removals, right.removals, keepsFirst: false)
        var additions = lastByMember(
            left.additions,
            right.additions,
            keepsFirst: has(.earliestAdditionKept)
        )
        if has(.presenceByStamp) {
            if let last = removals.max() { additions.removeAll { $0.time < last.time } }
        } else if has(.removalsCoverAll) {
            if !covered.isEmpty { additions = [] }
        } else if !has(.removalsIgnored), !covered.isEmpty {
            additions.removeAll { covers(covered, $0.dot) }
        }
        return AdditionSet(additions: additions, removals: removals, covered: covered)
    }

    /// Returns, for each member, the stamp with the greatest number.
    private func lastByMember(_ left: [Stamp], _ right: [Stamp], keepsFirst: Bool) -> [Stamp] {
        guard !right.isEmpty else { return left }
        guard !left.isEmpty else { return right }
        var joined = left
        for stamp in right {
            guard let index = joined.firstIndex(where: { $0.member >= stamp.member }) else {
                joined.append(stamp)
                continue
            }
            if joined[index].member != stamp.member {
                joined.insert(stamp, at: index)
            } else {
                // Stamps of one block differ only where a copied library wrote it once more.
                let (first, second) = (joined[index], stamp)
                let isFirst =
                    first.number != second.number ? first.number > second.number : first > second
                joined[index] = isFirst != keepsFirst ? first : second
            }
        }
        return joined
    }
}
