public import Foundation
package import PhotosStore

/// The base class of assets and collections: an immutable object with a permanent identifier.
///
/// An object is a snapshot: it never changes. Two objects are equal when their identifiers are equal, even if their
/// other properties differ.
open class PHObject: NSObject, NSCopying, @unchecked Sendable {
    // Unchecked because the class is open for test doubles; everything it stores is constant.

    /// The library and row that the object was read from; nil for an object that was made by hand.
    package let source: ObjectSource?
    private let identity: UUID
    private let kind: Kind

    /// The kind of object, which the end of the identifier says.
    private enum Kind {
        case found(ObjectKind)
        case uploadJob
        case madeByHand

        var suffix: String {
            switch self {
            case .found(let kind): kind.suffix
            case .uploadJob: "060"
            case .madeByHand: "000"
            }
        }
    }

    /// Makes an object that is in no library, for test doubles.
    public override init() {
        source = nil
        identity = UUID()
        kind = .madeByHand
        super.init()
    }

    package init(identifier: LocalIdentifier, source: ObjectSource?) {
        identity = identifier.uuid
        kind = .found(identifier.kind)
        self.source = source
        super.init()
    }

    /// Makes an upload job, or the placeholder of one, which no fetch finds by its identifier.
    init(uploadJob uuid: UUID) {
        identity = uuid
        kind = .uploadJob
        source = nil
        super.init()
    }

    /// The permanent identifier of the object, valid in this library only: `UUID/L0/SUFFIX`.
    open var localIdentifier: String {
        IdentifierText.text(of: identity, suffix: kind.suffix)
    }

    /// Returns the value of a property by its name; nil for an unknown name.
    open func value(forKey key: String) -> Any? {
        switch key {
        case "localIdentifier": localIdentifier
        case "uuid": localIdentifier.split(separator: "/").first.map(String.init)
        default: nil
        }
    }

    /// Returns the object itself, which is immutable.
    open func copy(with zone: NSZone? = nil) -> Any { self }

    /// Returns whether both objects have the same identifier.
    open override func isEqual(_ object: Any?) -> Bool {
        (object as? PHObject)?.localIdentifier == localIdentifier
    }

    /// The hash of the identifier.
    open override var hash: Int { localIdentifier.hashValue }
}

/// The source of an object: the library, the row, and the sequence number in the log at the time of reading.
package struct ObjectSource: Sendable {
    package var library: PHPhotoLibrary
    package var row: Int64
    package var sequence: Int64
}

extension PHObject: IdentifiedObject, KeyValueReading {}

extension PHObject {
    /// The UUID of the object in the engine; nil for identifiers of another form.
    package var uuid: UUID? {
        // Only test doubles have an identifier of their own, and they have no source.
        source == nil ? LocalIdentifier(localIdentifier)?.uuid : identity
    }
}
