import Foundation
import HTTPTypes
import OpenPhotoKit
import Photos
import PhotosBase
import ServeRules
import Synchronization

/// The changes that sessions can take back.
///
/// The library takes changes back. This says whose turn it is, and knows the recipes of pictures.
/// The mutex guards the steps; their files are written under it, in the same order.
final class UndoBook: Sendable {
    private struct State {
        var stacks: [String: UndoStack<UndoStep>] = [:]
        var lastNumber = 0
    }

    /// The change that a client is about to make.
    struct Plan: Sendable {
        /// The name of the change; see ``UndoStep/action``.
        var action: String
        /// How many photos, albums and folders it is about.
        var count: Int
        /// The number of videos among them; nil where it is not known.
        var videos: Int?
        /// The pictures that it sets.
        var pictures: [String: PictureChange] = [:]
        /// False for what is gone for good.
        var canBeUndone = true
    }

    private let files: UndoFiles
    private let editing: PictureEditing
    /// Forgets what is known of previews.
    private let forgetPreviews: @Sendable () -> Void
    private let state: Mutex<State>

    /// Reads the steps of an earlier server.
    init(
        files: UndoFiles,
        editing: PictureEditing,
        forgetPreviews: @escaping @Sendable () -> Void
    ) {
        self.files = files
        self.editing = editing
        self.forgetPreviews = forgetPreviews
        var state = State()
        for entry in files.allEntries() {
            state.stacks[entry.session, default: UndoStack()].add(entry.step, id: entry.id)
            state.lastNumber = max(state.lastNumber, entry.number)
        }
        self.state = Mutex(state)
    }

    /// Forgets the steps of all sessions but some.
    func forgetAll(except sessions: Set<String>) {
        let others = state.withLock { $0.stacks.keys.filter { !sessions.contains($0) } }
        for session in others { forgetSteps(of: session) }
    }

    /// Forgets the steps of a session that is over.
    func forgetSteps(of session: String) {
        state.withLock { state in
            for id in state.stacks.removeValue(forKey: session)?.ids ?? [] { files.removeEntry(id) }
        }
    }

    // MARK: Doing

    /// Carries out a change block, and remembers it.
    ///
    /// - Parameters:
    ///   - plan: The change that the block makes.
    ///   - client: The client that makes the change.
    ///   - restored: The photos that the change restores from Recently Deleted, with their files where others have these.
    ///   - body: Makes change requests, inside a change block of the client's library.
    /// - Returns: The identifier for undoing; nil where the change cannot be taken back, or changed nothing.
    /// - Throws: `PHPhotosError`; then nothing was changed.
    func perform(
        _ plan: Plan,
        by client: Client,
        restoring restored: [PHAsset] = [],
        changes body: @escaping @Sendable () -> Void
    ) async throws -> String? {
        let author = client.author
        let position = try await changeLibrary(of: client) { library in
            restored.isEmpty
                ? try library.performChangesAndWait(author: author, work: .edit, body)
                : try library.restoreFromRecentlyDeleted(restored, author: author, alongside: body)
                    .change
        }
        guard let position, plan.canBeUndone else { return nil }
        return rememberStep(plan, positions: [position], of: client)
    }

    /// Remembers changes that a client has made as one step.
    ///
    /// - Returns: The identifier for undoing.
    func rememberStep(_ plan: Plan, positions: [String], of client: Client) -> String {
        let step = UndoStep(
            kind: .done,
            action: plan.action,
            positions: positions,
            count: plan.count,
            videos: plan.videos,
            pictures: plan.pictures
        )
        return addStep(step, replacing: nil, session: client.credential.id)
    }

    /// Changes the client's library, and returns the position of the change; nil where nothing was changed.
    private func changeLibrary(
        of client: Client,
        body: @escaping @Sendable (PHPhotoLibrary) throws -> PHPersistentChange?
    ) async throws -> String? {
        let library = client.library
        let position = try await BlockingThreads.common.run {
            try library.library.withCurrent {
                try body(library.library)?.changeToken.stringValue
            }
        }
        library.albums.clear()
        // The client that made the change must not see a preview from before, whichever client is notified first.
        forgetPreviews()
        return position
    }

