/// Groups of duplicates: each member is a duplicate of the group's first one.
///
/// So groups do not chain. If A is like B and B is like C, and A is not like C, then all three are a group only if B comes
/// first. Otherwise one of them stays out.
package struct DuplicateGrouping: Sendable, Hashable {
    /// Another asset and what it has in common with the first one of its group.
    package struct Relation: Sendable, Hashable {
        package var index: Int
        package var kind: DuplicateKind
        /// The number of different bits of both hashes; nil where they were not compared.
        package var distance: Int?

        package init(index: Int, kind: DuplicateKind, distance: Int? = nil) {
            self.index = index
            self.kind = kind
            self.distance = distance
        }
    }

    /// The position of the first asset of the group.
    package var first: Int
    /// The others in their order.
    package var others: [Relation]

    package init(first: Int, others: [Relation]) {
        self.first = first
        self.others = others
    }

    /// Makes groups of assets that are in the order in which they come first.
    ///
    /// - Parameters:
    ///   - count: The number of assets.
    ///   - related: Returns the duplicates of an asset among the later ones for which the closure that it gets returns true.
    /// - Returns: The groups in the order of their first assets. No asset is in two groups.
    /// - Throws: The errors of `related`.
    package static func groups(
        of count: Int,
        related: (_ index: Int, _ isFree: (Int) -> Bool) throws -> [Relation]
    ) rethrows -> [DuplicateGrouping] {
        var isTaken = [Bool](repeating: false, count: count)
        var groups: [DuplicateGrouping] = []
        for index in 0..<count where !isTaken[index] {
            var others: [Relation] = []
            for relation in try related(index, { $0 > index && !isTaken[$0] })
            where relation.index > index && !isTaken[relation.index] {
                isTaken[relation.index] = true
                others.append(relation)
            }
            guard !others.isEmpty else { continue }
            isTaken[index] = true
            others.sort { $0.index < $1.index }
            groups.append(DuplicateGrouping(first: index, others: others))
        }
        return groups
    }
}
