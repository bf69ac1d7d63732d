public import Foundation
import PhotosStore

/// What happened to the library between two moments, to be asked about what one holds.
///
/// It answers for any object and any fetch result, however old: the details lead from what was passed in to the state
/// after the change.
open class PHChange: NSObject, @unchecked Sendable {
    // Unchecked because the class is open; everything it stores is constant.

    private let to: Int64
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

    /// What happened to an object; nil when nothing did.
    ///
    /// Of albums and folders only their own properties count.
    open func changeDetails<T: PHObject>(for object: T) -> PHObjectChangeDetails<T>? {
        guard let library, let source = object.source, source.library === library else {
            return nil
        }
        return library.read(nil) { store in
            switch object {
            case is PHAsset:
                guard
                    let change = try store.assetChange(
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
                    let change = try store.collectionChange(
                        source.row,
                        from: source.sequence,
                        to: to,
                        known: (object as? PHCollection)?.record
                    )
                else { return nil }
                if let before = change.before, let after = change.after,
                    after.differences(from: before).subtracting(.place).isEmpty
                {
                    return nil
                }
                let after = change.after.map {
                    PHCollection.make($0, in: library, at: to, batch: AlbumBatch([source.row]))
                }
                return PHObjectChangeDetails(object, after: after as? T, contentChanged: false)
            default:
                return nil
            }
        }
    }

    /// How a fetch result changed; nil when the change does not concern it.
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

    /// How a fetch result of objects of no particular class changed; nil when the change does not concern it.
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
        return library.read(nil) { store in
            guard let change = try store.forward(snapshot, to: to) else { return nil }
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

/// What happened to one object.
open class PHObjectChangeDetails<ObjectType: PHObject>: NSObject, @unchecked Sendable {
    // Unchecked because the class is open; everything it stores is constant.

    /// The very object that was asked about.
    open var objectBeforeChanges: ObjectType {
        guard let before else {
            preconditionFailure(
                "PHObjectChangeDetails made with init() know no object. Override objectBeforeChanges."
            )
        }
        return before
    }
    /// The object as it is now; nil when it is not there any more.
    open var objectAfterChanges: ObjectType? { after }
    /// Whether the picture or movie itself changed, so that images should be requested again.
    open var assetContentChanged: Bool { contentChanged }
    /// Whether the object is not there any more, also when it went to Recently Deleted.
    open var objectWasDeleted: Bool { after == nil }

    private let before: ObjectType?
    private let after: ObjectType?
    private let contentChanged: Bool

    /// Makes details that know no object, for test doubles, which override what they are asked for.
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
