public import Foundation
import PhotosStore

/// An identifier that is valid in several libraries: an object's identifier, and for an asset also its original's
/// checksum.
open class PHCloudIdentifier: NSObject, NSSecureCoding, NSCopying, @unchecked Sendable {
    // Unchecked because the class is open; everything it stores is constant.

    /// The string to store: `UUID:SUFFIX`, or `UUID:SUFFIX:CHECKSUM` for assets.
    open var archivalStringValue: String { string }

    private let string: String

    /// Makes an identifier of no object, for test doubles.
    public override init() {
        string = ""
        super.init()
    }

    /// Parses a stored string; nil when the string has another form.
    public init?(archivalStringValue archivalString: String) {
        guard CloudName(archivalString) != nil else { return nil }
        string = archivalString
        super.init()
    }

    /// Makes an identifier from any string; a string of another form identifies no object.
    @available(*, deprecated, message: "Use init(archivalStringValue:).")
    public init(stringValue: String) {
        string = stringValue
        super.init()
    }

    init(_ name: CloudName) {
        string = name.description
        super.init()
    }

    private init(unchecked string: String) {
        self.string = string
        super.init()
    }

    /// The same as ``archivalStringValue``.
    @available(*, deprecated, message: "Use archivalStringValue.")
    open var stringValue: String { archivalStringValue }

    /// The result of the deprecated mappings for an object that was not found.
    @available(*, deprecated, message: "Use cloudIdentifierMappings(forLocalIdentifiers:).")
    open class var notFound: PHCloudIdentifier { PHCloudIdentifier(unchecked: "") }

    /// Reads an archived identifier.
    public required init?(coder: NSCoder) {
        guard let string = coder.decodeObject(of: NSString.self, forKey: "archivalStringValue")
        else { return nil }
        self.string = string as String
        super.init()
    }

    /// Archives the identifier.
    open func encode(with coder: NSCoder) {
        coder.encode(archivalStringValue as NSString, forKey: "archivalStringValue")
    }

    /// Always true.
    open class var supportsSecureCoding: Bool { true }

    /// The identifier itself, which never changes.
    open func copy(with zone: NSZone? = nil) -> Any { self }

    /// Returns whether both identifiers have the same string.
    open override func isEqual(_ object: Any?) -> Bool {
        (object as? PHCloudIdentifier)?.archivalStringValue == archivalStringValue
    }

    /// The hash of the string.
    open override var hash: Int { archivalStringValue.hashValue }
}

/// The parts of a cloud identifier.
struct CloudName: CustomStringConvertible {
    var identifier: LocalIdentifier
    /// The SHA-256 of an asset's original.
    var checksum: [UInt8]?

    init(_ identifier: LocalIdentifier, checksum: [UInt8]?) {
        self.identifier = identifier
        self.checksum = checksum
    }

    init?(_ string: String) {
        let parts = string.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 2 || parts.count == 3,
            let identifier = LocalIdentifier("\(parts[0])/L0/\(parts[1])")
        else { return nil }
        self.identifier = identifier
        if parts.count == 3 {
            guard let data = Data(base64Encoded: String(parts[2])), data.count == 32 else {
                return nil
            }
            checksum = Array(data)
        }
    }

    var description: String {
        let name = "\(identifier.uuid.uuidString):\(identifier.kind.suffix)"
        return checksum.map { "\(name):\(Data($0).base64EncodedString())" } ?? name
    }
}
