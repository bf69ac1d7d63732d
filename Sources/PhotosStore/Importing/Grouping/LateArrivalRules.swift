package import Foundation

/// Whether files that arrive later belong to an asset that the library has.
///
/// The asset's files and the newcomers are grouped anew as if they had come together: so the order of arrival does not
/// matter to what they become.
package enum LateArrivalRules {
    /// An asset of the library that newcomers may belong to.
    package struct Asset: Hashable, Sendable {
        package struct Resource: Hashable, Sendable {
            package var role: Int
            /// What is known of the resource's file: the index is the caller's number for the resource, the name the one
            /// that it came with, the folder empty unless it is known.
            package var file: GroupingFile

            package init(role: Int, file: GroupingFile) {
                self.role = role
                self.file = file
            }
        }

        package var uuid: UUID
        package var resources: [Resource]

        package init(uuid: UUID, resources: [Resource]) {
            self.uuid = uuid
            self.resources = resources
        }
    }

    /// What becomes of newcomers that belong to an asset.
    package struct Attachment: Hashable, Sendable {
        package var asset: UUID
        /// Newcomers, with the roles that they get.
        package var members: [FileGroup.Member]
        /// Newcomers that tell of the asset.
        package var sidecars: [Int]
        /// Resources of the asset that get another role, by the caller's numbers for resources.
        package var demoting: [FileGroup.Member]
        /// Newcomers that stay without.
        package var remainder: [FileGroup]
    }

    package enum Decision: Hashable, Sendable {
        case separate
        case attach(Attachment)
    }

    /// Decides for the files of a new group, given the assets that share a content identifier, or a folder and a
    /// ``FileGrouping/clusterKey(_:)``, with one of them.
    ///
    /// Newcomers whose bytes the asset already has must be left out by the caller.
    package static func decide(_ newcomers: [GroupingFile], among assets: [Asset]) -> Decision {
        let found = assets.compactMap { attachment(of: newcomers, to: $0) }
        let best = found.min { left, right in
            let (first, second) = (left.members.count, right.members.count)
            return first == second
                ? left.asset.uuidString < right.asset.uuidString : first > second
        }
        return best.map(Decision.attach) ?? .separate
    }

    private static func attachment(of newcomers: [GroupingFile], to asset: Asset) -> Attachment? {
        let old = asset.resources
        guard let original = old.firstIndex(where: { ResourceRole.originals.contains($0.role) })
        else { return nil }
        // Both sides have the caller's numbers, which may be equal: here they are places in one list.
        var files = old.map(\.file) + newcomers
        for place in files.indices { files[place].index = place }
        let cluster = GroupingCluster(files.map(GroupingCluster.Entry.init))
        guard
            let joined = cluster.groups.first(where: { $0.members.map(\.index).contains(original) })
        else { return nil }

        let roles = Dictionary(uniqueKeysWithValues: joined.members.map { ($0.index, $0.role) })
        let isPaired = roles[original] == ResourceRole.pairedVideo
        let kept = old.indices.map { place in
            roles[place] ?? (isPaired ? besidePicture(old[place].role) : old[place].role)
        }
        let arriving = joined.members.filter { $0.index >= old.count && !kept.contains($0.role) }
        let sidecars = joined.sidecars.filter { $0 >= old.count }
        guard !arriving.isEmpty || !sidecars.isEmpty,
            ResourceCombination.isSupported(kept + arriving.map(\.role))
        else { return nil }

        let accepted = Set(arriving.map(\.index) + sidecars)
        func newcomer(_ place: Int) -> GroupingFile { newcomers[place - old.count] }
        return Attachment(
            asset: asset.uuid,
            members: arriving.map { .init(index: newcomer($0.index).index, role: $0.role) },
            sidecars: sidecars.map { newcomer($0).index },
            demoting: old.indices.filter { kept[$0] != old[$0].role }
                .map { .init(index: old[$0].file.index, role: kept[$0]) },
            remainder: FileGrouping.groups(
                of: newcomers.indices.filter { !accepted.contains($0 + old.count) }
                    .map { newcomers[$0] }
            )
        )
    }

    /// What a video's rendering is called once the video is the movie of a Live Photo.
    private static func besidePicture(_ role: Int) -> Int {
        switch role {
        case ResourceRole.fullSizeVideo: ResourceRole.fullSizePairedVideo
        // The bases that an edit was made on.
        case 12: 11
        default: role
        }
    }
}
