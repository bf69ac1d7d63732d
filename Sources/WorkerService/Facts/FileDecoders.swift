package import PhotosMedia

/// The decoders of a worker, for requests that no bounded reader of this package can answer.
package protocol FileDecoders: Sendable {
    /// The versions of the libraries, by name.
    var versions: [String: String] { get }

    /// Reads the tags, duration and size of a movie or sound.
    ///
    /// - Parameters:
    ///   - descriptor: The file.
    ///   - byteCount: The size of the file in bytes.
    ///   - type: The type that the file's first bytes state.
    /// - Returns: The tags, duration and size.
    /// - Throws: `MediaFileError` if the file is at fault.
    func movieContent(
        of descriptor: Int32,
        byteCount: Int64,
        type: MediaType
    ) throws -> MovieContent

    /// Decodes a picture whose end is suspicious.
    ///
    /// - Parameters:
    ///   - descriptor: The file.
    ///   - byteCount: The size of the file in bytes.
    ///   - suspicion: The reason for the suspicion.
    /// - Returns: The damage and the tool that found it; nil if the picture is complete.
    func damage(
        of descriptor: Int32,
        byteCount: Int64,
        suspicion: String
    ) -> String?

    /// Decodes a file and writes the requested pictures.
    ///
    /// - Parameters:
    ///   - request: The pictures to make.
    ///   - descriptor: The file, or the pixels.
    ///   - buffers: The memory for each picture, in their order.
    /// - Returns: The size and length of each written picture.
    /// - Throws: `MediaFileError` if the file is at fault.
    func pictures(
        _ request: PictureRequest,
        of descriptor: Int32,
        into buffers: [UnsafeMutableRawBufferPointer]
    ) throws -> [MadePicture]

    /// Decodes a JPEG in memory whose pixels need no other step, such as a preview of the library.
    ///
    /// - Parameters:
    ///   - jpeg: The bytes of the file.
    ///   - size: The size that the picture must have.
    ///   - pixels: The memory for the pixels.
    /// - Returns: Whether the pixels were written. False if the file is damaged, has another size, or needs other steps.
    func decodePlain(
        _ jpeg: UnsafeRawBufferPointer,
        _ size: PixelSize,
        into pixels: UnsafeMutableRawBufferPointer
    ) -> Bool

    /// Writes a copy of a picture's file that states other metadata.
    ///
    /// - Parameters:
    ///   - metadata: The properties to write.
    ///   - original: The file.
    ///   - copy: The copy, whose size is the largest that is possible.
    /// - Returns: The size of the copy. The ranges are those of the original that the library still has to copy.
    /// - Throws: `MediaFileError` if the file is at fault, or takes no metadata.
    func embed(
        _ metadata: WrittenMetadata,
        from original: Int32,
        into copy: Int32
    ) throws -> EmbeddedCopy

    /// Makes a part of a movie in the form that browsers play.
    ///
    /// The movie stays open for the next part.
    ///
    /// - Parameters:
    ///   - request: The part.
    ///   - descriptor: The file.
    ///   - buffer: The memory for the part. Nothing is written outside it.
    /// - Returns: The layout of the movie, and the number of bytes that were written.
    /// - Throws: `MediaFileError` if the file is at fault.
    func moviePart(
        _ request: MovieRequest,
        of descriptor: Int32,
        into buffer: UnsafeMutableRawBufferPointer
    ) throws -> MadeMoviePart
}

/// The facts of a movie or sound that its decoder finds.
package struct MovieContent {
    package var tags = MediaTags()
    /// The duration in seconds.
    package var duration: Double?
    /// The width in pixels; 0 without video.
    package var width = 0
    package var height = 0

    package init() {}
}

/// The error for a request that a program without decoders cannot answer.
package struct DecodersNeeded: Error {
    package init() {}
}
