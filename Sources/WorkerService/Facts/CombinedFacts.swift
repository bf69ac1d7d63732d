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
        case .image:
            return try pictureFacts(
                in: header,
                of: descriptor,
                from: &reader,
                zone: zone,
                decoders: decoders
            )
        case .video, .audio:
            guard let decoders else { throw DecodersNeeded() }
            return try movieFacts(
                in: header,
                of: descriptor,
                from: &reader,
                zone: zone,
                decoders: decoders
            )
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

    private static func pictureFacts(
        in header: MediaHeader,
        of descriptor: Int32,
        from reader: inout BoundedReader,
        zone: TimeZone,
        decoders: (any FileDecoders)?
    ) throws(DecodersNeeded) -> Explained {
        var tags = ExifTags.tags(of: header, from: &reader)
        tags.add(IPTCTags.tags(of: header, from: &reader))
        tags.add(packetTags(of: header, from: &reader))
        let trailer = SamsungTrailer.read(for: header, from: &reader)
        tags.add(trailer.tags)
        var (facts, sources) = MediaFacts.explained(header: header, tags: tags, zone: zone)
        if let (movie, tag) = EmbeddedMovie.findMovie(
            in: header,
            trailer: trailer,
            tags: tags,
            from: &reader
        ) {
            facts.embeddedMovie = movie
            sources[.embeddedMovie] = tag
        }
        if let damage = header.damage {
            facts.damage = "header: " + damage
        } else if let suspicion = FileEnd.suspicion(
            about: header,
            movie: facts.embeddedMovie,
            from: &reader
        ) {
            guard canBeConfirmed(header) else {
                facts.damage = "header: " + suspicion
                return (facts, sources)
            }
            guard let decoders else { throw DecodersNeeded() }
            facts.damage = decoders.damage(
                of: descriptor,
                byteCount: reader.byteCount,
                suspicion: suspicion
            )
        }
        return (facts, sources)
    }

    private static func movieFacts(
        in header: MediaHeader,
        of descriptor: Int32,
        from reader: inout BoundedReader,
        zone: TimeZone,
        decoders: any FileDecoders
    ) throws -> Explained {
        let movie = try decoders.movieContent(
            of: descriptor,
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
        tags.add(MovieWords.tags(of: header.type, from: &reader))
        tags.add(packetTags(of: header, from: &reader))
        var (facts, sources) = MediaFacts.explained(header: complete, tags: tags, zone: zone)
        facts.damage = FileEnd.suspicion(about: header, movie: nil, from: &reader).map {
            "header: " + $0
        }
        return (facts, sources)
    }

    /// Returns the tags of an XMP packet inside a file; empty if the packet is damaged.
    private static func packetTags(
        of header: MediaHeader,
        from reader: inout BoundedReader
    ) -> MediaTags {
        if let (header, ownReader) = header.unpacked(.xmp, from: &reader) {
            var ownReader = ownReader
            return packetTags(of: header, from: &ownReader)
        }
        guard let range = header.xmp, range.count <= XMPTags.maximumPacket,
            let bytes = try? reader.prefix(at: range.lowerBound, count: range.count),
            let tags = XMPTags.read(bytes)
        else { return MediaTags() }
        return tags
    }
}
