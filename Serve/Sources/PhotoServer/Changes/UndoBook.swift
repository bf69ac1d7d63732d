import Foundation
import HTTPTypes
import OpenPhotoKit
import Photos
import ServeRules
import Synchronization

/// The changes that sessions can take back.
///
/// The mutex guards the steps; their files are written under it, in the same order. The queue lets one change of this server
/// run at a time, so that no other one comes between a change and the reading of the orders before it.
final class UndoBook: Sendable {
    private struct State {
        var stacks: [String: UndoStack<UndoStep>] = [:]
        var shared: UndoFiles.Shared
        var lastNumber = 0
    }

    /// What the history does not say of a change.
    struct Before: Sendable {
        /// The albums whose members the block changes.
        var albums: [PHAssetCollection] = []
        /// The albums and folders whose position the block changes.
        var trees: [PHCollection] = []
        /// For each photo whose picture the block changes, the recipe that shows it as it is now.
        var recipes: [String: PictureEdit] = [:]
    }

    /// The most reversals; older ones lie before all remembered steps of most sessions.
    private static let mostReversals = 2000

    private let files: UndoFiles
    private let state: Mutex<State>
    private let queue = DispatchQueue(label: "photokit-serve changes")

    /// Reads the steps of an earlier server.
    init(_ files: UndoFiles) {
        self.files = files
        var state = State(shared: files.shared())
        for entry in files.all() {
            state.stacks[entry.session, default: UndoStack()].add(entry.step, id: entry.id)
            state.lastNumber = max(state.lastNumber, entry.number)
        }
        self.state = Mutex(state)
    }

    /// Forgets the steps of all sessions but some.
    func keep(_ sessions: Set<String>) {
        let others = state.withLock { $0.stacks.keys.filter { !sessions.contains($0) } }
        for session in others { forget(session) }
    }

    /// Forgets the steps of a session that is over.
    func forget(_ session: String) {
        state.withLock { state in
            for id in state.stacks.removeValue(forKey: session)?.ids ?? [] { files.remove(id) }
        }
    }

    /// Carries out a change block, and remembers how to take it back.
    ///
    /// - Parameters:
    ///   - call: The request.
    ///   - before: What the history will not say of the change.
    ///   - canBeUndone: False for what is gone for good.
    ///   - restored: The photos that the change restores from Recently Deleted, with their files where others have these.
    ///   - body: Makes change requests, inside a change block of the client's library.
    /// - Returns: The identifier for undoing; nil where the change cannot be taken back, or changed nothing.
    /// - Throws: `PHPhotosError`; then nothing was changed.
    func perform(
        _ call: Call,
        _ before: Before = Before(),
        canBeUndone: Bool = true,
        restoring restored: [PHAsset] = [],
        _ body: @escaping @Sendable () -> Void
    ) async throws -> String? {
        try await run(call, before, .done, canBeUndone: canBeUndone, restoring: restored, body)?.id
    }

    private func run(
        _ call: Call,
        _ before: Before,
        _ kind: UndoStep.Kind,
        canBeUndone: Bool = true,
        restoring restored: [PHAsset] = [],
        _ body: @escaping @Sendable () -> Void
    ) async throws -> (id: String, step: UndoStep)? {
        let client = call.client
        let step = try await withCheckedThrowingContinuation {
            (continuation: CheckedContinuation<UndoStep?, any Error>) in
            queue.async {
                continuation.resume(
                    with: Result {
                        try client.library.library.withCurrent {
                            try Self.commit(client, before, kind, restored, body)
                        }
                    }
                )
            }
        }
        client.library.albums.clear()
        // The client that made the change must not see a preview from before, whoever is told first.
        call.server.pool.owner.views.known.forget()
        guard canBeUndone, let step else { return nil }
        let id = Secret.identifier()
        add(step, id, client.credential.id)
        return (id, step)
    }

