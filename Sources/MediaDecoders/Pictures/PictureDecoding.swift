import CVips
import PhotosMedia

/// Decodes files of every type that has a picture.
///
/// A JPEG or GIF that is cut off shows its available part, and one colour for the rest, as in viewers. Other formats
/// fail if their data is not in order from top to bottom, or if their decoder returns nothing before the end.
enum PictureDecoding {
    /// The version of decoding.
    ///
    /// The number rises when more files can be decoded, so that remembered failures are tried again.
    static let version = 3

    static func decode(
        _ descriptor: Int32,
        _ header: MediaHeader,
        _ need: DecodingNeed
    ) throws -> DecodedPicture {
        switch header.type {
        case .bmp, .openEXR: return try PosterFrame.decode(descriptor, header: header, need: need)
        case .jpegXR:
            throw MediaFileError(.noDecoder, "JPEG XR, for which no library is linked")
        case _ where header.type.kind == .video:
            return try PosterFrame.decode(descriptor, header: header, need: need)
        case _ where header.type.kind == .audio:
            throw MediaFileError(.notMedia, "sound has no picture")
        default: break
        }
        guard Decoders.hasVips else {
            throw MediaFileError(.unsupported, "libvips does not start")
        }
        // The buffer may still have an error of an earlier file.
        vips_error_clear()
        let source = try DescriptorByteSource(descriptor: descriptor)
        let file = try MappedFile(descriptor: descriptor, byteCount: source.byteCount)
        if header.type == .jpeg2000,
            let coding = try? JPEG2000Header.coding(of: file), coding.hasPalette
        {
            // libvips shows the indexes of a colour table as if they were colours.
            return try PosterFrame.decode(descriptor, header: header, need: need)
        }
        if header.type.isRaw { return try RawDecoding.decode(file, header, need) }
        guard header.isAnimated, header.type.isHEIF else { return try decode(file, header, need) }
        // A sequence may have no still picture.
        if let picture = try? decode(file, header, need) { return picture }
        return try PosterFrame.decode(descriptor, header: header, need: need)
    }

    private static func decode(
        _ file: MappedFile,
        _ header: MediaHeader,
        _ need: DecodingNeed
    ) throws(MediaFileError) -> DecodedPicture {
        let (start, count) = (file.bytes.baseAddress, file.bytes.count)
        switch header.type {
        case .jpeg:
            let size = PixelSize(width: header.storedWidth, height: header.storedHeight)
            if header.damage != nil, let mended = MendedJPEG(file) {
                let image = try jpeg(mended.bytes, size, need.leastScale, source: mended)
                return DecodedPicture(image, header.orientation)
            }
            let image = try jpeg(file.bytes, size, need.leastScale, source: file)
            return DecodedPicture(image, header.orientation)
        case .heif where HEIFJPEG.isPrimary(in: file):
            return try jpegItem(file, header, need.leastScale)
        case _ where header.type.isHEIF:
            // libheif applies the orientation in the properties itself, so only an orientation from Exif remains.
            let image = try heif(file, need.leastScale).stating(header.colors)
            return DecodedPicture(image, header.isTurnedByExif ? header.orientation : .up)
        case .webp:
            let scale = min(1, need.leastScale * (need.isResampled ? 2 : 16.0 / 15))
            let image = try PixelImage(photos_vips_webp(start, count, scale), source: file)
            return DecodedPicture(image, header.orientation)
        case .png:
            let image = try PixelImage(photos_vips_png(start, count), source: file)
            return DecodedPicture(image, header.orientation)
        case .gif:
            return DecodedPicture(try PixelImage(photos_vips_gif(start, count), source: file))
        case .tiff:
            let image = try PixelImage(photos_vips_tiff(start, count), source: file)
            return DecodedPicture(image, header.orientation)
        case .jpeg2000:
            let coding = try JPEG2000Header.coding(of: file)
            let wanted = min(1, need.leastScale * (need.isResampled ? 2 : 1))
            let halvings = PictureScaling.halvings(leastScale: wanted, most: coding.halvings)
            let image = photos_vips_jp2k(start, count, Int32(halvings))
            return DecodedPicture(try PixelImage(image, source: file), header.orientation)
        case .radiance:
            return DecodedPicture(try PixelImage(photos_vips_radiance(start, count), source: file))
        case .photoshop, .photoshopLarge:
            return DecodedPicture(try PhotoshopPicture.decode(file))
        case .jpegXL:
            // libjxl applies the orientation itself.
            return DecodedPicture(try PixelImage(photos_vips_jxl(start, count), source: file))
        default:
            throw MediaFileError(.notMedia, "no decoder is known for \(header.type.identifier)")
        }
    }

