import PhotosMedia

/// Decodes a file and writes the pictures that were asked for.
enum PictureMaking {
    /// Makes all renditions of a request.
    ///
    /// - Parameters:
    ///   - request: What to make.
    ///   - descriptor: The file, or the pixels.
    ///   - places: Where each rendition goes, in their order; nothing may be written beyond.
    /// - Returns: What was written to each place.
    /// - Throws: `MediaFileError` for what is wrong with the file.
    static func make(
        _ request: PictureRequest,
        of descriptor: Int32,
        into places: [UnsafeMutableRawBufferPointer]
    ) throws -> [MadePicture] {
        throw MediaFileError(.unreadable, "this worker makes no pictures yet")
    }
}
