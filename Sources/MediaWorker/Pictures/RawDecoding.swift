import CRaw
import CVips
import PhotosMedia

/// Decodes cameras' raw files: their embedded preview where it is large enough, else the sensor's data.
enum RawDecoding {
    static func decode(
        _ file: MappedFile,
        _ header: MediaHeader,
        _ need: DecodingNeed
    ) throws(MediaFileError) -> DecodedPicture {
        let raw = try RawPicture(file)
        let longSide = max(header.storedWidth, header.storedHeight)
        let preview = raw.preview(need.leastScale, ofLongSide: longSide)
        if let preview, preview.isEnough {
            return DecodedPicture(preview.image, header.orientation)
        }
        do {
            let image = try raw.developed(atHalf: need.leastScale <= 0.5)
            return DecodedPicture(image, header.orientation)
        } catch {
            // Cameras that LibRaw does not know, and ways to compress that came later: a small picture is one, too.
            guard let preview else { throw error }
            return DecodedPicture(preview.image, header.orientation)
        }
    }
}

/// An open raw file, which owns its preview's bytes.
private final class RawPicture {
    private let file: MappedFile
    private let raw: UnsafeMutablePointer<libraw_data_t>

    init(_ file: MappedFile) throws(MediaFileError) {
        self.file = file
        var code: Int32 = 0
        guard let raw = photos_raw_open(file.bytes.baseAddress, file.bytes.count, &code) else {
            throw Self.error(code)
        }
        self.raw = raw
    }

    deinit { libraw_close(raw) }

    /// The preview in JPEG at the smallest scale that suffices, or whole where it does not.
    ///
    /// - Parameters:
    ///   - leastScale: How small the picture may be beside the whole one.
    ///   - longSide: Pixels of the whole one.
    /// - Returns: The preview and whether it suffices; nil without one that can be read.
    func preview(
        _ leastScale: Double,
        ofLongSide longSide: Int
    ) -> (image: PixelImage, isEnough: Bool)? {
        var count = 0
        guard let start = photos_raw_preview(raw, &count) else { return nil }
        let bytes = UnsafeRawBufferPointer(start: start, count: count)
        // Only its header is read before pixels are asked for.
        let one = PixelSize(width: 1, height: 1)
        guard let whole = try? PictureDecoding.jpeg(bytes, one, 1, source: self) else { return nil }
        // Cameras leave out some pixels at the borders of their previews.
        let scale = min(1, Double(whole.size.longSide) * 1.02 / Double(longSide))
        guard scale >= leastScale else { return (whole, false) }
        let small = try? PictureDecoding.jpeg(bytes, whole.size, leastScale / scale, source: self)
        return (small ?? whole, true)
    }

    /// The sensor's data as a picture, in half of the size and without interpolation if that is enough.
    func developed(atHalf isHalf: Bool) throws(MediaFileError) -> PixelImage {
        var code: Int32 = 0
        guard let image = photos_raw_develop(raw, isHalf, &code) else { throw Self.error(code) }
        let pixels = DevelopedPixels(image)
        let (width, height) = (Int32(image.pointee.width), Int32(image.pointee.height))
        let bands = Int32(image.pointee.colors)
        let made = photos_vips_pixels(
            photos_raw_pixels(image),
            Int(image.pointee.data_size),
            width,
            height,
            bands
        )
        return try PixelImage(made, source: pixels)
    }

    private static func error(_ code: Int32) -> MediaFileError {
        let text = libraw_strerror(code).map { String(cString: $0) } ?? "error \(code)"
        return MediaFileError(.damaged, "LibRaw: " + PlainText.line(text))
    }
}

/// Pixels that LibRaw made.
private final class DevelopedPixels {
    private let image: UnsafeMutablePointer<libraw_processed_image_t>

    init(_ image: UnsafeMutablePointer<libraw_processed_image_t>) { self.image = image }

    deinit { libraw_dcraw_clear_mem(image) }
}
