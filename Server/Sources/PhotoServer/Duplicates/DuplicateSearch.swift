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

    struct State: Sendable {
        var kind = PhotoDuplicates.Kind.alike
        var phase = Phase.none
        var done = 0
        var all = 0
        /// The number of photos and videos that were compared.
        var compared = 0
        /// The number of pictures that could be compared by their bytes alone.
        var failures = 0
        var groups: [PhotoDuplicates.Group] = []
        /// Why the search failed.
        var reason: String?
        /// The number of the search, so that an earlier one changes nothing.
        var number = 0
        var task: Task<Void, Never>?
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
