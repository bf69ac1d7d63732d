package import Foundation

/// What an XMP sidecar tells of the photo that it stands beside.
package struct SidecarFacts: Sendable, Hashable, Codable {
    package var date: CreationDate?
    package var location: MediaFacts.Location?
    package var caption: String?
    package var keywords: [String] = []
    /// From -1 (rejected) to 5.
    package var rating: Int?
    /// The names of those who are in the picture.
    package var persons: [String] = []

    package init() {}

    /// Reads a sidecar, by the same table as files and within the same limits.
    ///
    /// A local time without a zone is taken to be meant in the one given.
    ///
    /// - Throws: `MediaFileError`: no XMP, too large or unreadable.
    package init(from source: some ByteSource, zone: TimeZone) throws(MediaFileError) {
        guard source.byteCount <= XMPTags.maximumPacket else {
            throw MediaFileError(.tooLarge, "a sidecar of more than 1 MiB")
        }
        let bytes = try source.bytes(at: 0, count: XMPTags.maximumPacket)
        guard let tags = XMPTags.read(bytes[...]) else {
            throw MediaFileError(.notMedia, "it is no XMP sidecar")
        }
        // A file without any content has these facts alone.
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
        caption = facts.caption
        keywords = facts.keywords
        rating = facts.rating
        persons = facts.persons
    }
}
