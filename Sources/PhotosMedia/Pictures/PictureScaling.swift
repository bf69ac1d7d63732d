/// How a picture at hand becomes smaller (or larger) for one rendition.
package enum ScalingStep: Sendable, Hashable {
    /// It is right as it is.
    case none
    /// Each pixel becomes the mean of so many by so many.
    case shrink(Int)
    /// Resampled to a size.
    case resize(PixelSize)
}

extension PictureRendition.Size {
    /// The smallest factor by which a decoder may have made the picture smaller, so that this size can be made of it.
    ///
    /// - Parameter picture: The picture, cropped, in all the pixels that the file has.
    /// - Returns: More than 0, at most 1.
    package func leastScale(of picture: PixelSize) -> Double {
        let scale =
            switch self {
            case .full: 1.0
            case .about(let longSide):
                Double((longSide * 15 + 15) / 16) / Double(picture.longSide)
            case .atLeast(let width, let height), .exactly(let width, let height):
                Self.covering(width, height, picture)
            }
        return min(1, scale)
    }

    /// What makes this size of a picture at hand: the cheapest that keeps to the rule of the size.
    ///
    /// - Parameter picture: A picture that a decoder made at `leastScale(of:)` or larger.
    /// - Returns: The step.
    package func step(from picture: PixelSize) -> ScalingStep {
        switch self {
        case .full:
            return .none
        case .about(let longSide):
            guard picture.longSide > longSide else { return .none }
            let box = (picture.longSide + longSide - 1) / longSide
            let result = picture.scaled(by: 1 / Double(box)).longSide
            if result <= longSide, result * 16 >= longSide * 15, Self.fits(box, picture) {
                return .shrink(box)
            }
            return .resize(picture.scaled(by: Double(longSide) / Double(picture.longSide)))
        case .atLeast(let width, let height):
            let scale = Self.covering(width, height, picture)
            let box = Int(1 / min(1, scale))
            guard box > 1 else { return .none }
            return Self.fits(box, picture) ? .shrink(box) : .resize(picture.scaled(by: scale))
        case .exactly(let width, let height):
            let target = PixelSize(width: width, height: height)
            return picture == target ? .none : .resize(target)
        }
    }

    /// Whether boxes of pixels leave anything of the shorter side.
    private static func fits(_ box: Int, _ picture: PixelSize) -> Bool {
        min(picture.width, picture.height) >= box
    }

    private static func covering(_ width: Int, _ height: Int, _ picture: PixelSize) -> Double {
        max(
            Double(width) / Double(picture.width),
            Double(height) / Double(picture.height)
        )
    }
}

/// Which scale serves all renditions of a request.
package enum PictureScaling {
    /// The smallest factor that serves all of them.
    package static func leastScale(
        of renditions: [PictureRendition],
        _ picture: PixelSize
    ) -> Double {
        renditions.map { $0.size.leastScale(of: picture) }.max() ?? 1
    }

    /// The decoder of JPEG makes pictures of 1, 1/2, 1/4 and 1/8 of their size, the smaller the faster, and drops what is
    /// left over at the borders.
    package static func jpegShrink(leastScale: Double, _ picture: PixelSize) -> Int {
        [8, 4, 2].first { shrink in
            1 / Double(shrink) >= leastScale && min(picture.width, picture.height) >= shrink
        } ?? 1
    }

    /// How often a decoder that halves pictures may do so.
    ///
    /// - Parameters:
    ///   - leastScale: The smallest factor that suffices.
    ///   - most: How often the file allows it.
    /// - Returns: The number of times.
    package static func halvings(leastScale: Double, most: Int) -> Int {
        (0...max(0, min(most, 20))).last { 1 / Double(1 << $0) >= leastScale } ?? 0
    }

    /// The largest box of pixels that can become one while a picture is decoded, before anything else is done with it.
    ///
    /// What is resampled keeps twice the pixels that it needs.
    package static func firstShrink(of renditions: [PictureRendition], _ picture: PixelSize) -> Int
    {
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
