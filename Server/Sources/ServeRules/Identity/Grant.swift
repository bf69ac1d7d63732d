/// The rights of a client of the server.
public struct Grant: Codable, Hashable, Sendable {
    /// The client in the sense of the library's access.
    public enum User: Codable, Hashable, Sendable {
        /// The owner of the library.
        case owner
        /// An application with this name, which sees what the owner decided.
        case application(String)
    }

    /// The client in the sense of the library's access.
    public var user: User
    /// Whether the client may change nothing.
    public var isReadOnly: Bool
    /// Whether the client may download original files.
    public var allowsOriginals: Bool
    /// Whether the client sees where photos were taken.
    public var showsPlaces: Bool
    /// Whether the client sees who is on photos.
    public var showsPersons: Bool
    /// Nil where nothing is left out, as in files of earlier versions.
    private var omitted: Set<PhotoDetail>?
    /// Nil where there are none, as in files of earlier versions.
    private var copies: Bool?
    /// What a guest may add; nil where nothing.
    public let adding: UploadLimit?

    /// Makes a grant.
    public init(
        user: User,
        isReadOnly: Bool = false,
        allowsOriginals: Bool = true,
        showsPlaces: Bool = true,
        showsPersons: Bool = true,
        omitting omittedDetails: Set<PhotoDetail> = [],
        allowsCopies: Bool = false,
        adding: UploadLimit? = nil
    ) {
        self.user = user
        self.isReadOnly = isReadOnly
        self.allowsOriginals = allowsOriginals
        self.showsPlaces = showsPlaces
        self.showsPersons = showsPersons
        omitted = omittedDetails.isEmpty ? nil : omittedDetails
        copies = allowsCopies ? true : nil
        self.adding = adding
    }

    /// The grant of the owner in a browser.
    public static let owner = Grant(user: .owner)

    /// Whether the client is the owner and may change everything.
    public var isOwner: Bool { user == .owner && !isReadOnly }

    /// The details of photos that the client does not see.
    public var omittedDetails: Set<PhotoDetail> { omitted ?? [] }

    /// Returns whether the client sees a detail of photos.
    public func shows(_ detail: PhotoDetail) -> Bool { !omittedDetails.contains(detail) }

    /// Whether the client sees everything that the bytes of an original can state.
    public var showsEverything: Bool { showsPlaces && showsPersons && omittedDetails.isEmpty }

    /// Whether the client may download pictures that are drawn anew, and so state nothing beside what they show.
    public var allowsCopies: Bool { copies == true }
}
