import CVips
import PhotosMedia

/// Reads the pixels that the library sends to be encoded.
enum PixelInput {
    static func picture(
        _ descriptor: Int32,
        _ size: PixelSize
    ) throws -> DecodedPicture {
        let count = size.width * size.height * 4
        let source = try DescriptorByteSource(descriptor: descriptor)
        guard source.byteCount >= count else {
            throw MediaFileError(.damaged, "there are fewer pixels than its size says")
        }
        let memory = try MappedFile(descriptor: descriptor, byteCount: Int64(count))
        let made = photos_vips_pixels(
            memory.bytes.baseAddress,
            count,
            Int32(size.width),
            Int32(size.height),
            4
        )
        let image = try PixelImage(made, source: memory)
        guard isOpaque(memory.bytes) else { return DecodedPicture(image) }
        // An opaque picture needs no alpha, so scaling need not weight colours by it.
        return DecodedPicture(try image.then { photos_vips_bands($0, 0, 3) })
    }

    private static func isOpaque(_ pixels: UnsafeRawBufferPointer) -> Bool {
        pixels.bindMemory(to: UInt32.self).allSatisfy { UInt32(littleEndian: $0) >= 0xFF00_0000 }
    }
}
