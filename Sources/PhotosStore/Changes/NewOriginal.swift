/// The file that becomes the original of an asset whose original is gone.
package struct NewOriginal: Hashable, Sendable {
    /// The role that the file has had.
    package var former: ResourceRole
    /// The role that it gets.
    package var role: ResourceRole

    /// Chooses among the files that are left: the other picture of a pair, an edited version, what the edit was made from, a movie.
    ///
    /// The value is nil if one of them is an original, or none is a picture or movie.
    ///
    /// - Parameter roles: The roles of the files that are left.
    package init?(among roles: some Collection<ResourceRole>) {
        guard !roles.contains(where: ResourceRole.originals.contains),
            let choice = Self.choices.first(where: { roles.contains($0.former) })
        else { return nil }
        self = choice
    }

    private init(_ former: ResourceRole, becomes role: ResourceRole) {
        (self.former, self.role) = (former, role)
    }

    private static let choices = [
        NewOriginal(.alternatePhoto, becomes: .photo),
        NewOriginal(.fullSizePhoto, becomes: .photo),
        NewOriginal(.fullSizeVideo, becomes: .video),
        NewOriginal(.adjustmentBasePhoto, becomes: .photo),
        NewOriginal(.adjustmentBaseVideo, becomes: .video),
        NewOriginal(.pairedVideo, becomes: .video),
        NewOriginal(.fullSizePairedVideo, becomes: .video),
        NewOriginal(.adjustmentBasePairedVideo, becomes: .video),
    ]

    /// Whether the edit of the asset ends: it was made of the original that is gone.
    package var endsEdit: Bool { former != .alternatePhoto }

    /// The roles of files with which an asset can go on.
    static let possibleRoles = ResourceRole.originals + choices.map(\.former)
}
