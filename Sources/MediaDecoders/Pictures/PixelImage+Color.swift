import CVips
import PhotosMedia

extension PixelImage {
    /// Returns the same pixels with the colour meaning of a code, unless there is an embedded profile.
    func stating(_ colors: ColorCode?) throws(MediaFileError) -> PixelImage {
        guard let profile = colors?.profile, vips_image_get_typeof(pointer, VIPS_META_ICC_NAME) == 0
        else { return self }
        let bytes = profile.data()
        return try then { photos_vips_with_profile($0, bytes, bytes.count) }
    }

    /// Converts the picture to red, green and blue of sRGB in 8 bits, and keeps alpha.
    func inSRGB() throws(MediaFileError) -> PixelImage {
        let converted = try converted()
        let bytes =
            converted.format == VIPS_FORMAT_UCHAR
            ? converted : try converted.then(photos_vips_bytes)
        switch bytes.bands {
        case 3, 4: return bytes
        // Of several bands besides the colours, the first counts as alpha.
        case 5...: return try bytes.then { photos_vips_bands($0, 0, 4) }
        default: throw MediaFileError(.noDecoder, "a picture with \(bytes.bands) colours")
        }
    }

    private func converted() throws(MediaFileError) -> PixelImage {
        let isCMYK = interpretation == VIPS_INTERPRETATION_CMYK
        if isCMYK || hasForeignProfile {
            // An invalid profile is ignored, as viewers do.
            let fallback = isCMYK ? "cmyk" : "srgb"
            if let result = try? then({ photos_vips_color_managed($0, fallback) }) { return result }
        }
        if interpretation == VIPS_INTERPRETATION_sRGB, bands >= 3 { return self }
        return try then(photos_vips_srgb)
    }

    /// Whether the embedded profile, if there is one, describes other colours than sRGB.
    private var hasForeignProfile: Bool {
        var start: UnsafeRawPointer?
        let count = photos_vips_profile(pointer, &start)
        guard count > 0, let start else { return false }
        // Profiles of sRGB are small. Recognizing them saves much of the time for a thumbnail.
        guard count <= ColorProfile.maximumSRGB else { return true }
        return !ColorProfile.isSRGB([UInt8](UnsafeRawBufferPointer(start: start, count: count)))
    }
}
