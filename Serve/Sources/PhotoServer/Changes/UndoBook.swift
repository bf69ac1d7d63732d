import Foundation
import HTTPTypes
import OpenPhotoKit
import Photos
import ServeRules
import Synchronization

/// The changes that sessions can take back.
///
/// The mutex guards the steps. The queue lets one change of this server run at a time, so that the history's entry of a
/// change is found by its author among those since its beginning.
final class UndoBook: Sendable {
    private struct State {
        var stacks: [String: UndoStack<UndoStep>] = [:]
        /// The positions of changes that another change took back, and of those other changes.
        var cancelled: Set<String> = []
    }

    private let state = Mutex(State())
    private let queue = DispatchQueue(label: "photokit-serve changes")

    /// Carries out a change block, and remembers how to take it back.
    ///
    /// - Parameters:
    ///   - call: The request.
    ///   - albums: The albums whose members the block changes.
    ///   - trees: The albums and folders whose position the block changes.
    ///   - canBeUndone: False for what is gone for good.
    ///   - body: Makes change requests, inside a change block of the client's library.
    /// - Returns: The identifier for undoing; nil where the change cannot be taken back, or changed nothing.
    /// - Throws: `PHPhotosError`; then nothing was changed.
    func perform(
        _ call: Call,
        albums: [PHAssetCollection] = [],
        trees: [PHCollection] = [],
        canBeUndone: Bool = true,
        _ body: @escaping @Sendable () -> Void
    ) async throws -> String? {
        try await run(call, albums, trees, .done, canBeUndone: canBeUndone, body)?.id
    }

    private func run(
        _ call: Call,
        _ albums: [PHAssetCollection],
        _ trees: [PHCollection],
        _ kind: UndoStep.Kind,
        canBeUndone: Bool = true,
        _ body: @escaping @Sendable () -> Void
    ) async throws -> (id: String, step: UndoStep)? {
        let client = call.client
        let step = try await withCheckedThrowingContinuation {
            (continuation: CheckedContinuation<UndoStep?, any Error>) in
            queue.async {
                continuation.resume(
                    with: Result {
                        try client.library.library.withCurrent {
                            try Self.commit(client, albums, trees, kind, body)
                        }
                    }
                )
            }
        }
        client.library.albums.clear()
        guard canBeUndone, let step else { return nil }
        let id = Secret.identifier()
        state.withLock {
            $0.stacks[client.credential.id, default: UndoStack()].add(step, id: id)
        }
        return (id, step)
    }

    private static func commit(
        _ client: Client,
        _ albums: [PHAssetCollection],
        _ trees: [PHCollection],
        _ kind: UndoStep.Kind,
        _ body: @escaping @Sendable () -> Void
    ) throws -> UndoStep? {
        let library = client.library.library
        let before = library.currentChangeToken
        let orders = Dictionary(
            albums.map { ($0.localIdentifier, AlbumOrder.positions($0)) },
            uniquingKeysWith: { first, _ in first }
        )
        let places = trees.isEmpty ? [:] : AlbumTree.places()
        let author = client.author
        try library.performChangesAndWait(author: author, work: .edit, body)
        var own: UndoStep?
        for change in try library.fetchPersistentChanges(since: before)
        where change.author == author {
            own = UndoStep(
                kind: kind,
                token: change.changeToken,
                facts: try change.facts(),
                orders: orders,
                places: places
            )
        }
        return own
    }

    /// Takes a change back, or makes one again.
    ///
    /// - Returns: The identifier for the opposite, and the number of photos or albums.
    func reverse(_ id: String, _ kind: UndoStep.Kind, _ call: Call) async throws -> (String?, Int) {
        let session = call.client.credential.id
        let known = state.withLock { ($0.stacks[session]?.step(id), $0.cancelled) }
        guard let step = known.0, step.kind == kind else {
            throw Problem(.conflict, "cannot-undo", "This change is no longer remembered.")
        }
        let plan = try await call.client.library.read {
            try Self.check(step, call.client.library.library, cancelled: known.1)
            return try UndoPlan(step)
        }
        let opposite: UndoStep.Kind = kind == .done ? .undone : .done
        let made = try await run(call, plan.albums, plan.trees, opposite) { plan.run() }
        state.withLock { state in
            state.stacks[session]?.remove(id)
            if kind == .done, let made {
                state.cancelled.formUnion([step.token.stringValue, made.step.token.stringValue])
            }
        }
        return (made?.id, step.count)
    }

    private static func check(
        _ step: UndoStep,
        _ library: PHPhotoLibrary,
        cancelled: Set<String>
    ) throws {
        let own = UndoRules.Change(step.facts, author: "")
        var later: [UndoRules.Change] = []
        for change in try library.fetchPersistentChanges(since: step.token)
        where !cancelled.contains(change.changeToken.stringValue) {
            later.append(UndoRules.Change(try change.facts(), author: change.author ?? "a program"))
        }
        let message: String
        switch UndoRules.refusal(of: own, later: later) {
        case nil: return
        case .purged: message = "Photos that were deleted for good cannot come back."
        case .objectGone(_, let author):
            message = "\(author) deleted something of this change for good meanwhile."
        case .changedSince(_, let author): message = "\(author) changed the same since."
        }
        throw Problem(.conflict, "cannot-undo", message)
    }
}
