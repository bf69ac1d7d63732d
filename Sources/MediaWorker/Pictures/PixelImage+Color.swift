import CVips
import PhotosMedia

extension PixelImage {
    /// The same pixels, which mean what a code says unless an embedded profile says otherwise.
    func stating(_ colors: ColorCode?) throws(MediaFileError) -> PixelImage {
        guard let profile = colors?.profile, vips_image_get_typeof(pointer, VIPS_META_ICC_NAME) == 0
        else { return self }
        let bytes = profile.data()
        return try then { photos_vips_with_profile($0, bytes, bytes.count) }
    }

    /// Red, green and blue of sRGB in 8 bits, with alpha where it had any.
    func inSRGB() throws(MediaFileError) -> PixelImage {
        let converted = try converted()
        let bytes =
            converted.format == VIPS_FORMAT_UCHAR
            ? converted : try converted.then(photos_vips_bytes)
        switch bytes.bands {
        case 3, 4: return bytes
        // More than one band beside the colours: the first is taken for alpha.
        case 5...: return try bytes.then { photos_vips_bands($0, 0, 4) }
        default: throw MediaFileError(.noDecoder, "a picture with \(bytes.bands) colours")
        }
    }

    private func converted() throws(MediaFileError) -> PixelImage {
        let isCMYK = interpretation == VIPS_INTERPRETATION_CMYK
        if isCMYK || hasForeignProfile {
            // A profile that makes no sense is as good as none, which is how viewers see it.
            let fallback = isCMYK ? "cmyk" : "srgb"
            if let result = try? then({ photos_vips_color_managed($0, fallback) }) { return result }
        }
        if interpretation == VIPS_INTERPRETATION_sRGB, bands >= 3 { return self }
        return try then(photos_vips_srgb)
    }

    /// Whether the embedded profile, if there is one, means other colours than sRGB.
    private var hasForeignProfile: Bool {
        var start: UnsafeRawPointer?
        let count = photos_vips_profile(pointer, &start)
        guard count > 0, let start else { return false }
        // Those of sRGB are small, and recognizing them saves much of the time that a thumbnail takes.
        guard count <= ColorProfile.maximumSRGB else { return true }
        return !ColorProfile.isSRGB([UInt8](UnsafeRawBufferPointer(start: start, count: count)))
    }
}
