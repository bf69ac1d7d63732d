/// The keys of an S3 account.
///
/// Their description shows none of them.
package struct AWSKeys: Hashable, Sendable, CustomStringConvertible, CustomReflectable {
    package let identifier: String
    package let secret: String
    /// The token of temporary keys.
    package let sessionToken: String?

    package init(identifier: String, secret: String, sessionToken: String? = nil) {
        self.identifier = identifier
        self.secret = secret
        self.sessionToken = sessionToken
    }

    package var description: String { "AWSKeys(…)" }
    package var customMirror: Mirror { Mirror(self, children: []) }
}
