public import Foundation
package import PhotosStore

/// What assets and collections have in common: an identifier that lasts, and immutability.
///
/// An object is a snapshot: it never changes. Two objects are equal when their identifiers are, whatever their other
/// properties say.
open class PHObject: NSObject, NSCopying, @unchecked Sendable {
    // Unchecked because the class is open for test doubles; everything it stores is constant.

    /// Where the object comes from; nil for one that was made by hand.
    package let source: ObjectSource?
    private let identity: UUID
    /// Nil for an object that was made by hand, whose identifier ends with zeros.
    private let kind: ObjectKind?

    /// Makes an object that is in no library, for test doubles.
    public override init() {
        source = nil
        identity = UUID()
        kind = nil
        super.init()
    }

    package init(identifier: LocalIdentifier, source: ObjectSource?) {
        identity = identifier.uuid
        kind = identifier.kind
        self.source = source
        super.init()
    }

    /// Names the object for as long as it exists, in this library only: `UUID/L0/SUFFIX`.
    open var localIdentifier: String { IdentifierText.text(identity, kind?.suffix ?? "000") }

    /// The value of a property by its name, nil for names that are none.
    open func value(forKey key: String) -> Any? {
        switch key {
        case "localIdentifier": localIdentifier
        case "uuid": localIdentifier.split(separator: "/").first.map(String.init)
        default: nil
        }
    }

    /// The object itself, which never changes.
    open func copy(with zone: NSZone? = nil) -> Any { self }

    /// Whether both have the same identifier.
    open override func isEqual(_ object: Any?) -> Bool {
        (object as? PHObject)?.localIdentifier == localIdentifier
    }

    /// Follows from the identifier alone.
    open override var hash: Int { localIdentifier.hashValue }
}

/// Where an object was read: the library, the row, and the place in the log.
package struct ObjectSource: Sendable {
    package var library: PHPhotoLibrary
    package var row: Int64
    package var sequence: Int64
}

extension PHObject: IdentifiedObject, KeyValueReading {}

extension PHObject {
    /// The UUID that the engine knows the object by; nil for identifiers of another form.
    package var uuid: UUID? { LocalIdentifier(localIdentifier)?.uuid }
}
