public import CPhotosTypes
public import Foundation
import PhotosStore

/// An ordered list of objects, fixed at the time of the fetch.
///
/// The result stores identifiers, and reads the objects in batches when they are accessed. So the properties of an
/// object may be newer than the list. A result never updates itself: ask a change for its details. Safe on any
/// thread.
open class PHFetchResult<ObjectType: AnyObject>: NSObject, NSCopying, FastEnumerable,
    @unchecked Sendable
{
    // Unchecked because the class is open and has any class as its parameter. Its stored properties are constant or
    // guarded.

    package let backing: FetchBacking

    /// Makes an empty result, for test doubles.
    public override init() {
        backing = FetchBacking(objects: [])
        super.init()
    }

    package init(_ backing: FetchBacking) {
        self.backing = backing
        super.init()
    }

    /// The number of objects.
    open var count: Int { backing.count }

    /// Returns the object at an index, which must be below ``count``.
    open func object(at index: Int) -> ObjectType {
        precondition(
            index >= 0 && index < count,
            "Index \(index) is outside a fetch result of \(count) objects. Use indexes from 0 to count - 1."
        )
        return typed(backing.object(at: index))
    }

    /// The object at an index, which must be below ``count``.
    open subscript(idx: Int) -> ObjectType { object(at: idx) }

    /// Returns whether the result contains an object with the same identifier.
    open func contains(_ anObject: ObjectType) -> Bool { index(of: anObject) != NSNotFound }

    /// Returns the index of the object with the same identifier, or `NSNotFound`.
    open func index(of anObject: ObjectType) -> Int { backing.index(of: anObject) ?? NSNotFound }

    /// Returns the index of the object with the same identifier in a range, or `NSNotFound`.
    open func index(of anObject: ObjectType, in range: NSRange) -> Int {
        // The end of a range may be larger than an integer can hold.
        guard let index = backing.index(of: anObject), index >= range.location else {
            return NSNotFound
        }
        let (distance, isTooFar) = index.subtractingReportingOverflow(range.location)
        return !isTooFar && distance < range.length ? index : NSNotFound
    }

    /// The first object; nil for an empty result.
    open var firstObject: ObjectType? { count > 0 ? object(at: 0) : nil }

    /// The last object; nil for an empty result.
    open var lastObject: ObjectType? { count > 0 ? object(at: count - 1) : nil }

    /// Returns the objects at some indexes, in ascending order of the indexes.
    ///
    /// The call traps for indexes outside the result.
    open func objects(at indexes: IndexSet) -> [ObjectType] {
        checkBounds(of: indexes)
        // A caller that reads a single object is likely to read its neighbours, too.
        let scattered = indexes.count > 1 ? backing.scattered(indexes) : nil
        return scattered?.map(typed) ?? indexes.map(object(at:))
    }

    /// Returns the objects at some indexes whose neighbours will probably not be read.
    func scattered(_ indexes: IndexSet) -> [ObjectType] {
        backing.scattered(indexes)?.map(typed) ?? objects(at: indexes)
    }

    /// Calls a block with each object, its index, and a flag that stops the enumeration when set.
    open func enumerateObjects(
        _ block: @escaping (ObjectType, Int, UnsafeMutablePointer<ObjCBool>) -> Void
    ) {
        enumerateObjects(options: [], using: block)
    }

    /// Calls a block with each object, in ascending or reverse order.
    ///
    /// The option for concurrent enumeration does not change the order.
    open func enumerateObjects(
        options opts: NSEnumerationOptions = [],
        using block: @escaping (ObjectType, Int, UnsafeMutablePointer<ObjCBool>) -> Void
    ) {
        // No `IndexSet` here: enumerating one takes longer than enumerating the objects.
        if opts.contains(.reverse) {
            visitObjects(at: (0..<count).reversed(), block)
        } else {
            visitObjects(at: 0..<count, block)
        }
    }

    /// Calls a block with the objects at some indexes, in ascending or reverse order.
    ///
    /// The call traps for indexes outside the result, before it calls the block.
    open func enumerateObjects(
        at s: IndexSet,
        options opts: NSEnumerationOptions = [],
        using block: @escaping (ObjectType, Int, UnsafeMutablePointer<ObjCBool>) -> Void
    ) {
        checkBounds(of: s)
        if opts.contains(.reverse) {
            visitObjects(at: s.reversed(), block)
        } else {
            visitObjects(at: s, block)
        }
    }

    private func checkBounds(of indexes: IndexSet) {
        for index in [indexes.first, indexes.last] {
            guard let index else { return }
            precondition(
                index >= 0 && index < count,
                "Index \(index) is outside a fetch result of \(count) objects. Use indexes from 0 to count - 1."
            )
        }
    }

    private func visitObjects(
        at indexes: some Sequence<Int>,
        _ block: (ObjectType, Int, UnsafeMutablePointer<ObjCBool>) -> Void
    ) {
        var stop = ObjCBool(false)
        for index in indexes {
            block(object(at: index), index, &stop)
            if stop.boolValue { return }
        }
    }

    /// Returns the number of assets of a media type in the result.
    ///
    /// The first call counts the assets of all types.
    open func countOfAssets(with mediaType: PHAssetMediaType) -> Int {
        backing.mediaTypeCounts[mediaType.rawValue] ?? 0
    }

    /// Returns the result itself, which is immutable.
    open func copy(with zone: NSZone? = nil) -> Any { self }

    package var fastEnumerationElements: [Any] { (0..<count).map(object(at:)) }

    package func enumerateElements(_ body: (Any) -> Void) {
        for index in 0..<count { body(object(at: index)) }
    }

    private func typed(_ object: AnyObject) -> ObjectType {
        // The cast below calls the runtime, which costs as much as all other work for one object.
        if type(of: object) == ObjectType.self {
            return unsafe unsafeDowncast(object, to: ObjectType.self)
        }
        guard let object = object as? ObjectType else {
            preconditionFailure("A fetch result of \(ObjectType.self) holds a \(type(of: object)).")
        }
        return object
    }
}

extension PHFetchResult: IdentifiedObjectList {
    package var localIdentifiers: [String] {
        backing.objects().map(\.localIdentifier)
    }
}
