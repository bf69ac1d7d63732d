public import Foundation
package import PhotosStore

/// A position in the history of one library, which an application stores to fetch later changes.
///
/// A token can be archived securely and compared. Another library, or a restored copy, rejects it.
open class PHPersistentChangeToken: NSObject, NSCopying, NSSecureCoding, @unchecked Sendable {
    // Unchecked because the class is open; everything it stores is constant.

    package let token: ChangeToken

    /// Makes a token of no library, for test doubles; libraries reject it with `persistentChangeTokenExpired`.
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
    /// A damaged token is detected when a library uses it.
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

    /// Returns whether both tokens identify the same position in the same library.
    open override func isEqual(_ object: Any?) -> Bool {
        (object as? PHPersistentChangeToken)?.token == token
    }

    /// The hash of the token's bytes.
    open override var hash: Int { token.hashValue }

    /// The token as a short string.
    open override var description: String { token.description }
}
