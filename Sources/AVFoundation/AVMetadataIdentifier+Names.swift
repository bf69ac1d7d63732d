/// The fields with a meaning that several key spaces share.
extension AVMetadataIdentifier {
    /// The title.
    public static let commonIdentifierTitle = AVMetadataIdentifier("comn/title")
    /// The creator.
    public static let commonIdentifierCreator = AVMetadataIdentifier("comn/creator")
    /// The subject.
    public static let commonIdentifierSubject = AVMetadataIdentifier("comn/subject")
    /// The description.
    public static let commonIdentifierDescription = AVMetadataIdentifier("comn/description")
    /// The publisher.
    public static let commonIdentifierPublisher = AVMetadataIdentifier("comn/publisher")
    /// The date when the movie was taken.
    public static let commonIdentifierCreationDate = AVMetadataIdentifier("comn/creationDate")
    /// The author.
    public static let commonIdentifierAuthor = AVMetadataIdentifier("comn/author")
    /// The performing artist.
    public static let commonIdentifierArtist = AVMetadataIdentifier("comn/artist")
    /// The copyright notice.
    public static let commonIdentifierCopyrights = AVMetadataIdentifier("comn/copyrights")
    /// The location where the movie was taken, in the format of ISO 6709.
    public static let commonIdentifierLocation = AVMetadataIdentifier("comn/location")
    /// The manufacturer of the camera.
    public static let commonIdentifierMake = AVMetadataIdentifier("comn/make")
    /// The model of the camera.
    public static let commonIdentifierModel = AVMetadataIdentifier("comn/model")
    /// The program that made the movie.
    public static let commonIdentifierSoftware = AVMetadataIdentifier("comn/software")
    /// The name of the album.
    public static let commonIdentifierAlbumName = AVMetadataIdentifier("comn/albumName")
    /// The cover picture.
    public static let commonIdentifierArtwork = AVMetadataIdentifier("comn/artwork")
    /// A unique identifier.
    public static let commonIdentifierIdentifier = AVMetadataIdentifier("comn/identifier")
}

/// The fields in QuickTime's metadata keys.
extension AVMetadataIdentifier {
    /// The date when the movie was taken.
    public static let quickTimeMetadataCreationDate = AVMetadataIdentifier(
        "mdta/com.apple.quicktime.creationdate"
    )
    /// The location where the movie was taken, in the format of ISO 6709.
    public static let quickTimeMetadataLocationISO6709 = AVMetadataIdentifier(
        "mdta/com.apple.quicktime.location.ISO6709"
    )
    /// The manufacturer of the camera.
    public static let quickTimeMetadataMake = AVMetadataIdentifier("mdta/com.apple.quicktime.make")
    /// The model of the camera.
    public static let quickTimeMetadataModel = AVMetadataIdentifier(
        "mdta/com.apple.quicktime.model"
    )
    /// The program that made the movie.
    public static let quickTimeMetadataSoftware = AVMetadataIdentifier(
        "mdta/com.apple.quicktime.software"
    )
    /// The identifier that a Live Photo's movie shares with its picture.
    public static let quickTimeMetadataContentIdentifier = AVMetadataIdentifier(
        "mdta/com.apple.quicktime.content.identifier"
    )
    /// The title.
    public static let quickTimeMetadataTitle = AVMetadataIdentifier(
        "mdta/com.apple.quicktime.title"
    )
    /// The description.
    public static let quickTimeMetadataDescription = AVMetadataIdentifier(
        "mdta/com.apple.quicktime.description"
    )
    /// The keywords, separated by commas.
    public static let quickTimeMetadataKeywords = AVMetadataIdentifier(
        "mdta/com.apple.quicktime.keywords"
    )
    /// The author.
    public static let quickTimeMetadataAuthor = AVMetadataIdentifier(
        "mdta/com.apple.quicktime.author"
    )
    /// The performing artist.
    public static let quickTimeMetadataArtist = AVMetadataIdentifier(
        "mdta/com.apple.quicktime.artist"
    )
    /// The copyright notice.
    public static let quickTimeMetadataCopyright = AVMetadataIdentifier(
        "mdta/com.apple.quicktime.copyright"
    )
    /// A comment.
    public static let quickTimeMetadataComment = AVMetadataIdentifier(
        "mdta/com.apple.quicktime.comment"
    )
    /// Further information.
    public static let quickTimeMetadataInformation = AVMetadataIdentifier(
        "mdta/com.apple.quicktime.information"
    )
    /// The name to display.
    public static let quickTimeMetadataDisplayName = AVMetadataIdentifier(
        "mdta/com.apple.quicktime.displayname"
    )
    /// The rating.
    public static let quickTimeMetadataRatingUser = AVMetadataIdentifier(
        "mdta/com.apple.quicktime.rating.user"
    )
    /// The identifier of the camera.
    public static let quickTimeMetadataCameraIdentifier = AVMetadataIdentifier(
        "mdta/com.apple.quicktime.camera.identifier"
    )
}

/// Fields of QuickTime's user data.
extension AVMetadataIdentifier {
    /// The location where the movie was taken, in the format of ISO 6709.
    public static let quickTimeUserDataLocationISO6709 = AVMetadataIdentifier("udta/%A9xyz")
    /// The date when the movie was taken.
    public static let quickTimeUserDataCreationDate = AVMetadataIdentifier("udta/%A9day")
    /// The manufacturer of the camera.
    public static let quickTimeUserDataMake = AVMetadataIdentifier("udta/%A9mak")
    /// The model of the camera.
    public static let quickTimeUserDataModel = AVMetadataIdentifier("udta/%A9mod")
    /// The program that made the movie.
    public static let quickTimeUserDataSoftware = AVMetadataIdentifier("udta/%A9swr")
    /// The title.
    public static let quickTimeUserDataFullName = AVMetadataIdentifier("udta/%A9nam")
    /// A comment.
    public static let quickTimeUserDataComment = AVMetadataIdentifier("udta/%A9cmt")
    /// The copyright notice.
    public static let quickTimeUserDataCopyright = AVMetadataIdentifier("udta/%A9cpy")
    /// The performing artist.
    public static let quickTimeUserDataArtist = AVMetadataIdentifier("udta/%A9ART")
    /// The author.
    public static let quickTimeUserDataAuthor = AVMetadataIdentifier("udta/%A9aut")
}

/// The fields of iTunes metadata.
extension AVMetadataIdentifier {
    /// The title.
    public static let iTunesMetadataSongName = AVMetadataIdentifier("itsk/%A9nam")
    /// The performing artist.
    public static let iTunesMetadataArtist = AVMetadataIdentifier("itsk/%A9ART")
    /// The name of the album.
    public static let iTunesMetadataAlbum = AVMetadataIdentifier("itsk/%A9alb")
    /// The release date.
    public static let iTunesMetadataReleaseDate = AVMetadataIdentifier("itsk/%A9day")
    /// A comment.
    public static let iTunesMetadataUserComment = AVMetadataIdentifier("itsk/%A9cmt")
    /// The program that made the file.
    public static let iTunesMetadataEncodingTool = AVMetadataIdentifier("itsk/%A9too")
}
