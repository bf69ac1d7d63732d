import PhotosStore

/// Decides which new files of a cluster are added to an earlier asset, become assets, or wait for another file.
package enum JoinDecision: Hashable, Sendable {
    case attach(LateArrivalRules.Attachment)
    case create(FileGroup)
    /// A sidecar without its picture or movie, by the number of the file.
    case wait(Int)

    /// Decides about the new files of a cluster; each file is in exactly one decision.
    ///
    /// - Parameters:
    ///   - newcomers: The new files of the cluster.
    ///   - assets: The assets that the files may belong to.
    /// - Returns: The decisions in the order in which they are carried out.
    package static func decisions(
        _ newcomers: [GroupingFile],
        among assets: [LateArrivalRules.Asset]
    ) -> [JoinDecision] {
        switch LateArrivalRules.decide(newcomers, among: assets) {
        case .separate: separate(FileGrouping.groups(of: newcomers))
        case .attach(let attachment): [.attach(attachment)] + separate(attachment.remainder)
        }
    }

    private static func separate(_ groups: [FileGroup]) -> [JoinDecision] {
        groups.flatMap { group in
            group.members.isEmpty ? group.sidecars.map { .wait($0) } : [.create(group)]
        }
    }
}
