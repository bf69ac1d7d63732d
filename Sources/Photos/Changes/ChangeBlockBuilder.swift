import Foundation
import Glibc
package import PhotosStore
import Synchronization

/// Collects the requests of one change block while it runs.
///
/// Creations come before edits, so that the block can use a placeholder anywhere.
package final class ChangeBlockBuilder: @unchecked Sendable {
    // Unchecked because a task-local value must be Sendable. `current` returns the builder only on the thread that
    // runs the block.

    package let library: PHPhotoLibrary
    package let store: Library
    package var work: WorkKind = .edit
    package var author: String?
    private var creations: [() throws -> Mutation?] = []
    private var edits: [() throws -> Mutation?] = []
    private var assets: [String: PHAssetChangeRequest] = [:]
    private var problem: (any Error)?
    private let thread = pthread_self()

    init(library: PHPhotoLibrary, store: Library) {
        self.library = library
        self.store = store
    }

    @TaskLocal private static var inherited: ChangeBlockBuilder?

    /// The builder of the block that runs on this thread; nil outside a block and in tasks that a block started.
    package static var current: ChangeBlockBuilder? {
        inherited.flatMap {
            pthread_equal($0.thread, pthread_self()) != 0 && !$0.isFinished ? $0 : nil
        }
    }

    /// Atomic because a request that is kept may be used on any thread.
    private let finished = Atomic(false)
    private var isFinished: Bool { finished.load(ordering: .acquiring) }

    /// Runs a block that fills this builder.
    func run(_ changeBlock: () -> Void) {
        Self.$inherited.withValue(self, operation: changeBlock)
        finished.store(true, ordering: .releasing)
    }

    /// Traps when the block has ended, because later requests would be ignored.
    package func requireRunning(_ use: String) {
        precondition(
            !isFinished,
            "\(use) was used after the change block of its request had ended. Make a new request in each block."
        )
    }

    /// Returns the builder of the block that runs on this thread; traps when no block runs here.
    package static func required(_ use: String) -> ChangeBlockBuilder {
        guard let current else {
            preconditionFailure(
                "\(use) was used outside a change block. Use it inside PHPhotoLibrary.performChanges."
            )
        }
        return current
    }

    package func makeUUID() -> UUID { store.environment.makeUUID() }

    /// Adds a creation; `mutation` is called when the block has ended.
    package func create(_ mutation: @escaping () throws -> Mutation?) { creations.append(mutation) }

    /// Adds an edit; `mutation` is called when the block has ended.
    package func edit(_ mutation: @escaping () throws -> Mutation?) { edits.append(mutation) }

    /// Stores the request that creates an asset, by the asset's identifier.
    func storeRequest(_ request: PHAssetChangeRequest, creating identifier: String) {
        assets[identifier] = request
    }

    /// Returns the types of the resources that a new asset has been given so far.
    func originals(of identifier: String) -> [ResourceRole]? {
        assets[identifier]?.resources.map(\.type)
    }

    /// Makes the whole block fail when it has ended.
    package func refuse(_ error: any Error) {
        if problem == nil { problem = error }
    }

    /// Returns the rows of the fetch result that a caller passed; nil means that indexes refer to the current list.
    ///
    /// A result without rows means the current list. The block fails for a result of another library.
    func snapshot(of backing: FetchBacking?) -> RowList? {
        guard let backing, let snapshot = backing.snapshot, let library = backing.library else {
            return nil
        }
        if library === self.library { return snapshot.visibleList }
        do {
            guard try library.store().identity == store.identity else {
                refuse(
                    StoreError(
                        .changeNotSupported,
                        "A request was given a fetch result of another library. Fetch from the library that is changed."
                    )
                )
                return nil
            }
            return snapshot.visibleList
        } catch {
            refuse(error)
            return nil
        }
    }

    /// Releases the requests, which have a reference cycle with their builder.
    func letGo() {
        creations = []
        edits = []
        assets = [:]
    }

    func finish() throws -> ChangeBlock {
        if let problem { throw problem }
        var mutations: [Mutation] = []
        mutations.reserveCapacity(creations.count + edits.count)
        for make in creations { if let mutation = try make() { mutations.append(mutation) } }
        for make in edits { if let mutation = try make() { mutations.append(mutation) } }
        return ChangeBlock(mutations, work: work, author: author)
    }
}
