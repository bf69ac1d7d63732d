public import CPhotosTypes
public import Foundation
package import PhotosStore

/// One committed block of the history.
open class PHPersistentChange: NSObject, @unchecked Sendable {
    // Unchecked because the class is open; everything it stores is constant.

    private let origin: Library?
    /// The change as the log keeps it; or why it cannot be read.
    package let logged: Result<LoggedChange, any Error>
    private let token: PHPersistentChangeToken

    /// Makes a change of no library, without details, for test doubles.
    public override init() {
        origin = nil
        logged = .failure(StoreError(.detailsUnavailable, "The change is in no library."))
        token = PHPersistentChangeToken(ChangeToken(bytes: []))
        super.init()
    }

    init(_ change: LoggedChange, _ store: Library) {
        origin = store
        logged = .success(change)
        token = PHPersistentChangeToken(store.token(for: change.position))
        super.init()
    }

    init(unreadableUpTo end: Int64, _ store: Library, _ error: any Error) {
        origin = store
        logged = .failure(error)
        let position = (try? store.currentPosition()) ?? LogPosition(sequence: end, mark: 0)
        token = PHPersistentChangeToken(store.token(for: position))
        super.init()
    }

    /// The library of the change; a change that was logged has one.
    package var store: Library {
        guard let origin else {
            preconditionFailure("A PHPersistentChange made with init() is in no library.")
        }
        return origin
    }

    /// The moment after the change.
    ///
    /// Keep it once the change has been dealt with.
    open var changeToken: PHPersistentChangeToken { token }

    /// What the change did to objects of one type.
    ///
    /// - Throws: `PHPhotosError.persistentChangeDetailsUnavailable` when the history cannot tell the whole story. Look
    ///   at the present state then; do not skip the change.
    open func changeDetails(for objectType: PHObjectType) throws -> PHPersistentObjectChangeDetails
    {
        do {
            let body = try logged.get().body()
            return try PHPersistentObjectChangeDetails(objectType, body, store)
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

/// What one change did to objects of one type, each object once.
open class PHPersistentObjectChangeDetails: NSObject, @unchecked Sendable {
    // Unchecked because the class is open; everything it stores is constant.

    /// The type of the objects.
    open var objectType: PHObjectType { type }
    /// What was made.
    open var insertedLocalIdentifiers: Set<String> { sets[.inserted] ?? [] }
    /// What differs, assets that went to Recently Deleted or came back included.
    ///
    /// Albums and folders differ when their members or children do.
    open var updatedLocalIdentifiers: Set<String> { sets[.updated] ?? [] }
    /// What was deleted for good.
    open var deletedLocalIdentifiers: Set<String> { sets[.deleted] ?? [] }

    private let type: PHObjectType
    private let sets: [ObjectChange.Kind: Set<String>]

    /// Makes details of assets that name none, for test doubles.
    public override init() {
        type = .asset
        sets = [:]
        super.init()
    }

    init(_ objectType: PHObjectType, _ body: ChangeBody, _ store: Library) throws {
        let entity: Entity = objectType == .asset ? .asset : .collection
        let changes = body.objects.filter { $0.id.entity == entity && $0.isVisible }
        let names = try store.identifiers(changes.map(\.id.rowID), in: entity)
        var sets: [ObjectChange.Kind: Set<String>] = [:]
        for change in changes {
            guard let name = names[change.id.rowID] else {
                throw StoreError(
                    .detailsUnavailable,
                    "The name of a changed object is not known any more."
                )
            }
            guard Int(name.kind.rawValue) == objectType.rawValue else { continue }
            sets[change.kind, default: []].insert(name.description)
        }
        type = objectType
        self.sets = sets
        super.init()
    }
}
