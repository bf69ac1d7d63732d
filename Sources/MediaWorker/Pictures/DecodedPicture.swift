import PhotosMedia

/// What a decoder makes of a file.
struct DecodedPicture {
    var image: PixelImage
    /// The turn that remains to be done, where the decoder did not do it.
    var orientation: ImageOrientation

    init(_ image: PixelImage, _ orientation: ImageOrientation = .up) {
        self.image = image
        self.orientation = orientation
    }
}

/// How many of its pixels a picture has to be decoded with.
struct DecodingNeed {
    /// The smallest factor by which the decoder may make the picture smaller.
    var leastScale: Double
    /// Whether what the decoder makes is resampled afterwards, and should be more than just enough.
    var isResampled: Bool

    /// All pixels, where sizes are not known before.
    static let everything = DecodingNeed(leastScale: 1, isResampled: false)

    private init(leastScale: Double, isResampled: Bool) {
        self.leastScale = leastScale
        self.isResampled = isResampled
    }

    init(_ request: PictureRequest, of picture: PixelSize) {
        let area = PixelArea(request.crop ?? .whole, of: picture)
        leastScale = PictureScaling.leastScale(of: request.renditions, area.size)
        isResampled = request.renditions.contains { rendition in
            if case .exactly = rendition.size { true } else { false }
        }
    }
}
