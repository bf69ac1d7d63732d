import CJPEG
import Foundation
import PhotosMedia

/// Decodes a small JPEG that needs no other step, such as the library's own previews.
///
/// A libvips pipeline would take longer than decoding such a picture.
enum PlainJPEG {
    private static let mostBytes: Int64 = 1 << 20

    /// Writes the pixels of the file.
    ///
    /// - Parameters:
    ///   - request: The renditions to make.
    ///   - descriptor: The file.
    ///   - buffers: The memory for each rendition.
    /// - Returns: The size and length of the picture; nil if the file is damaged, or other steps are needed.
    /// - Throws: `MediaFileError` if the file cannot be read.
    static func make(
        _ request: PictureRequest,
        of descriptor: Int32,
        into buffers: [UnsafeMutableRawBufferPointer]
    ) throws -> [MadePicture]? {
        guard request.source == .file, request.crop == nil, request.renditions.count == 1,
            let rendition = request.renditions.first, rendition.format == .pixels,
            let buffer = buffers.first, let start = buffer.baseAddress
        else { return nil }
        let source = try DescriptorByteSource(descriptor: descriptor)
        guard source.byteCount <= mostBytes else { return nil }
        let header = try MediaHeader.read(from: source)
        let size = PixelSize(width: header.storedWidth, height: header.storedHeight)
        guard header.type == .jpeg, header.orientation == .up, size.width > 0, size.height > 0,
            size.width * size.height * 4 <= buffer.count,
            rendition.size.step(from: size) == .none
        else { return nil }
        let file = try MappedFile(descriptor: descriptor, byteCount: source.byteCount)
        guard
            photos_jpeg_pixels(
                file.bytes.baseAddress,
                file.bytes.count,
                Int32(size.width),
                Int32(size.height),
                start
            )
        else { return nil }
        let count = size.width * size.height * 4
        return [MadePicture(width: size.width, height: size.height, byteCount: count)]
    }
}
