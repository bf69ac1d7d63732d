package import Foundation
package import PhotosStore

/// Decides whether files that arrive later belong to an existing asset of the library.
///
/// The asset's files and the new files are grouped again, as if they had arrived together. So the order of
/// arrival does not affect the result.
package enum LateArrivalRules {
    /// An asset of the library that new files may belong to.
    package struct Asset: Hashable, Sendable {
        package struct Resource: Hashable, Sendable {
            package var role: ResourceRole
            /// The properties of the resource's file.
            ///
            /// The index is the caller's number for the resource. The name is the original file name. The
            /// folder is empty where it is not known.
            package var file: GroupingFile

            package init(role: ResourceRole, file: GroupingFile) {
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

        /// Whether the asset has the recipe of an edit.
        var hasRecipe: Bool { resources.contains { $0.role == ResourceRole.adjustmentData } }
    }

    /// The outcome for new files that belong to an asset.
    package struct Attachment: Hashable, Sendable {
        package var asset: UUID
        /// The new files that become resources, with their roles.
        package var members: [FileGroup.Member]
        /// The new files that are sidecars of the asset.
        package var sidecars: [Int]
        /// The new sidecars of other assets that fit this asset as well, and whose words are read for it, too.
        package var shared: [Int] = []
        /// The asset's resources that get another role, by the caller's numbers for resources.
        package var demoting: [FileGroup.Member]
        /// The groups of the new files that do not belong to the asset.
        package var remainder: [FileGroup]
    }

    package enum Decision: Hashable, Sendable {
        case separate
        case attach(Attachment)
    }

    /// Decides about the files of a new group.
    ///
    /// `assets` are the assets that share a content identifier with a new file, or a folder and a
    /// ``FileGrouping/clusterKey(_:)``. The caller must leave out new files whose bytes the asset already
    /// has.
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
        // The caller's numbers for resources and new files may be equal. Here, each number is an index in one
        // list of both.
        var files = old.map(\.file) + newcomers
        for index in files.indices { files[index].index = index }
        let cluster = GroupingCluster(files.map(GroupingCluster.Entry.init))
        guard
            let joined = cluster.groups.first(where: { $0.members.map(\.index).contains(original) })
        else { return nil }

        let roles = Dictionary(uniqueKeysWithValues: joined.members.map { ($0.index, $0.role) })
        let isPaired = roles[original] == ResourceRole.pairedVideo
        let kept = old.indices.map { index in
            roles[index] ?? (isPaired ? besidePicture(old[index].role) : old[index].role)
        }
        let arriving = joined.members.filter { $0.index >= old.count && !kept.contains($0.role) }
        let sidecars = joined.sidecars.filter { $0 >= old.count }
        guard !arriving.isEmpty || !sidecars.isEmpty,
            ResourceCombination.isSupported(kept + arriving.map(\.role))
        else { return nil }

        let accepted = Set(arriving.map(\.index) + sidecars)
        func newcomer(_ index: Int) -> GroupingFile { newcomers[index - old.count] }
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

    /// Returns the role of a video's rendering after the video has become the movie of a Live Photo.
    private static func besidePicture(_ role: ResourceRole) -> ResourceRole {
        switch role {
        case .fullSizeVideo: .fullSizePairedVideo
        case .adjustmentBaseVideo: .adjustmentBasePairedVideo
        default: role
        }
    }
}
