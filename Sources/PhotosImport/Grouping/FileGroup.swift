package import PhotosStore

/// Files that make one asset, with their sidecars.
package struct FileGroup: Hashable, Sendable {
    package struct Member: Hashable, Sendable {
        /// The caller's number for the file.
        package var index: Int
        package var role: ResourceRole

        package init(index: Int, role: ResourceRole) {
            self.index = index
            self.role = role
        }
    }

    /// The files of the asset, the original first.
    ///
    /// Empty for a sidecar without the file that it belongs to.
    package var members: [Member]
    /// The XMP files, the preferred one first, and then files of other programs' settings.
    ///
    /// In a group without members, the sidecar that belongs to no file.
    package var sidecars: [Int]
    /// The XMP files of other groups that fit this group as well, and whose words are read for it, too.
    package var shared: [Int] = []
    /// Nil outside of bursts.
    package var representsBurst: Bool?
    /// Who picked the picture from its burst; nil where no choice is recorded.
    package var burstSelection: BurstSelection?

    package init(
        members: [Member],
        sidecars: [Int] = [],
        representsBurst: Bool? = nil,
        burstSelection: BurstSelection? = nil
    ) {
        self.members = members
        self.sidecars = sidecars
        self.representsBurst = representsBurst
        self.burstSelection = burstSelection
    }

    /// Every file of the group.
    package var indexes: [Int] { members.map(\.index) + sidecars }
}
