import PhotosMedia

extension MovieField {
    /// The common key of the field, if several key spaces share its meaning.
    var commonKey: AVMetadataKey? { Self.meanings[space]?[key] }

    private static let quickTime = "com.apple.quicktime."

    private static let meanings: [Space: [String: AVMetadataKey]] = [
        .metadata: [
            quickTime + "creationdate": .commonKeyCreationDate,
            quickTime + "location.ISO6709": .commonKeyLocation,
            quickTime + "make": .commonKeyMake, quickTime + "model": .commonKeyModel,
            quickTime + "software": .commonKeySoftware, quickTime + "title": .commonKeyTitle,
            quickTime + "description": .commonKeyDescription,
            quickTime + "author": .commonKeyAuthor, quickTime + "artist": .commonKeyArtist,
            quickTime + "album": .commonKeyAlbumName,
            quickTime + "copyright": .commonKeyCopyrights,
            quickTime + "publisher": .commonKeyPublisher,
            quickTime + "artwork": .commonKeyArtwork,
        ],
        .userData: [
            "©xyz": .commonKeyLocation, "©day": .commonKeyCreationDate, "©mak": .commonKeyMake,
            "©mod": .commonKeyModel, "©swr": .commonKeySoftware, "©nam": .commonKeyTitle,
            "©des": .commonKeyDescription, "©cpy": .commonKeyCopyrights,
            "©ART": .commonKeyArtist, "©aut": .commonKeyAuthor,
        ],
        .music: [
            "©nam": .commonKeyTitle, "©ART": .commonKeyArtist, "©alb": .commonKeyAlbumName,
            "©day": .commonKeyCreationDate, "©too": .commonKeySoftware,
            "cprt": .commonKeyCopyrights, "covr": .commonKeyArtwork,
            "desc": .commonKeyDescription,
        ],
    ]
}
