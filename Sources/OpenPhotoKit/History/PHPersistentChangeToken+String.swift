public import Photos
import PhotosStore

extension PHPersistentChangeToken {
    /// The token as a short string without spaces, for files, URLs and the command line.
    public var stringValue: String { token.description }

    /// Makes a token from a ``stringValue``; nil for a string of another form.
    ///
    /// Whether the token is valid is checked when a library uses it.
    ///
    /// - Parameter string: The string.
    public convenience init?(string: String) {
        guard let token = ChangeToken(string) else { return nil }
        self.init(token)
    }
}
