import Foundation
import OpenPhotoKit
import Photos
import ServeRules

/// The merges of groups that one change makes.
struct DuplicateMerging: Sendable {
    /// The number of photos and albums in one change: a change of more than 20,000 objects cannot be taken back.
    static let mostObjects = 10_000
    /// The number of groups that are planned together.
    private static let plansAtOnce = 256

    /// The merges that change something.
    private(set) var merges: [PhotoDuplicates.Merge] = []
    /// The number of groups that stay, because they cannot be merged or did not fit.
    private(set) var left = 0
    /// Why a group stays; nil where each is merged.
    private(set) var problem: Problem?

    /// The number of photos that move to Recently Deleted.
    var removedCount: Int { merges.reduce(0) { $0 + $1.removed.count } }

    /// The number of videos among them.
    var removedVideoCount: Int {
        merges.reduce(0) { sum, merge in sum + merge.removed.count { $0.mediaType == .video } }
    }

    /// Plans the merges of groups.
    ///
    /// - Parameters:
    ///   - groups: Groups of one search.
    ///   - library: Their library.
    ///   - mostObjects: The number of photos and albums in one change; a single group may have more.
    /// - Throws: `PHPhotosError` where the library cannot be read.
    init(
        of groups: [PhotoDuplicates.Group],
        in library: PHPhotoLibrary,
        mostObjects: Int = Self.mostObjects
    ) throws {
        // Only files of groups that fit are read.
        var fitting: [PhotoDuplicates.Group] = []
        var (objects, isFull) = (0, false)
        for start in stride(from: 0, to: groups.count, by: Self.plansAtOnce) where !isFull {
            let part = groups[start..<min(start + Self.plansAtOnce, groups.count)]
            for (group, merge) in try mergesThatChange(Array(part), in: library) where !isFull {
                objects += 1 + merge.removed.count + merge.albums.count
                isFull = !fitting.isEmpty && objects > mostObjects
                if !isFull { fitting.append(group) }
            }
        }
        let rest = groups.count - left - fitting.count
        if rest > 0 { leaveGroups(rest, because: .manyGroups) }
        // Reading may take minutes, in which somebody may change the photos. So the plans are made once more.
        let whole = try mergesThatChange(fitting, in: library, readingFiles: true).map(\.group)
        merges = try mergesThatChange(whole, in: library).map(\.merge)
    }

    /// Returns the merges of groups that change something, and counts the other groups.
    private mutating func mergesThatChange(
        _ groups: [PhotoDuplicates.Group],
        in library: PHPhotoLibrary,
        readingFiles: Bool = false
    ) throws -> [(group: PhotoDuplicates.Group, merge: PhotoDuplicates.Merge)] {
        let plans = try library.mergePlans(for: groups, readingFiles: readingFiles)
        var merges: [(group: PhotoDuplicates.Group, merge: PhotoDuplicates.Merge)] = []
        for (group, plan) in zip(groups, plans) {
            switch plan {
            case .failure(let error): leaveGroups(because: Problem(error))
            case .success(let merge) where merge.removed.isEmpty:
                leaveGroups(because: .nothingToMerge)
            case .success(let merge): merges.append((group, merge))
            }
        }
        return merges
    }

    private mutating func leaveGroups(_ count: Int = 1, because problem: Problem) {
        left += count
        self.problem = self.problem ?? problem
    }

    /// Makes the change requests of all merges, inside a change block.
    func makeChangeRequests() {
        for merge in merges { merge.makeChangeRequests() }
    }
}

/// What merging did.
struct MergedModel: Encodable {
    /// The number of photos that moved to Recently Deleted.
    let count: Int
    /// The number of videos among them.
    let videos: Int
    /// The number of merged groups.
    let groups: Int
    /// The number of groups that stay.
    let left: Int
    /// Why a group stays.
    let reason: String?
    let undo: String?

    init(_ merging: DuplicateMerging, undo: String?) {
        count = merging.removedCount
        videos = merging.removedVideoCount
        groups = merging.merges.count
        left = merging.left
        reason = merging.problem?.message
        self.undo = undo
    }
}

extension Problem {
    static let nothingToMerge = Problem(
        .conflict,
        "own-files",
        "Each of these photos has files that the best one lacks or has in a source alone, so all of them stay."
    )
    static let manyGroups = Problem(
        .conflict,
        "many-groups",
        "So many groups are not merged at once. Merge the rest afterwards."
    )
    static let noGroup = Problem(
        .notFound,
        "no-group",
        "There is no such group. Search again."
    )
    static let unlikeKeeper = Problem(
        .conflict,
        "unlike-keeper",
        "None of the others is a duplicate of this photo, so it cannot take their place."
    )
    static let largeGroup = Problem(
        .conflict,
        "large-group",
        "Up to \(PHPhotoLibrary.mostDifferentAssets) photos can be called different at once."
    )
}
