import Foundation
package import PhotosStore

/// Collects the requests of one change block while it runs.
///
/// Objects are made first and edited afterwards, so that a placeholder can be used anywhere in the block.
package final class ChangeBlockBuilder: @unchecked Sendable {
    // Unchecked because the task-local value asks for it: only the thread that runs the block uses the builder.

    package let library: PHPhotoLibrary
    package let store: Library
    package var work: WorkKind = .edit
    package var author: String?
    private var creations: [() throws -> Mutation?] = []
    private var edits: [() throws -> Mutation?] = []
    private var problem: (any Error)?

    init(library: PHPhotoLibrary, store: Library) {
        self.library = library
        self.store = store
    }

    @TaskLocal package static var current: ChangeBlockBuilder?

    /// The builder of the block that runs on this thread; using a request elsewhere is the caller's mistake.
    package static func required(_ use: String) -> ChangeBlockBuilder {
        guard let current else {
            preconditionFailure(
                "\(use) was used outside a change block. Use it inside PHPhotoLibrary.performChanges.")
        }
        return current
    }

    package func makeUUID() -> UUID { store.environment.makeUUID() }

    /// Adds something to make; `mutation` is asked when the block has run.
    package func create(_ mutation: @escaping () throws -> Mutation?) { creations.append(mutation) }

    /// Adds something to change; `mutation` is asked when the block has run.
    package func edit(_ mutation: @escaping () throws -> Mutation?) { edits.append(mutation) }

    /// Refuses the whole block when it has run.
    package func refuse(_ error: any Error) {
        if problem == nil { problem = error }
    }

    func finish() throws -> ChangeBlock {
        if let problem { throw problem }
        let mutations = try (creations + edits).compactMap { try $0() }
        return ChangeBlock(mutations, work: work, author: author)
    }
}
