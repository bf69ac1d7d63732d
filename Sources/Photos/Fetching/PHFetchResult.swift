public import CPhotosTypes
public import Foundation
import PhotosStore

/// An ordered list of objects, fixed when it was fetched.
///
/// It holds identifiers; the objects are read in batches when they are touched, so that the properties of the object
/// at an index may be newer than the list. It never updates itself: ask a change for details. Safe on any thread.
open class PHFetchResult<ObjectType: AnyObject>: NSObject, NSCopying, FastEnumerable,
    @unchecked Sendable
{
    // Unchecked because the class is open and its parameter any class; what it stores is constant or guarded.

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

    /// The object at an index, which must be below ``count``.
    open func object(at index: Int) -> ObjectType {
        precondition(
            index >= 0 && index < count,
            "Index \(index) is outside a fetch result of \(count) objects. Use indexes from 0 to count - 1."
        )
        return typed(backing.object(at: index))
    }

    /// The object at an index, which must be below ``count``.
    open subscript(idx: Int) -> ObjectType { object(at: idx) }

    /// Whether an object with the same identifier is in the result.
    open func contains(_ anObject: ObjectType) -> Bool { index(of: anObject) != NSNotFound }

    /// The index of the object with the same identifier, or `NSNotFound`.
    open func index(of anObject: ObjectType) -> Int { backing.index(of: anObject) ?? NSNotFound }

    /// The index of the object with the same identifier inside a range, or `NSNotFound`.
    open func index(of anObject: ObjectType, in range: NSRange) -> Int {
        // The end of a range may be more than an integer holds.
        guard let index = backing.index(of: anObject), index >= range.location else {
            return NSNotFound
        }
        let (distance, isTooFar) = index.subtractingReportingOverflow(range.location)
        return !isTooFar && distance < range.length ? index : NSNotFound
    }

    /// The first object; nil when there is none.
    open var firstObject: ObjectType? { count > 0 ? object(at: 0) : nil }

    /// The last object; nil when there is none.
    open var lastObject: ObjectType? { count > 0 ? object(at: count - 1) : nil }

    /// The objects at some indexes, in rising order of the indexes.
    ///
    /// Indexes outside the result trap.
    open func objects(at indexes: IndexSet) -> [ObjectType] {
        check(indexes)
        // Whoever asks for one at a time is likely to ask for its neighbours, too.
        let scattered = indexes.count > 1 ? backing.scattered(indexes) : nil
        return scattered?.map(typed) ?? indexes.map(object(at:))
    }

    /// The objects at some indexes whose neighbours nobody is likely to ask for.
    func scattered(_ indexes: IndexSet) -> [ObjectType] {
        backing.scattered(indexes)?.map(typed) ?? objects(at: indexes)
    }

    /// Calls a block with each object, its index, and a flag that stops when set.
    open func enumerateObjects(
        _ block: @escaping (ObjectType, Int, UnsafeMutablePointer<ObjCBool>) -> Void
    ) {
        enumerateObjects(options: [], using: block)
    }

    /// Calls a block with each object, in order or in reverse.
    ///
    /// Concurrent enumeration is in order too.
    open func enumerateObjects(
        options opts: NSEnumerationOptions = [],
        using block: @escaping (ObjectType, Int, UnsafeMutablePointer<ObjCBool>) -> Void
    ) {
        // Not as a set of indexes, which takes longer to walk than the objects.
        if opts.contains(.reverse) {
            enumerate((0..<count).reversed(), block)
        } else {
            enumerate(0..<count, block)
        }
    }

    /// Calls a block with the objects at some indexes, in order or in reverse.
    ///
    /// Indexes outside the result trap, before the first call.
    open func enumerateObjects(
        at s: IndexSet,
        options opts: NSEnumerationOptions = [],
        using block: @escaping (ObjectType, Int, UnsafeMutablePointer<ObjCBool>) -> Void
    ) {
        check(s)
        if opts.contains(.reverse) { enumerate(s.reversed(), block) } else { enumerate(s, block) }
    }

    private func check(_ indexes: IndexSet) {
        for index in [indexes.first, indexes.last] {
            guard let index else { return }
            precondition(
                index >= 0 && index < count,
                "Index \(index) is outside a fetch result of \(count) objects. Use indexes from 0 to count - 1."
            )
        }
    }

    private func enumerate(
        _ indexes: some Sequence<Int>,
        _ block: (ObjectType, Int, UnsafeMutablePointer<ObjCBool>) -> Void
    ) {
        var stop = ObjCBool(false)
        for index in indexes {
            block(object(at: index), index, &stop)
            if stop.boolValue { return }
        }
    }

    /// How many assets of a media type the result has.
    ///
    /// All types are counted at the first question.
    open func countOfAssets(with mediaType: PHAssetMediaType) -> Int {
        backing.mediaTypeCounts[mediaType.rawValue] ?? 0
    }

    /// The result itself, which never changes.
    open func copy(with zone: NSZone? = nil) -> Any { self }

    package var fastEnumerationElements: [Any] { (0..<count).map(object(at:)) }

    package func enumerateElements(_ body: (Any) -> Void) {
        for index in 0..<count { body(object(at: index)) }
    }

    private func typed(_ object: AnyObject) -> ObjectType {
        // The cast below asks the runtime, and that costs as much as the rest of a step through the objects.
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
