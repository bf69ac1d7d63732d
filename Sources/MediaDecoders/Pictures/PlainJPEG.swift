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
        guard request.source == .file, request.crop == nil, request.moment == nil,
            request.renditions.count == 1,
            let rendition = request.renditions.first, rendition.format == .pixels,
            let buffer = buffers.first
        else { return nil }
        let source = try DescriptorByteSource(descriptor: descriptor)
        guard source.byteCount <= mostBytes else { return nil }
        let header = try MediaHeader.read(from: source)
        let size = PixelSize(width: header.storedWidth, height: header.storedHeight)
        guard header.type == .jpeg, header.orientation == .up,
            rendition.size.step(from: size) == .none
        else { return nil }
        let file = try MappedFile(descriptor: descriptor, byteCount: source.byteCount)
        guard decode(file.bytes, size, into: buffer) else { return nil }
        let count = size.width * size.height * 4
        return [MadePicture(width: size.width, height: size.height, byteCount: count)]
    }

    /// Writes the pixels of a file in memory.
    ///
    /// Libraries turn their previews upright when they make them, so an orientation in the file is not applied.
    ///
    /// - Returns: False if the file is damaged or has another size, if other steps are needed, or if the memory for the
    ///   pixels is too small.
    static func decode(
        _ jpeg: UnsafeRawBufferPointer,
        _ size: PixelSize,
        into pixels: UnsafeMutableRawBufferPointer
    ) -> Bool {
        let sides = 1...MediaHeader.maximumSide
        guard sides.contains(size.width), sides.contains(size.height),
            size.width * size.height * 4 <= pixels.count, jpeg.count <= mostBytes
        else { return false }
        return photos_jpeg_pixels(
            jpeg.baseAddress,
            jpeg.count,
            Int32(size.width),
            Int32(size.height),
            pixels.baseAddress
        )
    }
}
