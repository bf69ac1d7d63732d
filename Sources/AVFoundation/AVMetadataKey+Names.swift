/// The meanings that several lists share.
extension AVMetadataKey {
    /// Tells the title.
    public static let commonKeyTitle = AVMetadataKey("title")
    /// Tells who had it made.
    public static let commonKeyCreator = AVMetadataKey("creator")
    /// Tells what it is about.
    public static let commonKeySubject = AVMetadataKey("subject")
    /// Tells the description.
    public static let commonKeyDescription = AVMetadataKey("description")
    /// Tells who published it.
    public static let commonKeyPublisher = AVMetadataKey("publisher")
    /// Tells when it was taken.
    public static let commonKeyCreationDate = AVMetadataKey("creationDate")
    /// Tells who made it.
    public static let commonKeyAuthor = AVMetadataKey("author")
    /// Tells who plays.
    public static let commonKeyArtist = AVMetadataKey("artist")
    /// Tells whose it is.
    public static let commonKeyCopyrights = AVMetadataKey("copyrights")
    /// Tells where it was taken, after ISO 6709.
    public static let commonKeyLocation = AVMetadataKey("location")
    /// Tells the maker of the camera.
    public static let commonKeyMake = AVMetadataKey("make")
    /// Tells the name of the camera.
    public static let commonKeyModel = AVMetadataKey("model")
    /// Tells the program that made it.
    public static let commonKeySoftware = AVMetadataKey("software")
    /// Tells the album.
    public static let commonKeyAlbumName = AVMetadataKey("albumName")
    /// Tells a picture of the cover.
    public static let commonKeyArtwork = AVMetadataKey("artwork")
    /// Tells a name that nothing else has.
    public static let commonKeyIdentifier = AVMetadataKey("identifier")
}

/// Keys of QuickTime's list of named keys.
extension AVMetadataKey {
    /// Tells when it was taken.
    public static let quickTimeMetadataKeyCreationDate = AVMetadataKey(
        "com.apple.quicktime.creationdate"
    )
    /// Tells where it was taken, after ISO 6709.
    public static let quickTimeMetadataKeyLocationISO6709 = AVMetadataKey(
        "com.apple.quicktime.location.ISO6709"
    )
    /// Tells the maker of the camera.
    public static let quickTimeMetadataKeyMake = AVMetadataKey("com.apple.quicktime.make")
    /// Tells the name of the camera.
    public static let quickTimeMetadataKeyModel = AVMetadataKey("com.apple.quicktime.model")
    /// Tells the program that made it.
    public static let quickTimeMetadataKeySoftware = AVMetadataKey("com.apple.quicktime.software")
    /// Tells which picture of a Live Photo belongs to it.
    public static let quickTimeMetadataKeyContentIdentifier = AVMetadataKey(
        "com.apple.quicktime.content.identifier"
    )
    /// Tells the title.
    public static let quickTimeMetadataKeyTitle = AVMetadataKey("com.apple.quicktime.title")
    /// Tells the description.
    public static let quickTimeMetadataKeyDescription = AVMetadataKey(
        "com.apple.quicktime.description"
    )
    /// Tells the keywords, with commas between.
    public static let quickTimeMetadataKeyKeywords = AVMetadataKey("com.apple.quicktime.keywords")
    /// Tells who made it.
    public static let quickTimeMetadataKeyAuthor = AVMetadataKey("com.apple.quicktime.author")
    /// Tells who plays.
    public static let quickTimeMetadataKeyArtist = AVMetadataKey("com.apple.quicktime.artist")
    /// Tells whose it is.
    public static let quickTimeMetadataKeyCopyright = AVMetadataKey("com.apple.quicktime.copyright")
    /// Tells a comment.
    public static let quickTimeMetadataKeyComment = AVMetadataKey("com.apple.quicktime.comment")
    /// Tells more about it.
    public static let quickTimeMetadataKeyInformation = AVMetadataKey(
        "com.apple.quicktime.information"
    )
    /// Tells the name to show.
    public static let quickTimeMetadataKeyDisplayName = AVMetadataKey(
        "com.apple.quicktime.displayname"
    )
    /// Tells the rating.
    public static let quickTimeMetadataKeyRatingUser = AVMetadataKey(
        "com.apple.quicktime.rating.user"
    )
    /// Tells which camera took it.
    public static let quickTimeMetadataKeyCameraIdentifier = AVMetadataKey(
        "com.apple.quicktime.camera.identifier"
    )
}
