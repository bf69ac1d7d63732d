/// The meanings that several lists share, as names of fields.
extension AVMetadataIdentifier {
    /// Tells the title.
    public static let commonIdentifierTitle = AVMetadataIdentifier("comn/title")
    /// Tells who had it made.
    public static let commonIdentifierCreator = AVMetadataIdentifier("comn/creator")
    /// Tells what it is about.
    public static let commonIdentifierSubject = AVMetadataIdentifier("comn/subject")
    /// Tells the description.
    public static let commonIdentifierDescription = AVMetadataIdentifier("comn/description")
    /// Tells who published it.
    public static let commonIdentifierPublisher = AVMetadataIdentifier("comn/publisher")
    /// Tells when it was taken.
    public static let commonIdentifierCreationDate = AVMetadataIdentifier("comn/creationDate")
    /// Tells who made it.
    public static let commonIdentifierAuthor = AVMetadataIdentifier("comn/author")
    /// Tells who plays.
    public static let commonIdentifierArtist = AVMetadataIdentifier("comn/artist")
    /// Tells whose it is.
    public static let commonIdentifierCopyrights = AVMetadataIdentifier("comn/copyrights")
    /// Tells where it was taken, after ISO 6709.
    public static let commonIdentifierLocation = AVMetadataIdentifier("comn/location")
    /// Tells the maker of the camera.
    public static let commonIdentifierMake = AVMetadataIdentifier("comn/make")
    /// Tells the name of the camera.
    public static let commonIdentifierModel = AVMetadataIdentifier("comn/model")
    /// Tells the program that made it.
    public static let commonIdentifierSoftware = AVMetadataIdentifier("comn/software")
    /// Tells the album.
    public static let commonIdentifierAlbumName = AVMetadataIdentifier("comn/albumName")
    /// Tells a picture of the cover.
    public static let commonIdentifierArtwork = AVMetadataIdentifier("comn/artwork")
    /// Tells a name that nothing else has.
    public static let commonIdentifierIdentifier = AVMetadataIdentifier("comn/identifier")
}

/// Fields of QuickTime's list of named keys.
extension AVMetadataIdentifier {
    /// Tells when it was taken.
    public static let quickTimeMetadataCreationDate = AVMetadataIdentifier(
        "mdta/com.apple.quicktime.creationdate"
    )
    /// Tells where it was taken, after ISO 6709.
    public static let quickTimeMetadataLocationISO6709 = AVMetadataIdentifier(
        "mdta/com.apple.quicktime.location.ISO6709"
    )
    /// Tells the maker of the camera.
    public static let quickTimeMetadataMake = AVMetadataIdentifier("mdta/com.apple.quicktime.make")
    /// Tells the name of the camera.
    public static let quickTimeMetadataModel = AVMetadataIdentifier(
        "mdta/com.apple.quicktime.model"
    )
    /// Tells the program that made it.
    public static let quickTimeMetadataSoftware = AVMetadataIdentifier(
        "mdta/com.apple.quicktime.software"
    )
    /// Tells which picture of a Live Photo belongs to it.
    public static let quickTimeMetadataContentIdentifier = AVMetadataIdentifier(
        "mdta/com.apple.quicktime.content.identifier"
    )
    /// Tells the title.
    public static let quickTimeMetadataTitle = AVMetadataIdentifier(
        "mdta/com.apple.quicktime.title"
    )
    /// Tells the description.
    public static let quickTimeMetadataDescription = AVMetadataIdentifier(
        "mdta/com.apple.quicktime.description"
    )
    /// Tells the keywords, with commas between.
    public static let quickTimeMetadataKeywords = AVMetadataIdentifier(
        "mdta/com.apple.quicktime.keywords"
    )
    /// Tells who made it.
    public static let quickTimeMetadataAuthor = AVMetadataIdentifier(
        "mdta/com.apple.quicktime.author"
    )
    /// Tells who plays.
    public static let quickTimeMetadataArtist = AVMetadataIdentifier(
        "mdta/com.apple.quicktime.artist"
    )
    /// Tells whose it is.
    public static let quickTimeMetadataCopyright = AVMetadataIdentifier(
        "mdta/com.apple.quicktime.copyright"
    )
    /// Tells a comment.
    public static let quickTimeMetadataComment = AVMetadataIdentifier(
        "mdta/com.apple.quicktime.comment"
    )
    /// Tells more about it.
    public static let quickTimeMetadataInformation = AVMetadataIdentifier(
        "mdta/com.apple.quicktime.information"
    )
    /// Tells the name to show.
    public static let quickTimeMetadataDisplayName = AVMetadataIdentifier(
        "mdta/com.apple.quicktime.displayname"
    )
    /// Tells the rating.
    public static let quickTimeMetadataRatingUser = AVMetadataIdentifier(
        "mdta/com.apple.quicktime.rating.user"
    )
    /// Tells which camera took it.
    public static let quickTimeMetadataCameraIdentifier = AVMetadataIdentifier(
        "mdta/com.apple.quicktime.camera.identifier"
    )
}

/// Fields of QuickTime's user data.
extension AVMetadataIdentifier {
    /// Tells where it was taken, after ISO 6709.
    public static let quickTimeUserDataLocationISO6709 = AVMetadataIdentifier("udta/%A9xyz")
    /// Tells when it was taken.
    public static let quickTimeUserDataCreationDate = AVMetadataIdentifier("udta/%A9day")
    /// Tells the maker of the camera.
    public static let quickTimeUserDataMake = AVMetadataIdentifier("udta/%A9mak")
    /// Tells the name of the camera.
    public static let quickTimeUserDataModel = AVMetadataIdentifier("udta/%A9mod")
    /// Tells the program that made it.
    public static let quickTimeUserDataSoftware = AVMetadataIdentifier("udta/%A9swr")
    /// Tells the title.
    public static let quickTimeUserDataFullName = AVMetadataIdentifier("udta/%A9nam")
    /// Tells a comment.
    public static let quickTimeUserDataComment = AVMetadataIdentifier("udta/%A9cmt")
    /// Tells whose it is.
    public static let quickTimeUserDataCopyright = AVMetadataIdentifier("udta/%A9cpy")
    /// Tells who plays.
    public static let quickTimeUserDataArtist = AVMetadataIdentifier("udta/%A9ART")
    /// Tells who made it.
    public static let quickTimeUserDataAuthor = AVMetadataIdentifier("udta/%A9aut")
}

/// Fields of the list of music programs.
extension AVMetadataIdentifier {
    /// Tells the title.
    public static let iTunesMetadataSongName = AVMetadataIdentifier("itsk/%A9nam")
    /// Tells who plays.
    public static let iTunesMetadataArtist = AVMetadataIdentifier("itsk/%A9ART")
    /// Tells the album.
    public static let iTunesMetadataAlbum = AVMetadataIdentifier("itsk/%A9alb")
    /// Tells when it came out.
    public static let iTunesMetadataReleaseDate = AVMetadataIdentifier("itsk/%A9day")
    /// Tells a comment.
    public static let iTunesMetadataUserComment = AVMetadataIdentifier("itsk/%A9cmt")
    /// Tells the program that made it.
    public static let iTunesMetadataEncodingTool = AVMetadataIdentifier("itsk/%A9too")
}