    /// Decodes a JPEG at the smallest scale of its decoder that is large enough.
    static func jpeg(
        _ bytes: UnsafeRawBufferPointer,
        _ size: PixelSize,
        _ leastScale: Double,
        source: AnyObject
    ) throws(MediaFileError) -> PixelImage {
        let shrink = Int32(PictureScaling.jpegShrink(leastScale: leastScale, of: size))
        let image = photos_vips_jpeg(bytes.baseAddress, bytes.count, shrink)
        return try PixelImage(image, source: source)
    }

    /// Decodes a picture that a HEIF file holds as JPEG, which libheif 1.15 does not decode.
    private static func jpegItem(
        _ file: MappedFile,
        _ header: MediaHeader,
        _ leastScale: Double
    ) throws(MediaFileError) -> DecodedPicture {
        let item = try HEIFJPEG(file)
        let memory = OwnedBytes(item.bytes)
        let size = PixelSize(width: header.storedWidth, height: header.storedHeight)
        let image = try jpeg(memory.bytes, size, leastScale, source: memory)
        return DecodedPicture(try image.stating(header.colors), header.orientation)
    }

    /// Returns the embedded thumbnail if it is large enough and shows the whole picture; otherwise the picture.
    private static func heif(
        _ file: MappedFile,
        _ leastScale: Double
    ) throws(MediaFileError) -> PixelImage {
        let (start, count) = (file.bytes.baseAddress, file.bytes.count)
        let reduction = try? HEIFReduction(file)
        if let reduction, reduction.isDeepOverlay {
            throw MediaFileError(.noDecoder, "an overlay of pictures of more than 8 bits")
        }
        // libheif lays tiles together by stated sizes alone, and hands out memory that nobody wrote to beside them.
        if let reduction, reduction.hasTilesOfNoSize {
            throw MediaFileError(.damaged, "its tiles state no size")
        }
        if let reduction, reduction.mendsSizes { return try heif(reduction, of: file) }
        let picture: PixelImage
        do throws(MediaFileError) {
            picture = try PixelImage(photos_vips_heif(start, count, 0), source: file)
        } catch {
            // libheif refuses files because of other items, such as gain maps of newer phones.
            guard let reduction else { throw error }
            return try heif(reduction, of: file)
        }
        guard leastScale < 1,
            let small = try? PixelImage(photos_vips_heif(start, count, 1), source: file)
        else { return picture }
        let scale = Double(small.size.longSide) / Double(picture.size.longSide)
        let expected = picture.size.scaled(by: scale)
        let isSameShape =
            abs(expected.width - small.size.width) <= 1
            && abs(expected.height - small.size.height) <= 1
        return scale >= leastScale && scale < 1 && isSameShape ? small : picture
    }

    private static func heif(
        _ reduction: HEIFReduction,
        of file: MappedFile
    ) throws(MediaFileError) -> PixelImage {
        let reduced = ReducedHEIF(reduction, of: file)
        let bytes = reduced.bytes
        return try PixelImage(
            photos_vips_heif(bytes.baseAddress, bytes.count, 0),
            source: reduced
        )
    }
}

extension MediaType {
    /// Whether libheif reads this type.
    fileprivate var isHEIF: Bool {
        switch self {
        case .heic, .heics, .heif, .avif: true
        default: false
        }
    }
}
