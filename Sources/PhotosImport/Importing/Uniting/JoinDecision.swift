package import Foundation
import PhotosStore

/// Decides which new files of a cluster are added to an earlier asset, become assets, or wait for another file.
package enum JoinDecision: Hashable, Sendable {
    case attach(LateArrivalRules.Attachment)
    case create(FileGroup)
    /// A sidecar without its picture or movie, by the number of the file.
    case wait(Int)
    /// A file with known bytes that no asset needs, by the number of the file.
    case leave(Int)

    /// Decides about the new files of a cluster; each file is in exactly one decision.
    ///
    /// - Parameters:
    ///   - newcomers: The files of the cluster that may join assets.
    ///   - repeated: For those whose bytes assets have, these assets, by the number of the file. The file joins an
    ///     asset that needs it, and creates none.
    ///   - assets: The assets that the files may belong to.
    /// - Returns: The decisions in the order in which they are carried out. A sidecar may be in further ones as shared.
    package static func decisions(
        _ newcomers: [GroupingFile],
        repeated: [Int: Set<UUID>] = [:],
        among assets: [LateArrivalRules.Asset]
    ) -> [JoinDecision] {
        let owners = SidecarOwners(newcomers, among: assets)
        var decisions = fileDecisions(for: owners.files, repeated: repeated, among: assets)
        let names = Dictionary(newcomers.map { ($0.index, ShotName($0.name).full) }) { one, _ in one
        }
        for (sidecar, others) in owners.others.sorted(by: { $0.key < $1.key }) {
            for other in others {
                shareSidecar(
                    sidecar,
                    withFileNamed: other,
                    names: names,
                    assets: assets,
                    among: &decisions
                )
            }
        }
        return decisions
    }

    /// Adds a sidecar to what a file becomes or belongs to, unless the sidecar is there.
    private static func shareSidecar(
        _ sidecar: Int,
        withFileNamed name: String,
        names: [Int: String],
        assets: [LateArrivalRules.Asset],
        among decisions: inout [JoinDecision]
    ) {
        let asset = assets.first { asset in
            asset.resources.contains { ShotName($0.file.name).full == name }
        }
        for index in decisions.indices {
            switch decisions[index] {
            case .create(var group) where group.members.contains(where: { names[$0.index] == name }):
                guard !(group.sidecars + group.shared).contains(sidecar) else { return }
                group.shared.append(sidecar)
                decisions[index] = .create(group)
                return
            case .attach(var attachment)
            where attachment.asset == asset?.uuid
                || attachment.members.contains(where: { names[$0.index] == name }):
                guard !(attachment.sidecars + attachment.shared).contains(sidecar) else { return }
                attachment.shared.append(sidecar)
                decisions[index] = .attach(attachment)
                return
            default: break
            }
        }
        guard let asset else { return }
        decisions.append(
            .attach(
                LateArrivalRules.Attachment(
                    asset: asset.uuid,
                    members: [],
                    sidecars: [],
                    shared: [sidecar],
                    demoting: [],
                    remainder: []
                )
            )
        )
    }

    private static func fileDecisions(
        for newcomers: [GroupingFile],
        repeated: [Int: Set<UUID>],
        among assets: [LateArrivalRules.Asset]
    ) -> [JoinDecision] {
        var decisions: [JoinDecision] = []
        var (rest, assets) = (newcomers, assets)
        // A picture that joins its earlier movie needs no second movie with the same bytes.
        let new = newcomers.filter { repeated[$0.index] == nil }
        if new.count < newcomers.count,
            case .attach(let attachment) = LateArrivalRules.decide(new, among: assets),
            !attachment.members.isEmpty
        {
            let served = repeated.filter { $0.value.contains(attachment.asset) }
            decisions += served.keys.sorted().map { .leave($0) }
            rest.removeAll { served[$0.index] != nil }
        }
        // The files may belong to several assets, like the sidecars of two photos of one name.
        while case .attach(let attachment) = LateArrivalRules.decide(rest, among: assets) {
            assets.removeAll { $0.uuid == attachment.asset }
            if attachment.members.isEmpty, areClaimed(attachment.sidecars, among: rest) { continue }
            decisions.append(.attach(attachment))
            let taken = Set(attachment.members.map(\.index) + attachment.sidecars)
            rest.removeAll { taken.contains($0.index) }
        }
        return decisions + groupDecisions(for: rest, repeated: Set(repeated.keys))
    }

    /// Returns whether sidecars describe pictures or movies that arrive with them, so that no earlier asset takes them.
    private static func areClaimed(_ sidecars: [Int], among files: [GroupingFile]) -> Bool {
        let claimed = FileGrouping.groups(of: files).filter { !$0.members.isEmpty }.flatMap {
            $0.sidecars + $0.members.map(\.index)
        }
        return Set(sidecars).isSubset(of: claimed)
    }

    private static func groupDecisions(
        for files: [GroupingFile],
        repeated: Set<Int>
    ) -> [JoinDecision] {
        let groups = FileGrouping.groups(of: files)
        // Without the files whose bytes are known, what would be grouped with them may be grouped differently.
        let left = Set(groups.compactMap(\.members.first?.index)).intersection(repeated)
        guard left.isEmpty else {
            return left.sorted().map { .leave($0) }
                + groupDecisions(for: files.filter { !left.contains($0.index) }, repeated: repeated)
        }
        return groups.flatMap { group in
            group.members.isEmpty ? group.sidecars.map { .wait($0) } : [.create(group)]
        }
    }
}
