/// The identifier of a member: of a library on one machine that takes part.
///
/// It is the library's incarnation, so a restored or copied library is another member.
package struct MemberID: Hashable, Comparable, Sendable {
    package var id: UniqueID

    package init(_ id: UniqueID) { self.id = id }

    package static func < (left: MemberID, right: MemberID) -> Bool { left.id < right.id }
}
