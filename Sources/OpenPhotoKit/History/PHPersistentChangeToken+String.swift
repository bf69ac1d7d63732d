public import Photos
import PhotosStore

extension PHPersistentChangeToken {
    /// The token as one short string without spaces, for files, addresses and the command line.
    public var stringValue: String { token.description }

    /// Reads what ``stringValue`` gave; nil for text that is no token at all.
    ///
    /// Whether the token is of use is found out when it is used.
    ///
    /// - Parameter string: The string.
    public convenience init?(string: String) {
        guard let token = ChangeToken(string) else { return nil }
        self.init(token)
    }
}
