/// Files that make one asset, with what stands beside them.
package struct FileGroup: Hashable, Sendable {
    package struct Member: Hashable, Sendable {
        /// The caller's number for the file.
        package var index: Int
        /// The API's number for the type of a resource, see ``ResourceRole``.
        package var role: Int

        package init(index: Int, role: Int) {
            self.index = index
            self.role = role
        }
    }

    /// The original first; empty where a sidecar was found without the file that it belongs to.
    package var members: [Member]
    /// XMP files, the one to believe first; or the lone sidecar of a group without members.
    package var sidecars: [Int]
    /// Nil outside of bursts.
    package var representsBurst: Bool?
    /// The API's numbers: 1 picked by the camera; nil where nothing is said.
    package var burstSelection: Int?

    package init(
        members: [Member],
        sidecars: [Int] = [],
        representsBurst: Bool? = nil,
        burstSelection: Int? = nil
    ) {
        self.members = members
        self.sidecars = sidecars
        self.representsBurst = representsBurst
        self.burstSelection = burstSelection
    }

    /// Every file of the group.
    package var indexes: [Int] { members.map(\.index) + sidecars }
}
