package import Foundation
package import PhotosMedia

/// Combines the facts in the header, the tags and the decoders' results of one file.
package enum CombinedFacts {
    package typealias Explained = (facts: MediaFacts, sources: [FactField: String])

    /// Reads the facts of an open file, and the tag that each fact came from.
    ///
    /// - Parameters:
    ///   - descriptor: The file.
    ///   - zone: The time zone of local times without a zone.
    ///   - decoders: The decoders; nil in a program without them.
    /// - Returns: The facts, and the tag that each fact came from.
    /// - Throws: `MediaFileError` if the file is at fault, ``DecodersNeeded`` if only decoders can read its facts.
    package static func read(
        _ descriptor: Int32,
        zone: TimeZone,
        decoders: (any FileDecoders)?
    ) throws -> Explained {
        let source = try DescriptorByteSource(descriptor: descriptor)
        var reader = BoundedReader(source)
        let header = try MediaHeader.read(from: &reader)
        switch header.type.kind {
        case .image: return try picture(header, &reader, descriptor, zone, decoders)
        case .video, .audio:
            guard let decoders else { throw DecodersNeeded() }
            return try movie(header, &reader, descriptor, zone, decoders)
        }
    }

    /// The types whose loaders are tested against hostile files by their authors.
    ///
    /// Other loaders are not used to confirm a suspicion.
    private static let confirmedTypes: Set<MediaType> = [.jpeg, .png, .webp, .heic, .avif]

    /// The largest number of pixels that can be decoded within the time limit.
    private static let maximumConfirmedPixels = 120_000_000

    /// Whether a decoder may confirm that a picture is damaged.
    private static func canBeConfirmed(_ header: MediaHeader) -> Bool {
        confirmedTypes.contains(header.type)
            && header.storedWidth * header.storedHeight <= maximumConfirmedPixels
    }

    private static func picture(
        _ header: MediaHeader,
        _ reader: inout BoundedReader,
        _ descriptor: Int32,
        _ zone: TimeZone,
        _ decoders: (any FileDecoders)?
    ) throws(DecodersNeeded) -> Explained {
        var tags = ExifTags.read(header, &reader)
        tags.add(IPTCTags.read(header, &reader))
        tags.add(packet(header, &reader))
        let trailer = SamsungTrailer.read(header, &reader)
        tags.add(trailer.tags)
        var (facts, sources) = MediaFacts.explained(header: header, tags: tags, zone: zone)
        if let (movie, tag) = EmbeddedMovie.find(header, trailer, tags, &reader) {
            facts.embeddedMovie = movie
            sources[.embeddedMovie] = tag
        }
        if let damage = header.damage {
            facts.damage = "header: " + damage
        } else if let suspicion = FileEnd.suspicion(header, movie: facts.embeddedMovie, &reader) {
            guard canBeConfirmed(header) else {
                facts.damage = "header: " + suspicion
                return (facts, sources)
            }
            guard let decoders else { throw DecodersNeeded() }
            facts.damage = decoders.damage(of: descriptor, reader.byteCount, suspicion)
        }
        return (facts, sources)
    }

    private static func movie(
        _ header: MediaHeader,
        _ reader: inout BoundedReader,
        _ descriptor: Int32,
        _ zone: TimeZone,
        _ decoders: any FileDecoders
    ) throws -> Explained {
        let movie = try decoders.movie(descriptor, reader.byteCount, header.type)
        var complete = header
        complete.duration = movie.duration ?? header.duration
        if header.storedWidth == 0 {
            complete.storedWidth = movie.width
            complete.storedHeight = movie.height
        }
        var tags = movie.tags
        tags.add(MovieWords.read(header.type, &reader))
        tags.add(packet(header, &reader))
        var (facts, sources) = MediaFacts.explained(header: complete, tags: tags, zone: zone)
        facts.damage = FileEnd.suspicion(header, movie: nil, &reader).map { "header: " + $0 }
        return (facts, sources)
    }

    /// Returns the tags of an XMP packet inside a file; empty if the packet is damaged.
    private static func packet(_ header: MediaHeader, _ reader: inout BoundedReader) -> MediaTags {
        if let (header, ownReader) = header.unpacked(.xmp, &reader) {
            var ownReader = ownReader
            return packet(header, &ownReader)
        }
        guard let range = header.xmp, range.count <= XMPTags.maximumPacket,
            let bytes = try? reader.prefix(at: range.lowerBound, count: range.count),
            let tags = XMPTags.read(bytes)
        else { return MediaTags() }
        return tags
    }
}
