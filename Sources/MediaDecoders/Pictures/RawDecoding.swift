import CRaw
import CVips
import Glibc
import PhotosMedia

/// Decodes cameras' raw files: the embedded preview if it is large enough, otherwise the sensor's data.
enum RawDecoding {
    static func decode(
        _ file: MappedFile,
        _ header: MediaHeader,
        _ need: DecodingNeed
    ) throws(MediaFileError) -> DecodedPicture {
        let longSide = max(header.storedWidth, header.storedHeight)
        var preview: RawPreview?
        do {
            let raw = try RawPicture(file)
            preview = raw.preview(
                need.leastScale,
                ofLongSide: longSide,
                expectedAt: header.raw.preview?.lowerBound
            )
            if let preview, preview.isEnough {
                return DecodedPicture(preview.image, header.orientation)
            }
            let image = try raw.developed(atHalf: need.leastScale <= 0.5)
            return DecodedPicture(try image.shown(of: header), header.orientation)
        } catch {
            // LibRaw does not know every camera and every newer compression. A small preview is better than no picture.
            let other = try? embedded(file, header, need.leastScale, ofLongSide: longSide)
            if let best = RawPreview.larger(preview, other) {
                return DecodedPicture(best.image, header.orientation)
            }
            throw RawFailure.explained(error, header)
        }
    }

    /// Returns the preview that the file's own structure states.
    ///
    /// LibRaw returns no preview of a file that it refuses.
    private static func embedded(
        _ file: MappedFile,
        _ header: MediaHeader,
        _ leastScale: Double,
        ofLongSide longSide: Int
    ) throws(MediaFileError) -> RawPreview? {
        guard let range = header.raw.preview, range.upperBound <= file.byteCount else { return nil }
        let bytes = file.bytes[Int(range.lowerBound)..<Int(range.upperBound)]
        return try RawPreview(
            .init(rebasing: bytes),
            leastScale,
            ofLongSide: longSide,
            source: file
        )
    }
}

/// A JPEG preview in a camera's raw file.
private struct RawPreview {
    let image: PixelImage
    /// Whether the preview is large enough.
    let isEnough: Bool

    /// Decodes the preview at the smallest scale that is large enough, or completely if none is.
    ///
    /// - Parameters:
    ///   - bytes: The JPEG.
    ///   - leastScale: The smallest factor, relative to the full picture.
    ///   - longSide: The longer side of the full picture in pixels.
    ///   - source: The owner of the bytes.
    /// - Throws: `MediaFileError` if the bytes are no picture.
    init(
        _ bytes: UnsafeRawBufferPointer,
        _ leastScale: Double,
        ofLongSide longSide: Int,
        source: AnyObject
    ) throws(MediaFileError) {
        // Only the header is read until pixels are requested.
        let one = PixelSize(width: 1, height: 1)
        let whole = try PictureDecoding.jpeg(bytes, one, 1, source: source)
        // Cameras omit some pixels at the borders of their previews.
        let scale = min(1, Double(whole.size.longSide) * 1.02 / Double(longSide))
        isEnough = scale >= leastScale
        guard isEnough else {
            image = whole
            return
        }
        let small = try? PictureDecoding.jpeg(bytes, whole.size, leastScale / scale, source: source)
        image = small ?? whole
    }

    static func larger(_ first: RawPreview?, _ second: RawPreview?) -> RawPreview? {
        guard let first, let second else { return first ?? second }
        return second.image.size.longSide > first.image.size.longSide ? second : first
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
            throw RawFailure.error(code)
        }
        self.raw = raw
    }

    deinit { libraw_close(raw) }

    /// Returns the preview that LibRaw finds; nil if none can be read.
    ///
    /// The picture is made of the file's own bytes. LibRaw's copy is freed if developing fails, and in a file that is cut
    /// off the copy ends with memory that nothing was read into.
    func preview(
        _ leastScale: Double,
        ofLongSide longSide: Int,
        expectedAt offset: Int64?
    ) -> RawPreview? {
        var count = 0
        guard let start = photos_raw_preview(raw, &count) else { return nil }
        let copy = UnsafeRawBufferPointer(start: start, count: count)
        guard let bytes = file.part(equalTo: copy, expectedAt: offset) else { return nil }
        return try? RawPreview(bytes, leastScale, ofLongSide: longSide, source: file)
    }

    /// Develops the sensor's data, at half the size and without interpolation if that is enough.
    func developed(atHalf isHalf: Bool) throws(MediaFileError) -> PixelImage {
        var code: Int32 = 0
        guard let image = photos_raw_develop(raw, isHalf, &code) else {
            throw RawFailure.error(code)
        }
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
}

/// Pixels that LibRaw made.
private final class DevelopedPixels {
    private let image: UnsafeMutablePointer<libraw_processed_image_t>

    init(_ image: UnsafeMutablePointer<libraw_processed_image_t>) { self.image = image }

    deinit { libraw_dcraw_clear_mem(image) }
}

extension MappedFile {
    /// Returns the part of the file with given bytes; nil if there is none.
    ///
    /// The part is shorter than the bytes if the file ends before, and has 32 of them at least.
    ///
    /// - Parameters:
    ///   - copy: The bytes.
    ///   - offset: The offset that is compared first.
    /// - Returns: Bytes of the mapped file.
    fileprivate func part(
        equalTo copy: UnsafeRawBufferPointer,
        expectedAt offset: Int64?
    ) -> UnsafeRawBufferPointer? {
        let shortest = 32
        guard copy.count >= shortest, let first = copy.baseAddress, let base = bytes.baseAddress
        else { return nil }
        func part(at offset: Int) -> UnsafeRawBufferPointer? {
            let count = min(copy.count, bytes.count - offset)
            guard count >= shortest, memcmp(base + offset, first, count) == 0 else { return nil }
            return UnsafeRawBufferPointer(start: base + offset, count: count)
        }
        if let offset, (0..<Int64(bytes.count)).contains(offset), let found = part(at: Int(offset))
        {
            return found
        }
        var (start, tries) = (0, 0)
        // A hostile file may repeat the beginning everywhere.
        while tries < 16, start < bytes.count,
            let next = memchr(base + start, Int32(copy[0]), bytes.count - start)
        {
            let offset = UnsafeRawPointer(next) - base
            guard bytes.count - offset >= shortest else { return nil }
            if memcmp(next, first, shortest) == 0 {
                if let found = part(at: offset) { return found }
                tries += 1
            }
            start = offset + 1
        }
        return nil
    }
}

extension PixelImage {
    /// Returns the part of the developed picture that the file states to be shown.
    ///
    /// The picture was developed at full or half size.
    fileprivate func shown(of header: MediaHeader) throws(MediaFileError) -> PixelImage {
        guard header.type == .dng else { return self }
        let divisor = size.longSide < max(header.storedWidth, header.storedHeight) ? 2 : 1
        let (width, height) = (header.storedWidth / divisor, header.storedHeight / divisor)
        let (left, top) = (header.raw.cropLeft / divisor, header.raw.cropTop / divisor)
        // LibRaw may have removed borders itself.
        guard left + width <= size.width, top + height <= size.height,
            (width, height) != (size.width, size.height)
        else { return self }
        return try then {
            photos_vips_crop($0, Int32(left), Int32(top), Int32(width), Int32(height))
        }
    }
}
