public import Foundation
package import PhotosStore

/// A moment in the history of one library, to be kept by the application and asked about later.
///
/// It can be archived securely and compared; it is of no use with another library, nor with a restored copy.
open class PHPersistentChangeToken: NSObject, NSCopying, NSSecureCoding, @unchecked Sendable {
    // Unchecked because the class is open; everything it stores is constant.

    package let token: ChangeToken

    /// Makes a token of no library, for test doubles; libraries refuse it with `persistentChangeTokenExpired`.
    public override init() {
        token = ChangeToken(bytes: Data())
        super.init()
    }

    package init(_ token: ChangeToken) {
        self.token = token
        super.init()
    }

    /// Reads an archived token.
    ///
    /// One that was damaged is noticed when it is used.
    public required init?(coder: NSCoder) {
        guard let data = coder.decodeObject(of: NSData.self, forKey: "token") else { return nil }
        token = ChangeToken(bytes: Data(referencing: data))
        super.init()
    }

    /// Archives the token.
    open func encode(with coder: NSCoder) {
        coder.encode(NSData(data: Data(token.bytes)), forKey: "token")
    }

    /// Always true.
    open class var supportsSecureCoding: Bool { true }

    /// The token itself, which never changes.
    open func copy(with zone: NSZone? = nil) -> Any { self }

    /// Whether both stand for the same moment of the same library.
    open override func isEqual(_ object: Any?) -> Bool {
        (object as? PHPersistentChangeToken)?.token == token
    }

    /// Follows from the moment alone.
    open override var hash: Int { token.hashValue }

    /// The token as one short string.
    open override var description: String { token.description }
}
