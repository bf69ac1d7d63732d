/// The memory for the pictures of one request, computed before anything is decoded.
///
/// Memory that is not written to costs nothing. If a header does not state the exact size of a picture, the plan has
/// room for the largest possible one.
package struct PicturePlan: Sendable, Hashable {
    /// The range of the memory for one rendition.
    package struct Region: Sendable, Hashable {
        /// The largest number of pixels.
        package var pixels: Int
        package var offset: Int
        /// The largest number of bytes.
        package var capacity: Int

        package init(pixels: Int, offset: Int, capacity: Int) {
            self.pixels = pixels
            self.offset = offset
            self.capacity = capacity
        }
    }

    /// The largest number of bytes of all renditions together: enough for 134 million pixels.
    package static let maximumBytes = 512 << 20

    /// The largest number of pixels: more than any camera has, and than a worker could reduce in time.
    package static let maximumPixels = 400_000_000

    /// The ranges in the order of the renditions.
    package let regions: [Region]
    /// The number of bytes of all ranges.
    package let byteCount: Int

    /// Plans the memory for a file.
    ///
    /// - Throws: `MediaFileError` if the pictures would exceed the limits.
    package init(
        _ renditions: [PictureRendition],
        crop: UnitRectangle?,
        of header: MediaHeader
    ) throws(MediaFileError) {
        guard header.storedWidth * header.storedHeight <= Self.maximumPixels else {
            throw MediaFileError(
                .tooLarge,
                "more than \(Self.maximumPixels / 1_000_000) million pixels"
            )
        }
        var source = Source(width: header.displayedWidth, height: header.displayedHeight)
        // Streams without a header state no size. No camera records larger movies than this.
        if source.pixels == 0 { source = Source(width: 7680, height: 4320) }
        source = source.cropped(crop)
        switch header.type.kind {
        // Pixels of movies may not be square, and headers of raw files may state the size of a preview.
        case .video, .audio: source.margin = source.pixels
        case .image where header.type.isRaw: source.margin = max(source.pixels / 4, 64_000_000)
        case .image: break
        }
        try self.init(renditions, of: source)
    }

    /// Plans the memory for pixels.
    ///
    /// - Throws: `MediaFileError` if the pictures would exceed the limits.
    package init(
        _ renditions: [PictureRendition],
        crop: UnitRectangle?,
        ofPixels width: Int,
        _ height: Int
    ) throws(MediaFileError) {
        try self.init(renditions, of: Source(width: width, height: height).cropped(crop))
    }

    private init(_ renditions: [PictureRendition], of source: Source) throws(MediaFileError) {
        var regions: [Region] = []
        var end = 0
        for rendition in renditions {
            let pixels = source.pixels(at: rendition.size)
            let capacity = Self.byteCount(of: pixels, as: rendition.format)
            regions.append(Region(pixels: pixels, offset: end, capacity: capacity))
            // Each range begins at a page of its own.
            end += (capacity + 4095) & ~4095
            guard end <= Self.maximumBytes else {
                // The file is not at fault, because smaller pictures of it can be made.
                throw MediaFileError(
                    .memory,
                    "\(source.shown / 1_000_000) megapixels, limit \(Self.maximumBytes >> 20) MiB of pixels"
                )
            }
        }
        self.regions = regions
        byteCount = end
    }

    /// Returns the largest size in bytes.
    ///
    /// Noise grows when it is compressed, and tables and profiles come first.
    private static func byteCount(of pixels: Int, as format: PictureRendition.Format) -> Int {
        switch format {
        case .pixels: pixels * 4
        case .jpeg, .png, .heic: pixels * 5 + 64 << 10
        }
    }

    /// Whether the worker can have made this picture for a rendition.
    package func allows(_ made: MadePicture, for rendition: PictureRendition, at index: Int) -> Bool
    {
        let region = regions[index]
        let sides = 1...MediaHeader.maximumSide
        guard sides.contains(made.width), sides.contains(made.height),
            made.width * made.height <= region.pixels,
            (1...region.capacity).contains(made.byteCount)
        else { return false }
        if rendition.format == .pixels, made.byteCount != made.width * made.height * 4 {
            return false
        }
        switch rendition.size {
        case .about(let longSide): return max(made.width, made.height) <= longSide
        case .exactly(let width, let height): return (made.width, made.height) == (width, height)
        case .full, .atLeast: return true
        }
    }
}

/// The cropped picture that renditions are made of.
private struct Source {
    var width: Int
    var height: Int
    /// The number of pixels that the picture may have in addition.
    var margin = 0

    init(width: Int, height: Int) {
        self.width = width
        self.height = height
    }

    var pixels: Int { shown + margin }

    /// The number of pixels that the header states.
    var shown: Int { width * height }

    func cropped(_ crop: UnitRectangle?) -> Source {
        guard let crop else { return self }
        // A part that begins and ends inside pixels includes both of them.
        return Source(
            width: min(width, Int(Double(width) * crop.width) + 2),
            height: min(height, Int(Double(height) * crop.height) + 2)
        )
    }

    func pixels(at size: PictureRendition.Size) -> Int {
        switch size {
        case .full: return pixels
        case .about(let longSide): return min(pixels, longSide * longSide)
        case .exactly(let width, let height): return width * height
        case .atLeast(let wantedWidth, let wantedHeight):
            // The picture may be rotated differently than the header states.
            let scale = max(
                Double(max(wantedWidth, wantedHeight)) / Double(min(width, height)),
                Double(min(wantedWidth, wantedHeight)) / Double(max(width, height))
            )
            // Decoders scale by powers of two, and some by eighths.
            let factor = min(1, scale * 2.25)
            let scaled = (Double(width) * factor + 2) * (Double(height) * factor + 2)
            let stretched = scaled * Double(pixels) / Double(max(1, width * height))
            return Int(min(Double(pixels), stretched))
        }
    }
}
