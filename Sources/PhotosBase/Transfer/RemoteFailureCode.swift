/// The reason why a remote could not do what was asked, as a word for programs.
///
/// `photokit-transfer` gives all but the last five, which are about libraries. `RemoteTransfer/README.md` describes its words.
public enum RemoteFailureCode: String, Codable, Sendable, CaseIterable {
    /// No keys were found for the remote, or the file with them is unsuitable.
    case noKey
    /// The remote does not accept the keys.
    case wrongKey
    /// The bucket, or the folder of the address, does not exist.
    case noBucket
    /// The clocks of this machine and of the remote differ too much.
    case clockOff
    /// The bucket is in another region, and the redirect could not be followed.
    case otherRegion
    /// The certificate of the remote is not known, or not valid for its name.
    case unknownCertificate
    /// The proxy refused the connection.
    case proxy
    /// The answer is not one of S3 or WebDAV, for example a page where one signs in to a network.
    case notTheService
    /// The remote, or the local disk, is full.
    case noSpace
    /// The remote refuses the request, and will refuse it again.
    case refused
    /// The object does not exist.
    case missing
    /// The bytes of the object are not those that the request states.
    case differs
    /// The bytes of the local file are not those that the request states.
    case changed
    /// The connection ended before the answer was complete.
    case cutOff
    /// No byte arrived or left for the stated time.
    case stalled
    /// The remote could not be reached.
    case unreachable
    /// The remote asks for fewer requests.
    case limited
    /// The request was cancelled.
    case cancelled
    /// The request has a form, or asks for something, that the program or the remote does not know.
    case unsupported
    /// The local file could not be read or written.
    case localFile

    /// The remote gives whole objects alone.
    case noRanges
    /// The program that opens connections is missing, or ended.
    case noProgram
    /// The remote belongs to another library, or to another copy of this one.
    case otherLibrary
    /// The remote is encrypted, and its key is missing.
    case noEncryptionKey
    /// The remote was encrypted with another key, or the words are no key.
    case wrongEncryptionKey
}
