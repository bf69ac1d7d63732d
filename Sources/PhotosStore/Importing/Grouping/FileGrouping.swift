/// Which files make one asset, from their names and facts: see Documentation/Grouping.md.
package enum FileGrouping {
    /// The same for all names of one folder that might belong together, told by the name alone.
    package static func clusterKey(_ name: String) -> String { ShotName(name).key }

    /// Every file in exactly one group, whatever order the files come in.
    ///
    /// Only files of one folder and one ``clusterKey(_:)`` are joined; ``LateArrivalRules`` joins Live Photos across them, and
    /// ``BurstRules`` says who stands for a burst of which only a part is given here.
    package static func groups(of files: [GroupingFile]) -> [FileGroup] {
        var clusters: [GroupingCluster.Slot: [GroupingCluster.Entry]] = [:]
        for entry in files.map(GroupingCluster.Entry.init) {
            clusters[entry.slot, default: []].append(entry)
        }
        let order = clusters.keys.sorted { ($0.folder, $0.key) < ($1.folder, $1.key) }
        var groups = order.flatMap { GroupingCluster(clusters[$0] ?? []).groups }
        let byIndex = Dictionary(files.map { ($0.index, $0) }) { first, _ in first }
        markBursts(in: &groups, files: byIndex)
        return groups
    }

    private static func markBursts(in groups: inout [FileGroup], files: [Int: GroupingFile]) {
        var bursts: [String: [(group: Int, frame: BurstRules.Frame)]] = [:]
        for (place, group) in groups.enumerated() {
            let members = group.members.compactMap { files[$0.index] }
            guard let original = members.first,
                let identifier = members.lazy.compactMap(\.burstIdentifier).first
            else { continue }
            let frame = BurstRules.Frame(original)
            groups[place].burstSelection = frame.isCover ? 1 : nil
            bursts[identifier, default: []].append((place, frame))
        }
        for frames in bursts.values {
            let chosen = BurstRules.representative(of: frames.map(\.frame))
            for (place, frame) in frames.enumerated() {
                groups[frame.group].representsBurst = place == chosen
            }
        }
    }
}