    /// Remembers a step.
    ///
    /// - Parameters:
    ///   - step: The step.
    ///   - other: The step that this one reverses; nil for something new, after which nothing can be redone.
    ///   - session: Whose step it is.
    /// - Returns: The identifier of the step.
    private func addStep(
        _ step: UndoStep,
        replacing other: String?,
        session: String
    ) -> String {
        let id = Secret.randomIdentifier()
        state.withLock { state in
            state.lastNumber += 1
            let entry = UndoFiles.Entry(
                session: session,
                id: id,
                number: state.lastNumber,
                step: step
            )
            files.writeEntry(entry)
            var stack = state.stacks[session] ?? UndoStack()
            var forgotten = [other].compactMap(\.self)
            if let other {
                stack.removeStep(withID: other)
            } else {
                forgotten = stack.removeAll { $0.kind == .undone }
            }
            forgotten += [stack.add(step, id: id)].compactMap(\.self)
            state.stacks[session] = stack
            for id in forgotten { files.removeEntry(id) }
        }
        return id
    }

    private func removeStep(_ id: String, session: String) {
        state.withLock { state in
            state.stacks[session]?.removeStep(withID: id)
            files.removeEntry(id)
        }
    }

    // MARK: Taking back

    /// The result of taking back a change, or making one again.
    struct Reversed: Sendable {
        /// The identifier for the opposite; nil where nothing was left to change.
        var id: String?
        var step: UndoStep
        /// The title of the album or folder that the change is about; nil where it is about none or several.
        var title: String?
    }

    /// Takes a change back, or makes one again.
    ///
    /// - Parameters:
    ///   - id: The identifier of the step; nil means the last one of its kind.
    ///   - kind: Whether the step is one that was done, or one that was undone.
    ///   - client: The client that takes it back.
    /// - Returns: The result.
    /// - Throws: ``Problem`` where the change cannot be taken back.
    func reverseStep(
        _ id: String?,
        kind: UndoStep.Kind,
        for client: Client
    ) async throws -> Reversed {
        let session = client.credential.id
        let found = state.withLock { state -> (id: String, step: UndoStep)? in
            let stack = state.stacks[session]
            guard let id else { return stack?.last { $0.kind == kind } }
            return stack?.step(withID: id).map { (id, $0) }
        }
        let isLast = id == nil
        guard let (id, step) = found, step.kind == kind else {
            throw isLast
                ? Problem(.conflict, "nothing-to-undo", "There is nothing to take back.")
                : UndoReversal.unknown
        }
        let (position, title): (String?, String?)
        do {
            (position, title) = try await reverseChanges(of: step, for: client)
        } catch let problem as Problem where problem.status == .conflict && isLast {
            // Otherwise the steps before it would never have their turn.
            removeStep(id, session: session)
            throw problem
        }
        guard let position else {
            removeStep(id, session: session)
            return Reversed(id: nil, step: step, title: title)
        }
        var opposite = step
        opposite.kind = kind.opposite
        opposite.positions = [position]
        opposite.pictures = step.pictures.mapValues(\.reversed)
        let oppositeID = addStep(opposite, replacing: id, session: session)
        return Reversed(id: oppositeID, step: step, title: title)
    }

    private func reverseChanges(
        of step: UndoStep,
        for client: Client
    ) async throws -> (position: String?, title: String?) {
        let reversal = try await UndoReversal(of: step, in: client.library, editing: editing)
        let author = client.author
        do {
            let position = try await changeLibrary(of: client) {
                try reversal.undoChanges(in: $0, author: author)
            }
            return (position, reversal.title)
        } catch let error as PHPhotosError where !error.undoConflicts.isEmpty {
            throw await reversal.problem(for: error.undoConflicts)
        }
    }
}
