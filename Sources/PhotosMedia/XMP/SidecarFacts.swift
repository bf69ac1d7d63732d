package import Foundation

/// The facts that an XMP sidecar states about its photo.
package struct SidecarFacts: Sendable, Hashable, Codable {
    package var date: CreationDate?
    package var location: MediaFacts.Location?
    package var title: String?
    package var headline: String?
    package var caption: String?
    package var keywords: [String] = []
    /// The rating, from -1 (rejected) to 5.
    package var rating: Int?
    /// The names of the persons in the picture.
    package var persons: [String] = []
    /// The names of those who made the photo.
    package var creators: [String] = []
    /// The names of the place that a person stated.
    package var placeNames = MediaFacts.PlaceNames()
    /// Whether the sidecar marks the photo as a favorite; nil if it says nothing.
    package var isFavorite: Bool?
    /// Whether the sidecar marks the photo as hidden; nil if it says nothing.
    package var isHidden: Bool?
    /// The albums of the photo: for each album the titles of its folders, the outermost first, and its own title.
    package var albums: [[String]] = []
    /// The statements of the sidecar about the file that it describes.
    package var subject = SidecarSubject()
    /// The values that the sidecar may state in two properties.
    package var doubled = DoubledValues()

    /// The largest number of albums that are read.
    private static let maximumAlbums = 1000

    package init() {}

    /// Reads a sidecar with the same table as files, and within the same limits.
    ///
    /// - Parameters:
    ///   - source: The bytes of the sidecar.
    ///   - zone: The zone in which a local time without one is read.
    ///   - mayBeCutOff: Whether to take what a sidecar states that ends too early.
    /// - Throws: `MediaFileError` if the file is no XMP, too large or unreadable.
    package init(
        from source: some ByteSource,
        zone: TimeZone,
        mayBeCutOff: Bool = true
    ) throws(MediaFileError) {
        guard source.byteCount <= XMPTags.maximumPacket else {
            throw MediaFileError(.tooLarge, "it has more than 1 MiB")
        }
        let bytes = try source.bytes(at: 0, count: XMPTags.maximumPacket)
        guard let tags = XMPTags.read(bytes[...]) else {
            throw MediaFileError(.notMedia, "its text is not XMP")
        }
        guard mayBeCutOff || XMPTags.readWhole(bytes[...]) != nil else {
            throw MediaFileError(.damaged, "its text ends too early, or is not XML")
        }
        // The facts are those of a file that has a header without content.
        let header = MediaHeader(type: .jpeg, storedWidth: 0, storedHeight: 0)
        let facts = MediaFacts(header: header, tags: tags, zone: zone)
        date = facts.creationDate.map {
            CreationDate(
                date: $0,
                zoneOffset: facts.zoneOffset,
                assumedZoneOffset: facts.assumedZoneOffset,
                source: facts.dateSource ?? ""
            )
        }
        location = facts.location
        title = facts.title
        headline = facts.headline
        caption = facts.caption
        keywords = facts.keywords
        rating = facts.rating
        persons = facts.persons
        creators = facts.creators
        placeNames = facts.placeNames
        isFavorite = tags[FactsTable.favoriteTag].map { $0 == "True" }
        isHidden = tags[FactsTable.hiddenTag].map { $0 == "True" }
        albums = (tags.values[FactsTable.albumsTag] ?? []).prefix(Self.maximumAlbums)
            .map(AlbumPaths.pathTitles).filter { !$0.isEmpty }
        subject = SidecarSubject(tags)
        doubled = DoubledValues(tags, header: header, zone: zone)
    }
}