    private static func commit(
        _ client: Client,
        _ before: Before,
        _ kind: UndoStep.Kind,
        _ restored: [PHAsset],
        _ body: @escaping @Sendable () -> Void
    ) throws -> UndoStep? {
        let library = client.library.library
        let orders = Dictionary(
            before.albums.map { ($0.localIdentifier, AlbumOrder.positions($0)) },
            uniquingKeysWith: { first, _ in first }
        )
        let places = before.trees.isEmpty ? [:] : AlbumTree.places()
        let author = client.author
        let change =
            restored.isEmpty
            ? try library.performChangesAndWait(author: author, work: .edit, body)
            : try library.restoreFromRecentlyDeleted(restored, author: author, alongside: body)
                .change
        // The change is made. If the history lost it meanwhile, it cannot be taken back.
        return change.flatMap {
            try? UndoStep(kind, $0, orders: orders, places: places, recipes: before.recipes)
        }
    }

    private func add(_ step: UndoStep, _ id: String, _ session: String) {
        state.withLock { state in
            state.lastNumber += 1
            let entry = UndoFiles.Entry(
                session: session,
                id: id,
                number: state.lastNumber,
                step: step
            )
            files.write(entry)
            let forgotten = state.stacks[session, default: UndoStack()].add(step, id: id)
            if let forgotten { files.remove(forgotten) }
        }
    }

    /// Takes a change back, or makes one again.
    ///
    /// - Returns: The identifier for the opposite, and the number of photos or albums.
    func reverse(_ id: String, _ kind: UndoStep.Kind, _ call: Call) async throws -> (String?, Int) {
        let session = call.client.credential.id
        let (known, shared) = state.withLock { ($0.stacks[session]?.step(id), $0.shared) }
        guard let step = known, step.kind == kind else {
            throw Problem(.conflict, "cannot-undo", "This change is no longer remembered.")
        }
        let plan = try await call.client.library.read {
            let library = call.client.library.library
            let facts = try step.facts(library)
            try Self.check(step, facts, library, shared)
            return try UndoPlan(step, facts) { shared.successor(of: $0) }
        }
        let pictures = try await plan.pictures(call.server.editing)
        var before = Before(albums: plan.albums, trees: plan.trees)
        before.recipes = pictures.recipes
        let opposite: UndoStep.Kind = kind == .done ? .undone : .done
        let made = try await run(call, before, opposite, restoring: plan.restored) {
            plan.run(pictures.outputs)
        }
        if let moves = plan.afterwards {
            // Where this fails, the albums are there, at the end of the list.
            _ = try? await run(call, Before(), opposite, canBeUndone: false, moves)
        }
        finish(id, session, step, made?.step, plan.revived)
        return (made?.id, step.count)
    }

    private func finish(
        _ id: String,
        _ session: String,
        _ step: UndoStep,
        _ made: UndoStep?,
        _ revived: [String: String]
    ) {
        state.withLock { state in
            state.stacks[session]?.remove(id)
            files.remove(id)
            if let made {
                state.shared.reversals.append([made.position, step.position])
                let surplus = state.shared.reversals.count - Self.mostReversals
                if surplus > 0 { state.shared.reversals.removeFirst(surplus) }
            }
            state.shared.successors.merge(revived) { $1 }
            files.write(state.shared)
        }
    }

    private static func check(
        _ step: UndoStep,
        _ facts: ChangeFacts,
        _ library: PHPhotoLibrary,
        _ shared: UndoFiles.Shared
    ) throws {
        let own = UndoRules.Change(facts, author: "", canReviveAlbums: true) {
            shared.successor(of: $0)
        }
        guard let token = PHPersistentChangeToken(string: step.position) else { return }
        var changes: [String: PHPersistentChange] = [:]
        var positions: [String] = []
        for change in try library.fetchPersistentChanges(since: token) {
            positions.append(change.changeToken.stringValue)
            changes[change.changeToken.stringValue] = change
        }
        let reversed = Dictionary(
            shared.reversals.filter { $0.count == 2 }.map { ($0[0], $0[1]) },
            uniquingKeysWith: { $1 }
        )
        let later = try UndoRules.remaining(positions, reversed: reversed)
            .compactMap { changes[$0] }.map { change in
                let author = change.author ?? "a program"
                return UndoRules.Change(try change.facts(), author: author, isLater: true) {
                    shared.successor(of: $0)
                }
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

extension UndoFiles.Shared {
    /// Returns the present identifier of an album or folder that was made again; others are returned as they are.
    func successor(of name: String) -> String {
        var (name, steps) = (name, 0)
        while let next = successors[name], steps < 1000 {
            name = next
            steps += 1
        }
        return name
    }
}
