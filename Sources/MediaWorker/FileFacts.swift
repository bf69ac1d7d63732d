import Foundation
import PhotosMedia

/// Puts together what the header, the tags and the decoders say of one file.
enum FileFacts {
    static func read(_ descriptor: Int32, zone: TimeZone) throws -> MediaFacts {
        let source = try DescriptorByteSource(descriptor: descriptor)
        let header = try MediaHeader.read(from: source)
        switch header.type.kind {
        case .image:
            let file = try MappedFile(descriptor: descriptor, byteCount: source.byteCount)
            try PictureTags.prepare()
            try PictureCheck.check(file, type: header.type)
            let tags = try PictureTags.read(file, header: header)
            return MediaFacts(header: header, tags: tags, zone: zone)
        case .video, .audio:
            let movie = try MovieTags.read(
                descriptor,
                byteCount: source.byteCount,
                type: header.type
            )
            var complete = header
            complete.duration = movie.duration ?? header.duration
            return MediaFacts(header: complete, tags: movie.tags, zone: zone)
        }
    }
}
