import Foundation
import OpenPhotoKit
import Photos
import ServeRules

/// The merges of groups that one change makes.
struct DuplicateMerging: Sendable {
    /// The number of photos and albums in one change: a change of more than 20,000 objects cannot be taken back.
    static let mostObjects = 10_000

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
    /// - Throws: `PHPhotosError` where the library cannot be read.
    init(of groups: [PhotoDuplicates.Group], in library: PHPhotoLibrary) throws {
        // The files are read first: this may take minutes, in which somebody may change the photos.
        let read = try library.mergePlans(for: groups, readingFiles: true)
        let whole = zip(groups, read).compactMap { group, plan in
            (try? plan.get()) == nil ? nil : group
        }
        let failed = read.lazy.compactMap { plan -> PHPhotosError? in
            if case .failure(let error) = plan { error } else { nil }
        }
        left = groups.count - whole.count
        problem = failed.first.map { Problem($0) }
        var objects = 0
        for plan in try library.mergePlans(for: whole) {
            switch plan {
            case .failure(let error): leaveGroup(because: Problem(error))
            case .success(let merge) where merge.removed.isEmpty:
                leaveGroup(because: .nothingToMerge)
            case .success(let merge):
                let count = 1 + merge.removed.count + merge.albums.count
                guard merges.isEmpty || objects + count <= Self.mostObjects else {
                    leaveGroup(because: .manyGroups)
                    continue
                }
                objects += count
                merges.append(merge)
            }
        }
    }

    private mutating func leaveGroup(because problem: Problem) {
        left += 1
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
