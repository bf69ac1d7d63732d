import PhotosMedia

/// The rules for making previews.
///
/// A change that affects the result must increase ``version``. Previews of an older version are made again on
/// request.
package enum PreviewRecipe {
    package static let version: Int64 = 1

    /// The picture whose pixels give the mean colour.
    private static let colorSample = PictureRendition(.about(longSide: 8), .pixels)

    /// Returns the request that makes several sizes from one decoding, and the sample for the mean colour of the size for
    /// pages.
    static func request(for sizes: [PreviewSize]) -> PictureRequest {
        let renditions = ordered(sizes).map { size in
            PictureRendition(.about(longSide: size.longSide), .jpeg(quality: quality(of: size)))
        }
        return PictureRequest(
            renditions: sizes.contains(.grid) ? renditions + [colorSample] : renditions
        )
    }

    /// Returns the pictures that ``request(for:)`` gave, by size.
    static func previews(
        _ pictures: [Picture],
        for sizes: [PreviewSize]
    ) throws(MediaWorkerError) -> [PreviewSize: Preview] {
        let sizes = ordered(sizes)
        guard pictures.count == request(for: sizes).renditions.count else {
            throw MediaWorkerError(.badReply, "it states another number of pictures")
        }
        var previews: [PreviewSize: Preview] = [:]
        for (size, picture) in zip(sizes, pictures) {
            previews[size] = Preview(
                width: picture.width,
                height: picture.height,
                jpeg: picture.bytes
            )
        }
        if let sample = pictures.last, sample.format == .pixels {
            previews[.grid]?.color = MeanColor(ofPixels: sample.bytes)
        }
        return previews
    }

    private static func ordered(_ sizes: [PreviewSize]) -> [PreviewSize] {
        sizes.sorted { $0.longSide > $1.longSide }
    }

    private static func quality(of size: PreviewSize) -> Int {
        switch size {
        case .grid: 75
        case .screen: 80
        }
    }
}
