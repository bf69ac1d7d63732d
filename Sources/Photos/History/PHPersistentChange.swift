public import CPhotosTypes
public import Foundation
package import PhotosStore

/// A committed change block in the history.
open class PHPersistentChange: NSObject, @unchecked Sendable {
    // Unchecked because the class is open; everything it stores is constant.

    private let content: Content

    private enum Content {
        /// A change on a page, by its index there.
        case logged(Library, ChangePage, Int)
        /// A substitute for changes that cannot be read any more.
        case unreadable(Library, any Error, PHPersistentChangeToken)
        case none
    }

    /// Makes a change of no library, without details, for test doubles.
    public override init() {
        content = .none
        super.init()
    }

    init(_ index: Int, of page: ChangePage, in store: Library) {
        content = .logged(store, page, index)
        super.init()
    }

    convenience init(unreadableUpTo end: Int64, _ store: Library, _ error: any Error) {
        let position = (try? store.history.currentPosition()) ?? LogPosition(sequence: end, mark: 0)
        self.init(unreadableAt: position, store, error)
    }

    init(unreadableAt position: LogPosition, _ store: Library, _ error: any Error) {
        content = .unreadable(
            store,
            error,
            PHPersistentChangeToken(store.history.token(for: position))
        )
        super.init()
    }

    /// The change in the log, or the error that prevents reading it.
    package var logged: Result<LoggedChange, any Error> {
        source.map { page, index in page.changes[index] }
    }

    private var source: Result<(ChangePage, Int), any Error> {
        switch content {
        case .logged(_, let page, let index): .success((page, index))
        case .unreadable(_, let error, _): .failure(error)
        case .none:
            .failure(StoreError(.detailsUnavailable, "The change is in no library."))
        }
    }

    /// The library of the change; traps for a change that was made by hand.
    package var store: Library {
        switch content {
        case .logged(let store, _, _): store
        case .unreadable(let store, _, _): store
        case .none:
            preconditionFailure("A PHPersistentChange made with init() is in no library.")
        }
    }

    /// The token of the state after the change.
    ///
    /// Store it when the change has been processed.
    open var changeToken: PHPersistentChangeToken {
        switch content {
        // Computed on access: authenticating tokens that are not needed costs more than reading the changes.
        case .logged(let store, let page, let index):
            PHPersistentChangeToken(store.history.token(for: page.changes[index].position))
        case .unreadable(_, _, let token): token
        case .none: PHPersistentChangeToken(ChangeToken(bytes: []))
        }
    }

    /// Returns the effects of the change on objects of one type.
    ///
    /// - Throws: `PHPhotosError.persistentChangeDetailsUnavailable` when the history is incomplete. Then fetch the
    ///   current state; do not skip the change.
    open func changeDetails(for objectType: PHObjectType) throws -> PHPersistentObjectChangeDetails
    {
        do {
            let (page, index) = try source.get()
            return try PHPersistentObjectChangeDetails(objectType, at: index, of: page)
        } catch {
            throw PHPhotosError(
                .persistentChangeDetailsUnavailable,
                userInfo: [
                    NSLocalizedDescriptionKey:
                        "The details of a change are not available any more. Read the whole library instead.",
                    NSUnderlyingErrorKey: error,
                ]
            )
        }
    }
}

/// The effects of one change on objects of one type.
///
/// Each object is in one of the sets, with two exceptions. An asset that moves to Recently Deleted is both updated
/// and deleted. An asset that is restored is both updated and inserted. Apple's documentation of updated
/// identifiers and the measured behaviour of Apple's systems differ here. Programs that follow either of the two
/// reach the correct state.
open class PHPersistentObjectChangeDetails: NSObject, @unchecked Sendable {
    // Unchecked because the class is open; everything it stores is constant.

    /// The type of the objects.
    open var objectType: PHObjectType { type }
    /// The objects that were created, and the assets that were restored from Recently Deleted.
    ///
    /// An asset that an import puts into Recently Deleted is in none of the sets until it is restored or purged.
    open var insertedLocalIdentifiers: Set<String> { inserted }
    /// The objects that changed, with the assets that moved to Recently Deleted or were restored.
    ///
    /// Albums and folders are updated when their members or children change.
    open var updatedLocalIdentifiers: Set<String> { updated }
    /// The objects that were deleted permanently, and the assets that moved to Recently Deleted.
    ///
    /// An asset that is restored later is also in ``insertedLocalIdentifiers`` of a later change. So process
    /// changes in order, or fetch every identifier again.
    open var deletedLocalIdentifiers: Set<String> { deleted }

    private let type: PHObjectType
    private let inserted: Set<String>
    private let updated: Set<String>
    private let deleted: Set<String>

    /// Makes empty details of assets, for test doubles.
    public override init() {
        type = .asset
        inserted = []
        updated = []
        deleted = []
        super.init()
    }

    init(_ objectType: PHObjectType, at index: Int, of page: ChangePage) throws {
        var inserted: Set<String> = []
        var updated: Set<String> = []
        var deleted: Set<String> = []
        let entity: Entity = objectType == .asset ? .asset : .collection
        try page.forEachObject(of: index, in: entity) { change, name in
            guard Int(name.kind.rawValue) == objectType.rawValue else { return }
            switch change.kind {
            // The asset went to Recently Deleted in the block that made it, so no fetch ever found it.
            case .inserted where change.trashMove == .trashed: return
            case .inserted: inserted.insert(name.description)
            case .updated: updated.insert(name.description)
            case .deleted: deleted.insert(name.description)
            }
            switch change.trashMove {
            case .trashed?: deleted.insert(name.description)
            case .restored?: inserted.insert(name.description)
            case nil: break
            }
        }
        type = objectType
        self.inserted = inserted
        self.updated = updated
        self.deleted = deleted
        super.init()
    }
}
