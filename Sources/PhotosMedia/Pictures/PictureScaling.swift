/// The step that scales a decoded picture for one rendition.
package enum ScalingStep: Sendable, Hashable {
    /// The picture already has the right size.
    case none
    /// Each square of this side in pixels is averaged to one pixel.
    case shrink(Int)
    /// The picture is resampled to a size.
    case resize(PixelSize)
}

extension PictureRendition.Size {
    /// Returns the smallest factor by which a decoder may reduce the picture, so that this size can be made of it.
    ///
    /// - Parameter picture: The cropped picture, at the file's full size.
    /// - Returns: A number above 0 and up to 1.
    package func leastScale(of picture: PixelSize) -> Double {
        let scale =
            switch self {
            case .full: 1.0
            case .about(let longSide):
                Double((longSide * 15 + 15) / 16) / Double(picture.longSide)
            case .atLeast(let width, let height), .exactly(let width, let height):
                Self.coveringScale(width: width, height: height, of: picture)
            }
        return min(1, scale)
    }

    /// Returns the fastest step that makes this size of a decoded picture, within the size's rule.
    ///
    /// - Parameter picture: A picture that was decoded at `leastScale(of:)` or larger.
    /// - Returns: The step.
    package func step(from picture: PixelSize) -> ScalingStep {
        switch self {
        case .full:
            return .none
        case .about(let longSide):
            guard picture.longSide > longSide else { return .none }
            let box = (picture.longSide + longSide - 1) / longSide
            let result = picture.scaled(by: 1 / Double(box)).longSide
            if result <= longSide, result * 16 >= longSide * 15, Self.hasBox(box, in: picture) {
                return .shrink(box)
            }
            return .resize(picture.scaled(by: Double(longSide) / Double(picture.longSide)))
        case .atLeast(let width, let height):
            let scale = Self.coveringScale(width: width, height: height, of: picture)
            let box = Int(1 / min(1, scale))
            guard box > 1 else { return .none }
            return Self.hasBox(box, in: picture) ? .shrink(box) : .resize(picture.scaled(by: scale))
        case .exactly(let width, let height):
            let target = PixelSize(width: width, height: height)
            return picture == target ? .none : .resize(target)
        }
    }

    /// Whether the shorter side has at least one box of pixels.
    private static func hasBox(_ box: Int, in picture: PixelSize) -> Bool {
        min(picture.width, picture.height) >= box
    }

    private static func coveringScale(width: Int, height: Int, of picture: PixelSize) -> Double {
        max(
            Double(width) / Double(picture.width),
            Double(height) / Double(picture.height)
        )
    }
}

/// Computes the scale that serves all renditions of a request.
package enum PictureScaling {
    /// Returns the smallest factor that serves all renditions.
    package static func leastScale(
        of renditions: [PictureRendition],
        from picture: PixelSize
    ) -> Double {
        renditions.map { $0.size.leastScale(of: picture) }.max() ?? 1
    }

    /// Returns the divisor at which to decode a JPEG.
    ///
    /// The decoder makes pictures at 1, 1/2, 1/4 and 1/8 of their size, the smaller the faster. The decoder drops
    /// incomplete blocks at the borders.
    package static func jpegShrink(leastScale: Double, of picture: PixelSize) -> Int {
        [8, 4, 2].first { shrink in
            1 / Double(shrink) >= leastScale && min(picture.width, picture.height) >= shrink
        } ?? 1
    }

    /// Returns the number of times that a decoder which halves pictures may do so.
    ///
    /// - Parameters:
    ///   - leastScale: The smallest factor that suffices.
    ///   - most: The number of times that the file allows.
    /// - Returns: The number of times.
    package static func halvings(leastScale: Double, most: Int) -> Int {
        (0...max(0, min(most, 20))).last { 1 / Double(1 << $0) >= leastScale } ?? 0
    }

    /// Returns the largest box of pixels that can be averaged to one during decoding, before any other step.
    ///
    /// For resampling, twice the necessary pixels are kept.
    package static func firstShrink(
        of renditions: [PictureRendition],
        from picture: PixelSize
    ) -> Int {
        let boxes = renditions.map { rendition in
            switch rendition.size.step(from: picture) {
            case .none: 1
            case .shrink(let box): box
            case .resize(let target):
                max(1, min(picture.width / target.width, picture.height / target.height) / 2)
            }
        }
        return max(1, boxes.min() ?? 1)
    }
}
