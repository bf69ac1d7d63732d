/// For each member, the number of its last block that was applied.
///
/// Blocks of one member are applied in their order, so all earlier ones were applied, too.
package struct VersionVector: Hashable, Sendable {
    /// The last block of each member that has one, in the order of the members.
    package private(set) var dots: [Dot] = []

    package init() {}

    /// Creates a vector from the last blocks of some members, in any order.
    package init(_ dots: some Sequence<Dot>) {
        for dot in dots { record(dot) }
    }

    /// Creates a vector from dots that are known to be in order, each of another member.
    init(ordered dots: [Dot]) { self.dots = dots }

    package var isEmpty: Bool { dots.isEmpty }

    /// The number of the last block of a member; 0 if there is none.
    package subscript(member: MemberID) -> UInt64 {
        for dot in dots where dot.member == member { return dot.number }
        return 0
    }

    /// Returns whether a block was applied.
    package func covers(_ dot: Dot) -> Bool { dot.number <= self[dot.member] }

    /// Returns whether all blocks of another vector were applied.
    package func covers(_ other: VersionVector) -> Bool { other.dots.allSatisfy { covers($0) } }

    /// Notes that a block was applied; a block of number 0 is none.
    package mutating func record(_ dot: Dot) {
        guard dot.number > 0 else { return }
        guard let index = dots.firstIndex(where: { $0.member >= dot.member }) else {
            dots.append(dot)
            return
        }
        if dots[index].member == dot.member {
            dots[index].number = max(dots[index].number, dot.number)
        } else {
            dots.insert(dot, at: index)
        }
    }

    /// Adds all blocks of another vector.
    package mutating func join(_ other: VersionVector) {
        if dots.isEmpty {
            self = other
        } else {
            for dot in other.dots { record(dot) }
        }
    }

    /// Returns the vector with another number for one member, also a lower one.
    package func setting(_ member: MemberID, to number: UInt64) -> VersionVector {
        var changed = VersionVector(ordered: dots.filter { $0.member != member })
        changed.record(Dot(member, number))
        return changed
    }
}

extension MergeRules {
    /// Returns whether a vector covers a block.
    func covers(_ vector: VersionVector, _ dot: Dot) -> Bool {
        if has(.coverageIsStrict) { return dot.number < vector[dot.member] }
        if has(.coverageIsOneTooMany) {
            return vector[dot.member] > 0 && dot.number <= vector[dot.member] + 1
        }
        return vector.covers(dot)
    }
}
