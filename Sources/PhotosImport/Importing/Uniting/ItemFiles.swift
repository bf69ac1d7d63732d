package import PhotosStore

/// Decides which files of an item of another program's library become resources of one asset.
package struct ItemFiles: Sendable {
    package struct Refusal: Hashable, Sendable {
        package var index: Int
        package var reason: String
    }

    /// The files that become resources; empty if the original cannot be imported.
    package private(set) var members: [FileGroup.Member] = []
    package private(set) var refusals: [Refusal] = []

    /// - Parameters:
    ///   - roles: The roles of the files in their asset.
    ///   - files: The inspected files in the same order, the original first.
    package init(roles: [ResourceRole], files: [InspectedFile]) {
        guard let original = files.first else { return }
        guard case .media = original.finding else {
            refusals = files.enumerated().map { index, file in
                Refusal(index: index, reason: Self.refusalReason(for: file, of: original))
            }
            return
        }
        for (index, file) in files.enumerated() {
            switch file.finding {
            case .media, .adjustment:
                if ResourceCombination.isSupported(members.map(\.role) + [roles[index]]) {
                    members.append(.init(index: index, role: roles[index]))
                } else {
                    refuseFile(at: index, reason: "It does not fit the other files of its asset.")
                }
            case .known, .other, .refused, .xmp, .settings:
                refuseFile(at: index, reason: Self.refusalReason(for: file, of: original))
            }
        }
    }

    /// Whether an edited version is among the members, so that the edit's recipe is kept.
    package var hasEdit: Bool { members.contains { ResourceRole.edited.contains($0.role) } }

    private mutating func refuseFile(at index: Int, reason: String) {
        refusals.append(Refusal(index: index, reason: reason))
    }

    private static func refusalReason(for file: InspectedFile, of original: InspectedFile) -> String
    {
        switch file.finding {
        case .refused(let reason): reason
        case .other, .xmp, .settings: "It is neither a picture nor a movie."
        case .known: "The library has its bytes in another asset."
        case .media, .adjustment:
            "The original that it belongs to, \(original.file.name), could not be imported."
        }
    }
}
