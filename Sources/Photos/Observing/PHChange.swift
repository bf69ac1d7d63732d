public import Foundation
import PhotosStore

/// A change of the library, which returns details for the objects and fetch results of a program.
///
/// Details are available for any object and any fetch result, however old. The details lead from that object or
/// result to the state after the change.
open class PHChange: NSObject, @unchecked Sendable {
    // Unchecked because the class is open; everything it stores is constant.

    /// The position in the log up to which the change reaches; 0 for a test double.
    package let to: Int64
    private let library: PHPhotoLibrary?

    /// Makes a change that affects nothing, for test doubles.
    public override init() {
        to = 0
        library = nil
        super.init()
    }

    init(upTo to: Int64, in library: PHPhotoLibrary) {
        self.to = to
        self.library = library
        super.init()
    }

    /// Returns the changes of an object; nil if it did not change.
    ///
    /// For albums and folders, only their own properties count.
    open func changeDetails<T: PHObject>(for object: T) -> PHObjectChangeDetails<T>? {
        guard let library, let source = object.source, source.library === library else {
            return nil
        }
        return library.read(orElse: nil) { store in
            switch object {
            case is PHAsset:
                guard
                    let change = try store.history.assetChange(
                        source.row,
                        from: source.sequence,
                        to: to,
                        known: (object as? PHAsset)?.record
                    )
                else { return nil }
                let after = change.after.map { PHAsset($0, in: library, at: to) }
                return PHObjectChangeDetails(
                    object,
                    after: after.flatMap { $0.record.trashedDate == nil ? $0 : nil } as? T,
                    contentChanged: change.before?.contentVersion != change.after?.contentVersion
                        && change.after != nil
                )
            case is PHCollection:
                guard
                    let change = try store.history.collectionChange(
                        source.row,
                        from: source.sequence,
                        to: to,
                        known: (object as? PHCollection)?.record
                    )
                else { return nil }
                if let before = change.before, let after = change.after,
                    after.differences(from: before).subtracting(.parentAndPosition).isEmpty
                {
                    return nil
                }
                let after = change.after.map {
                    PHCollection.makeCollection(
                        of: $0,
                        in: library,
                        at: to,
                        batch: AlbumBatch([source.row])
                    )
                }
                return PHObjectChangeDetails(object, after: after as? T, contentChanged: false)
            default:
                return nil
            }
        }
    }

    /// Returns the changes of a fetch result; nil if the change does not affect it.
    open func changeDetails<T: PHObject>(
        for fetchResult: PHFetchResult<T>
    ) -> PHFetchResultChangeDetails<T>? {
        guard let change = snapshotChange(fetchResult.backing) else { return nil }
        return PHFetchResultChangeDetails(
            before: fetchResult,
            after: PHFetchResult<T>(change.after),
            diff: change.diff
        )
    }

    /// Returns the changes of a fetch result of any class of objects; nil if the change does not affect it.
    open func changeDetails(
        for object: PHFetchResult<AnyObject>
    ) -> PHFetchResultChangeDetails<PHObject>? {
        guard let change = snapshotChange(object.backing) else { return nil }
        return PHFetchResultChangeDetails(
            before: PHFetchResult<PHObject>(object.backing),
            after: PHFetchResult<PHObject>(change.after),
            diff: change.diff
        )
    }

    private func snapshotChange(_ backing: FetchBacking) -> (after: FetchBacking, diff: ListDiff?)?
    {
        guard let library, let snapshot = backing.snapshot, backing.library === library else {
            return nil
        }
        return library.read(orElse: nil) { store in
            guard let change = try store.records.forward(snapshot, to: to) else { return nil }
            let after = FetchBacking(
                change.after,
                of: backing.objectType,
                in: library,
                wantsIncrementalChanges: backing.wantsIncrementalChanges
            )
            return (after, backing.wantsIncrementalChanges ? change.diff : nil)
        }
    }
}

/// The changes of one object.
open class PHObjectChangeDetails<ObjectType: PHObject>: NSObject, @unchecked Sendable {
    // Unchecked because the class is open; everything it stores is constant.

    /// The object that was passed in.
    open var objectBeforeChanges: ObjectType {
        guard let before else {
            preconditionFailure(
                "PHObjectChangeDetails made with init() know no object. Override objectBeforeChanges."
            )
        }
        return before
    }
    /// The object after the change; nil if it no longer exists.
    open var objectAfterChanges: ObjectType? { after }
    /// Whether the picture or movie itself changed, so that images should be requested again.
    open var assetContentChanged: Bool { contentChanged }
    /// Whether the object no longer exists or moved to Recently Deleted.
    open var objectWasDeleted: Bool { after == nil }

    private let before: ObjectType?
    private let after: ObjectType?
    private let contentChanged: Bool

    /// Makes details without an object, for test doubles, which override the properties.
    public override init() {
        before = nil
        after = nil
        contentChanged = false
        super.init()
    }

    init(_ before: ObjectType, after: ObjectType?, contentChanged: Bool) {
        self.before = before
        self.after = after
        self.contentChanged = contentChanged
        super.init()
    }
}
