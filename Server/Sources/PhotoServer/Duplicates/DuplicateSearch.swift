import Foundation
import OpenPhotoKit
import Photos
import PhotosBase
import ServeRules
import Synchronization

/// The search for duplicates in a client's library, and the groups that it found.
///
/// The mutex guards the state. A new search ends the one that runs. Groups stay until the next search, so that a merge that
/// is taken back shows its group again.
final class DuplicateSearch: Sendable {
    /// How far the search is.
    enum Phase: String, Encodable, Sendable {
        /// Nobody has searched yet.
        case none
        case hashing
        case comparing
        case done
        case failed
        case cancelled
    }

    /// A group, with the photo first that the search or a person put there.
    struct FoundGroup: Sendable {
        /// The local identifier of the photo that the search put first, which names the group whatever a person chooses.
        let id: String
        let group: PhotoDuplicates.Group

        var assets: [PHAsset] { [group.first] + group.others.map(\.asset) }
    }

    /// A group whose photos a person called different.
    struct DifferentGroup: Sendable {
        let assets: [PHAsset]
        /// The pairs among them that were called different before.
        let earlier: [[PHAsset]]
    }

    struct State: Sendable {
        var kind = PhotoDuplicates.Kind.alike
        var phase = Phase.none
        var done = 0
        var all = 0
        /// The number of photos and videos that were compared.
        var compared = 0
        /// The number of pictures that could be compared by their bytes alone.
        var failures = 0
        /// The groups as the search found them.
        var groups: [PhotoDuplicates.Group] = []
        /// The groups in which a person put another photo first, by the photo that the search put there.
        var chosen: [String: PhotoDuplicates.Group] = [:]
        /// The groups whose photos a person called different.
        var different: [String: DifferentGroup] = [:]
        /// Why the search failed.
        var reason: String?
        /// The number of the search, so that an earlier one changes nothing.
        var number = 0
        var task: Task<Void, Never>?

        /// The groups with the choices of a person.
        var foundGroups: [FoundGroup] {
            groups.compactMap { group in
                let id = group.first.localIdentifier
                guard different[id] == nil else { return nil }
                return FoundGroup(id: id, group: chosen[id] ?? group)
            }
        }
    }

    private let state = Mutex(State())

    var present: State { state.withLock { $0 } }

    /// Begins a search, unless one of the same kind runs.
    func start(_ kind: PhotoDuplicates.Kind, in library: PHPhotoLibrary) {
        state.withLock { state in
            if [.hashing, .comparing].contains(state.phase), state.kind == kind { return }
            state.task?.cancel()
            let number = state.number + 1
            state = State(kind: kind, phase: .hashing, number: number)
            state.task = Task { await self.findGroups(of: kind, in: library, search: number) }
        }
    }

    /// Ends the search that runs.
    func cancel() {
        state.withLock { state in
            guard [.hashing, .comparing].contains(state.phase) else { return }
            state.task?.cancel()
            state.phase = .cancelled
            state.number += 1
        }
    }

    /// Puts another photo of a group first.
    ///
    /// - Throws: ``Problem`` where there is no such group or photo, or none of the others is a duplicate of the photo.
    func choosePhoto(_ asset: String, ofGroup id: String, in library: PHPhotoLibrary) async throws {
        let state = present
        guard let group = state.groups.first(where: { $0.first.localIdentifier == id }),
            state.different[id] == nil
        else { throw Problem.noGroup }
        let members = [group.first] + group.others.map(\.asset)
        guard let keeper = members.first(where: { $0.localIdentifier == asset }) else {
            throw Problem.noPhoto
        }
        let chosen = try await library.duplicateGroup(keeping: keeper, of: group, state.kind)
        guard let chosen else { throw Problem.unlikeKeeper }
        updateState(ofSearch: state.number) { $0.chosen[id] = chosen }
    }

    /// Remembers in the library that the present photos of a group are no duplicates of each other.
    ///
    /// Reads the library that is the current one.
    ///
    /// - Returns: The number of photos.
    /// - Throws: ``Problem`` where there is no such group, `PHPhotosError` where the library cannot be changed.
    func callDifferent(_ id: String, in library: PHPhotoLibrary) throws -> Int {
        let state = present
        // A photo that was deleted since is no obstacle for the others.
        guard let found = state.foundGroups.first(where: { $0.id == id }),
            let assets = DuplicateReading.presentGroups(among: [found]).first?.assets
        else { throw Problem.noGroup }
        guard assets.count <= PHPhotoLibrary.mostDifferentAssets else { throw Problem.largeGroup }
        let names = Set(assets.map(\.localIdentifier))
        let earlier = try library.differentAssets().filter {
            names.contains($0.0.localIdentifier) && names.contains($0.1.localIdentifier)
        }
        try library.markAsDifferent(assets)
        updateState(ofSearch: state.number) { state in
            state.different[id] = DifferentGroup(
                assets: assets,
                earlier: earlier.map { [$0.0, $0.1] }
            )
        }
        return assets.count
    }

    /// Forgets what ``callDifferent(_:in:)`` remembered, and shows the group again.
    ///
    /// - Returns: The number of photos.
    /// - Throws: ``Problem`` where nobody called the group different since the search, `PHPhotosError` where the library
    ///   cannot be changed.
    func forgetDifferent(_ id: String, in library: PHPhotoLibrary) throws -> Int {
        let state = present
        guard let group = state.different[id] else { throw Problem.noGroup }
        try library.forgetDifferent(group.assets)
        for pair in group.earlier { try library.markAsDifferent(pair) }
        updateState(ofSearch: state.number) { $0.different[id] = nil }
        return group.assets.count
    }

    private func updateState(ofSearch number: Int, body: (inout State) -> Void) {
        state.withLock { state in
            if state.number == number { body(&state) }
        }
    }

    private func findGroups(
        of kind: PhotoDuplicates.Kind,
        in library: PHPhotoLibrary,
        search number: Int
    ) async {
        do {
            let assets = try await BlockingThreads.common.run {
                library.withCurrent { PHAsset.fetchAssets(with: nil) }
            }
            let report = try await library.duplicateGroups(kind, among: assets) { progress in
                self.updateState(ofSearch: number) { state in
                    switch progress {
                    case .hashing(let done, let all):
                        (state.phase, state.done, state.all) = (.hashing, done, all)
                    case .comparing(let done, let all):
                        (state.phase, state.done, state.all) = (.comparing, done, all)
                    }
                }
            }
            updateState(ofSearch: number) { state in
                state.phase = .done
                state.groups = report.groups
                state.compared = report.assetCount
                state.failures = report.failures.count
                state.task = nil
            }
        } catch {
            let reason = Problem(error).message
            updateState(ofSearch: number) { state in
                state.phase = .failed
                state.reason = reason
                state.task = nil
            }
        }
    }
}
