import Foundation
import PhotosMedia

/// Combines the facts in the header, the tags and the decoders' results of one file.
enum FileFacts {
    typealias Explained = (facts: MediaFacts, sources: [FactField: String])

    static func read(_ descriptor: Int32, zone: TimeZone) throws -> Explained {
        let source = try DescriptorByteSource(descriptor: descriptor)
        var reader = BoundedReader(source)
        let header = try MediaHeader.read(from: &reader)
        switch header.type.kind {
        case .image: return picture(header, &reader, descriptor, zone)
        case .video, .audio: return try movie(header, &reader, descriptor, zone)
        }
    }

    private static func picture(
        _ header: MediaHeader,
        _ reader: inout BoundedReader,
        _ descriptor: Int32,
        _ zone: TimeZone
    ) -> Explained {
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
            facts.damage = PictureCheck.damage(descriptor, reader.byteCount, header, suspicion)
        }
        return (facts, sources)
    }

    private static func movie(
        _ header: MediaHeader,
        _ reader: inout BoundedReader,
        _ descriptor: Int32,
        _ zone: TimeZone
    ) throws -> Explained {
        let movie = try MovieTags.read(
            descriptor,
            byteCount: reader.byteCount,
            type: header.type
        )
        var complete = header
        complete.duration = movie.duration ?? header.duration
        if header.storedWidth == 0 {
            complete.storedWidth = movie.width
            complete.storedHeight = movie.height
        }
        var tags = movie.tags
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
