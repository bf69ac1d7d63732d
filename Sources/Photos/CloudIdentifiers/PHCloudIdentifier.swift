public import Foundation
import PhotosStore

/// Names an object across libraries: by its identifier, and an asset also by the checksum of its original.
open class PHCloudIdentifier: NSObject, NSSecureCoding, NSCopying, @unchecked Sendable {
    // Unchecked because the class is open; everything it stores is constant.

    /// The form to keep: `UUID:SUFFIX`, or `UUID:SUFFIX:CHECKSUM` for assets.
    open var archivalStringValue: String { string }

    private let string: String

    /// Makes an identifier that names nothing, for test doubles.
    public override init() {
        string = ""
        super.init()
    }

    /// Reads the form to keep; nil for anything else.
    public init?(archivalStringValue archivalString: String) {
        guard CloudName(archivalString) != nil else { return nil }
        string = archivalString
        super.init()
    }

    /// Takes any string; one of another form names nothing.
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

    /// What the old mappings answer where nothing was found.
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

    /// Whether both are written the same.
    open override func isEqual(_ object: Any?) -> Bool {
        (object as? PHCloudIdentifier)?.archivalStringValue == archivalStringValue
    }

    /// Follows from the string alone.
    open override var hash: Int { archivalStringValue.hashValue }
}

/// What a cloud identifier says.
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
