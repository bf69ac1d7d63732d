import PhotosMedia
import WorkerService

/// The decoders that this program links.
struct LinkedDecoders: FileDecoders {
    var versions: [String: String] { Versions.all() }

    func movieContent(
        of descriptor: Int32,
        byteCount: Int64,
        type: MediaType
    ) throws -> MovieContent {
        try MovieTags.read(descriptor, byteCount: byteCount, type: type)
    }

    func damage(
        of descriptor: Int32,
        byteCount: Int64,
        suspicion: String
    ) -> String? {
        PictureCheck.damage(of: descriptor, byteCount: byteCount, suspicion: suspicion)
    }

    func pictures(
        _ request: PictureRequest,
        of descriptor: Int32,
        into buffers: [UnsafeMutableRawBufferPointer]
    ) throws -> [MadePicture] {
        try PictureMaking.make(request, of: descriptor, into: buffers)
    }

    func decodePlain(
        _ jpeg: UnsafeRawBufferPointer,
        _ size: PixelSize,
        into pixels: UnsafeMutableRawBufferPointer
    ) -> Bool {
        PlainJPEG.decode(jpeg, size, into: pixels)
    }

    func embed(
        _ metadata: WrittenMetadata,
        from original: Int32,
        into copy: Int32
    ) throws -> EmbeddedCopy {
        try Embedding.write(metadata, from: original, into: copy)
    }

    func moviePart(
        _ request: MovieRequest,
        of descriptor: Int32,
        into buffer: UnsafeMutableRawBufferPointer
    ) throws -> MadeMoviePart {
        try OpenMovie.part(request, of: descriptor, into: buffer)
    }
}
