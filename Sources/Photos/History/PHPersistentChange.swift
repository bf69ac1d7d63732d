public import CPhotosTypes
public import Foundation
package import PhotosStore

/// One committed block of the history.
open class PHPersistentChange: NSObject, @unchecked Sendable {
    // Unchecked because the class is open; everything it stores is constant.

    private let content: Content

    private enum Content {
        /// A change of a page, by its place there.
        case logged(ChangePage, Int)
        /// What stands for changes that cannot be read any more.
        case unreadable(Library, any Error, PHPersistentChangeToken)
        case none
    }

    /// Makes a change of no library, without details, for test doubles.
    public override init() {
        content = .none
        super.init()
    }

    init(_ index: Int, of page: ChangePage) {
        content = .logged(page, index)
        super.init()
    }

    init(unreadableUpTo end: Int64, _ store: Library, _ error: any Error) {
        let position = (try? store.currentPosition()) ?? LogPosition(sequence: end, mark: 0)
        content = .unreadable(store, error, PHPersistentChangeToken(store.token(for: position)))
        super.init()
    }

    /// The change as the log keeps it; or why it cannot be read.
    package var logged: Result<LoggedChange, any Error> {
        place.map { page, index in page.changes[index] }
    }

    private var place: Result<(ChangePage, Int), any Error> {
        switch content {
        case .logged(let page, let index): .success((page, index))
        case .unreadable(_, let error, _): .failure(error)
        case .none:
            .failure(StoreError(.detailsUnavailable, "The change is in no library."))
        }
    }

    /// The library of the change; a change that was logged has one.
    package var store: Library {
        switch content {
        case .logged(let page, _): page.library
        case .unreadable(let store, _, _): store
        case .none:
            preconditionFailure("A PHPersistentChange made with init() is in no library.")
        }
    }

    /// The moment after the change.
    ///
    /// Keep it once the change has been dealt with.
    open var changeToken: PHPersistentChangeToken {
        switch content {
        // Made when it is asked for: sealing tokens that nobody keeps costs more than reading the changes.
        case .logged(let page, let index):
            PHPersistentChangeToken(page.library.token(for: page.changes[index].position))
        case .unreadable(_, _, let token): token
        case .none: PHPersistentChangeToken(ChangeToken(bytes: []))
        }
    }

    /// What the change did to objects of one type.
    ///
    /// - Throws: `PHPhotosError.persistentChangeDetailsUnavailable` when the history cannot tell the whole story. Look
    ///   at the present state then; do not skip the change.
    open func changeDetails(for objectType: PHObjectType) throws -> PHPersistentObjectChangeDetails
    {
        do {
            let (page, index) = try place.get()
            return try PHPersistentObjectChangeDetails(objectType, index, of: page)
        } catch {
            throw PHPhotosError(
                .persistentChangeDetailsUnavailable,
                userInfo: [
                    NSLocalizedDescriptionKey:
                        "The details of a change are not available any more. Look at the present state of the library instead.",
                    NSUnderlyingErrorKey: error,
                ]
            )
        }
    }
}

/// What one change did to objects of one type.
///
/// Each object is in one of the sets, except that a move to Recently Deleted is in the updated and the deleted ones, and
/// the way back in the updated and the inserted ones: programs that follow Apple's page for updated identifiers, and
/// programs that follow what Apple's systems were measured to do, both end at the right state.
open class PHPersistentObjectChangeDetails: NSObject, @unchecked Sendable {
    // Unchecked because the class is open; everything it stores is constant.

    /// The type of the objects.
    open var objectType: PHObjectType { type }
    /// What was made, and the assets that came back from Recently Deleted.
    open var insertedLocalIdentifiers: Set<String> { inserted }
    /// What differs, assets that went to Recently Deleted or came back included.
    ///
    /// Albums and folders differ when their members or children do.
    open var updatedLocalIdentifiers: Set<String> { updated }
    /// What was deleted for good, and the assets that went to Recently Deleted.
    ///
    /// An asset may be in here and in ``insertedLocalIdentifiers`` of a later change, when it was restored. So go through
    /// changes in their order, or fetch again what any of them names.
    open var deletedLocalIdentifiers: Set<String> { deleted }

    private let type: PHObjectType
    private let inserted: Set<String>
    private let updated: Set<String>
    private let deleted: Set<String>

    /// Makes details of assets that name none, for test doubles.
    public override init() {
        type = .asset
        inserted = []
        updated = []
        deleted = []
        super.init()
    }

    init(_ objectType: PHObjectType, _ index: Int, of page: ChangePage) throws {
        var inserted: Set<String> = []
        var updated: Set<String> = []
        var deleted: Set<String> = []
        let entity: Entity = objectType == .asset ? .asset : .collection
        try page.forEachObject(of: index, in: entity) { change, name in
            guard Int(name.kind.rawValue) == objectType.rawValue else { return }
            switch change.kind {
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
