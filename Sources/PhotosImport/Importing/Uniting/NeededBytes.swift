package import Foundation
import PhotosStore

/// Decides which files with known bytes photos still need as files of their own.
///
/// The bytes of a movie that assets have say nothing about the photo beside the movie: the photo may be another one, whose
/// asset has no movie yet. Camera programs and exporters write such copies, and so do people who copy a picture.
package enum NeededBytes {
    /// A file whose bytes assets have.
    package struct Known: Hashable, Sendable {
        package var file: GroupingFile
        /// The assets with the bytes.
        package var assets: Set<UUID>

        package init(file: GroupingFile, assets: Set<UUID>) {
            self.file = file
            self.assets = assets
        }
    }

    /// Returns whether the files of a cluster must be grouped to find out whether one with known bytes is needed.
    ///
    /// - Parameters:
    ///   - known: For each file with known bytes, the assets that have them.
    ///   - relatives: The assets of earlier files with these names.
    ///   - bringsMedia: Whether the cluster has pictures or movies with new bytes, too.
    /// - Returns: False if one asset has all known bytes, and nothing else is there.
    package static func mayBeNeeded(
        _ known: [Set<UUID>],
        besideAssets relatives: Set<UUID> = [],
        bringsMedia: Bool
    ) -> Bool {
        guard let first = known.first else { return false }
        if bringsMedia || known.contains(where: { !relatives.isSubset(of: $0) }) { return true }
        return known.dropFirst().reduce(first) { $0.intersection($1) }.isEmpty
    }

    /// Returns the numbers of the files with known bytes that belong to an asset without these bytes.
    ///
    /// - Parameters:
    ///   - known: The files of a cluster whose bytes assets have.
    ///   - newcomers: The other files of the cluster.
    ///   - relatives: The assets of earlier files with these names.
    /// - Returns: The ``GroupingFile/index`` of each needed file.
    package static func indexes(
        of known: [Known],
        beside newcomers: [GroupingFile],
        relatives: [LateArrivalRules.Asset] = []
    ) -> Set<Int> {
        let assets = Dictionary(known.map { ($0.file.index, $0.assets) }) { first, _ in first }
        var needed: Set<Int> = []
        for group in FileGrouping.groups(of: newcomers + known.map(\.file)) {
            guard let original = group.members.first else { continue }
            let holders = assets[original.index] ?? []
            for member in group.members.dropFirst() {
                guard let others = assets[member.index] else { continue }
                if holders.isDisjoint(with: others) { needed.insert(member.index) }
            }
        }
        // The still may have come earlier.
        for file in known where !needed.contains(file.file.index) {
            let others = relatives.filter { !file.assets.contains($0.uuid) }
            guard case .attach(let attachment) = LateArrivalRules.decide([file.file], among: others)
            else { continue }
            if !attachment.members.isEmpty { needed.insert(file.file.index) }
        }
        return needed
    }
}
