/// One block of one member: the number counts that member's blocks from 1 on.
package struct Dot: Hashable, Comparable, Sendable {
    package var member: MemberID
    package var number: UInt64

    package init(_ member: MemberID, _ number: UInt64) {
        self.member = member
        self.number = number
    }

    package static func < (left: Dot, right: Dot) -> Bool {
        left.member != right.member ? left.member < right.member : left.number < right.number
    }
}
