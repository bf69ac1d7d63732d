import PhotosStore

/// Groups files into assets by their names and metadata.
///
/// See Documentation/Imports.md.
package enum FileGrouping {
    /// Returns a key that is equal for all names of one folder that may belong together.
    package static func clusterKey(_ name: String) -> String { ShotName(name).key }

    /// Groups files into assets.
    ///
    /// Every file is in exactly one group, and the order of the files does not matter.
    ///
    /// Only files of one folder and one ``clusterKey(_:)`` are joined. ``LateArrivalRules`` joins Live Photos
    /// across folders and keys. If only a part of a burst is given here, ``BurstRules`` chooses the burst's
    /// representative.
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
        for (index, group) in groups.enumerated() {
            let members = group.members.compactMap { files[$0.index] }
            guard let original = members.first,
                let identifier = members.lazy.compactMap(\.burstIdentifier).first
            else { continue }
            let frame = BurstRules.Frame(original)
            groups[index].burstSelection = frame.isCover ? .byCamera : nil
            bursts[identifier, default: []].append((index, frame))
        }
        for frames in bursts.values {
            let chosen = BurstRules.representative(of: frames.map(\.frame))
            for (index, frame) in frames.enumerated() {
                groups[frame.group].representsBurst = index == chosen
            }
        }
    }
}
