/// The common keys, with a meaning that several key spaces share.
extension AVMetadataKey {
    /// The title.
    public static let commonKeyTitle = AVMetadataKey("title")
    /// The creator.
    public static let commonKeyCreator = AVMetadataKey("creator")
    /// The subject.
    public static let commonKeySubject = AVMetadataKey("subject")
    /// The description.
    public static let commonKeyDescription = AVMetadataKey("description")
    /// The publisher.
    public static let commonKeyPublisher = AVMetadataKey("publisher")
    /// The date when the movie was taken.
    public static let commonKeyCreationDate = AVMetadataKey("creationDate")
    /// The author.
    public static let commonKeyAuthor = AVMetadataKey("author")
    /// The performing artist.
    public static let commonKeyArtist = AVMetadataKey("artist")
    /// The copyright notice.
    public static let commonKeyCopyrights = AVMetadataKey("copyrights")
    /// The location where the movie was taken, in the format of ISO 6709.
    public static let commonKeyLocation = AVMetadataKey("location")
    /// The manufacturer of the camera.
    public static let commonKeyMake = AVMetadataKey("make")
    /// The model of the camera.
    public static let commonKeyModel = AVMetadataKey("model")
    /// The program that made the movie.
    public static let commonKeySoftware = AVMetadataKey("software")
    /// The name of the album.
    public static let commonKeyAlbumName = AVMetadataKey("albumName")
    /// The cover picture.
    public static let commonKeyArtwork = AVMetadataKey("artwork")
    /// A unique identifier.
    public static let commonKeyIdentifier = AVMetadataKey("identifier")
}

/// The QuickTime metadata keys.
extension AVMetadataKey {
    /// The date when the movie was taken.
    public static let quickTimeMetadataKeyCreationDate = AVMetadataKey(
        "com.apple.quicktime.creationdate"
    )
    /// The location where the movie was taken, in the format of ISO 6709.
    public static let quickTimeMetadataKeyLocationISO6709 = AVMetadataKey(
        "com.apple.quicktime.location.ISO6709"
    )
    /// The manufacturer of the camera.
    public static let quickTimeMetadataKeyMake = AVMetadataKey("com.apple.quicktime.make")
    /// The model of the camera.
    public static let quickTimeMetadataKeyModel = AVMetadataKey("com.apple.quicktime.model")
    /// The program that made the movie.
    public static let quickTimeMetadataKeySoftware = AVMetadataKey("com.apple.quicktime.software")
    /// The identifier that a Live Photo's movie shares with its picture.
    public static let quickTimeMetadataKeyContentIdentifier = AVMetadataKey(
        "com.apple.quicktime.content.identifier"
    )
    /// The title.
    public static let quickTimeMetadataKeyTitle = AVMetadataKey("com.apple.quicktime.title")
    /// The description.
    public static let quickTimeMetadataKeyDescription = AVMetadataKey(
        "com.apple.quicktime.description"
    )
    /// The keywords, separated by commas.
    public static let quickTimeMetadataKeyKeywords = AVMetadataKey("com.apple.quicktime.keywords")
    /// The author.
    public static let quickTimeMetadataKeyAuthor = AVMetadataKey("com.apple.quicktime.author")
    /// The performing artist.
    public static let quickTimeMetadataKeyArtist = AVMetadataKey("com.apple.quicktime.artist")
    /// The copyright notice.
    public static let quickTimeMetadataKeyCopyright = AVMetadataKey("com.apple.quicktime.copyright")
    /// A comment.
    public static let quickTimeMetadataKeyComment = AVMetadataKey("com.apple.quicktime.comment")
    /// Further information.
    public static let quickTimeMetadataKeyInformation = AVMetadataKey(
        "com.apple.quicktime.information"
    )
    /// The name to display.
    public static let quickTimeMetadataKeyDisplayName = AVMetadataKey(
        "com.apple.quicktime.displayname"
    )
    /// The rating.
    public static let quickTimeMetadataKeyRatingUser = AVMetadataKey(
        "com.apple.quicktime.rating.user"
    )
    /// The identifier of the camera.
    public static let quickTimeMetadataKeyCameraIdentifier = AVMetadataKey(
        "com.apple.quicktime.camera.identifier"
    )
}
