public import Foundation
import PhotosRemotes
import PhotosStore

/// A place outside the library that has copies of its files and of its database: a folder on another disk, or a service
/// such as S3 or WebDAV.
public struct LibraryRemote: Hashable, Sendable {
    /// How a remote is reached and used.
    ///
    /// Settings contain no keys. Keys come from the environment, from a file that only its owner can read, or from the
    /// AWS configuration.
    public struct Settings: Hashable, Sendable {
        /// The URL of an S3 service other than Amazon's.
        public var endpoint: String?
        /// The region of an S3 service.
        public var region: String?
        /// Whether the bucket stands in the path of a URL instead of its host name; nil leaves the choice to the
        /// service.
        public var usesPathStyle: Bool?
        /// A file of mode 0600 with the keys.
        public var credentialsURL: URL?
        /// A file with certificates to trust besides those of the system.
        public var certificatesURL: URL?
        /// The largest number of bytes per second; nil has no limit.
        public var bytesPerSecond: Int64?
        /// A file of mode 0600 with the key of an encrypted remote; nil where objects are not encrypted.
        ///
        /// ``EncryptionKey/write(to:)`` writes such a file.
        public var encryptionKeyURL: URL?
        /// Whether files that stay in sources are copied, too.
        public var takesSources = false
        /// The number of days, 1 or more, after which bytes are read back again.
        public var proofDays = 180

        /// Makes settings for a folder, or for a service with its usual settings.
        public init() {}
    }

    /// The identifier of the remote, which stays the same until the remote is forgotten.
    public let identifier: String
    /// The name by which commands call the remote, unique in the library.
    public let name: String
    /// The absolute path of a folder, or a URL.
    public let address: String
    /// The date when the remote was added.
    public let addedDate: Date
    /// The number of days after which bytes are read back again.
    public let proofDays: Int
    /// Whether files that stay in sources are copied, too.
    public let takesSources: Bool
    /// The date of the last copy of the database; nil before the first one.
    public let databaseDate: Date?
    /// The file with the key of an encrypted remote; nil where objects are not encrypted.
    public let encryptionKeyURL: URL?
    /// When this copy of the library took the remote over; nil where no other copy has files there.
    ///
    /// Files that were stored there by then are never removed.
    public let adoptedDate: Date?
    let row: RemoteRow

    init(_ row: RemoteRow) {
        identifier = row.uuid.uuidString
        name = row.name
        address = row.address
        addedDate = row.addedDate
        proofDays = row.proofDays
        takesSources = row.takesSources
        databaseDate = row.sentDate
        let settings = RemoteSettings(text: row.settings)
        adoptedDate = settings.adoptedDate
        encryptionKeyURL = settings.keyFile
            .map { URL(fileURLWithPath: $0, isDirectory: false) }
        self.row = row
    }

    /// Returns how many separate copies remotes are.
    ///
    /// Remotes that are one folder by several paths, or folders of one disk, are one copy, because they fail together. Only
    /// remotes that were added or brought up to date by this version can be compared.
    ///
    /// - Parameter remotes: The remotes.
    /// - Returns: The number of copies.
    public static func copyCount(of remotes: [LibraryRemote]) -> Int {
        SeparatePlaces.count(remotes.map { RemoteSettings(text: $0.row.settings).marks ?? [] })
    }
}

extension LibraryRemote.Settings {
    var values: RemoteSettings {
        var values = RemoteSettings()
        values.endpoint = endpoint
        values.region = region
        values.pathStyle = usesPathStyle
        values.credentials = credentialsURL?.path
        values.certificates = certificatesURL?.path
        values.rate = bytesPerSecond
        values.keyFile = encryptionKeyURL?.path
        return values
    }
}

/// The reason why a remote cannot be used, with more detail than the codes of `PHPhotosError`.
public enum RemoteProblem: String, Hashable, Sendable, CaseIterable {
    /// No key for the service was found.
    case noKey
    /// The service refuses the key.
    case wrongKey
    /// The bucket, or the folder of the address, does not exist.
    case noBucket
    /// The clock of this machine differs too much from that of the service.
    case clockOff
    /// The bucket is in another region.
    case otherRegion
    /// The certificate of the service is not trusted.
    case unknownCertificate
    /// A proxy refused the connection.
    case proxy
    /// The answers are not those of such a service.
    case notTheService
    /// The remote, or this disk, is full.
    case noSpace
    /// The remote refuses the request.
    case refused
    /// The remote does not have the object.
    case missing
    /// The remote has other bytes than were stored.
    case differs
    /// The library's file has other bytes than were recorded.
    case changed
    /// The connection ended too early.
    case cutOff
    /// Nothing came for too long.
    case stalled
    /// The remote cannot be reached: the folder is missing, or the network fails.
    case unreachable
    /// The service asks for fewer requests.
    case limited
    /// The work was cancelled.
    case cancelled
    /// The address or the version of the remote is not supported.
    case unsupported
    /// A local file cannot be read or written.
    case localFile
    /// The program `photokit-transfer` is missing or does not work.
    case noProgram
    /// The place belongs to another library, or to another copy of this one.
    case otherLibrary
    /// The place is encrypted, and its key is missing.
    case noEncryptionKey
    /// The place was encrypted with another key, or not at all; or words are no key.
    case wrongEncryptionKey
}
