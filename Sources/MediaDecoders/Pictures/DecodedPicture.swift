import PhotosMedia

/// The picture that a decoder made of a file.
struct DecodedPicture {
    var image: PixelImage
    /// The rotation that remains, if the decoder did not apply it.
    var orientation: ImageOrientation
    /// The seconds at which the frame of a movie begins, if a moment was asked for.
    var moment: Double?

    init(_ image: PixelImage, _ orientation: ImageOrientation = .up) {
        self.image = image
        self.orientation = orientation
    }
}

/// The pixels that a picture must be decoded with.
struct DecodingNeed {
    /// The smallest factor by which the decoder may reduce the picture.
    var leastScale: Double
    /// Whether the decoded picture is resampled afterwards, and should have more pixels than necessary.
    var isResampled: Bool

    /// All pixels, for files whose size is unknown before decoding.
    static let everything = DecodingNeed(leastScale: 1, isResampled: false)

    private init(leastScale: Double, isResampled: Bool) {
        self.leastScale = leastScale
        self.isResampled = isResampled
    }

    init(_ request: PictureRequest, of picture: PixelSize) {
        let area = PixelArea(request.crop ?? .whole, of: picture)
        leastScale = PictureScaling.leastScale(of: request.renditions, from: area.size)
        isResampled = request.renditions.contains { rendition in
            if case .exactly = rendition.size { true } else { false }
        }
    }
}
