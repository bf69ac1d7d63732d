/// What the worker shall make of one picture, or of the poster frame of one movie.
///
/// Pictures come out as they are shown: turned upright, in sRGB, 8 bits a channel.
package struct PictureRequest: Sendable, Hashable {
    package enum Source: Sendable, Hashable {
        /// A picture's or a movie's file.
        case file
        /// Red, green, blue and alpha, 8 bits each, in sRGB and not premultiplied; rows follow each other without gaps.
        case pixels(width: Int, height: Int)
    }

    /// More renditions than anyone needs of one decoding.
    package static let maximumRenditions = 4

    package var source: Source
    /// The part that is wanted; nil for all of it.
    package var crop: UnitRectangle?
    /// Largest first, since the smaller ones may be made of the larger.
    package var renditions: [PictureRendition]

    package init(
        _ source: Source = .file,
        crop: UnitRectangle? = nil,
        renditions: [PictureRendition]
    ) {
        self.source = source
        self.crop = crop
        self.renditions = renditions
    }
}

/// One form in which a picture is wanted.
package struct PictureRendition: Sendable, Hashable {
    /// How large, in pixels of the cropped picture as it is shown.
    ///
    /// Nothing but ``exactly(width:height:)`` enlarges.
    package enum Size: Sendable, Hashable {
        case full
        /// The longer side has about so many pixels, from 15/16 of them to all; what decodes fastest.
        case about(longSide: Int)
        /// Both sides have at least so many pixels, as far as the picture has them, and less than about twice; what
        /// decodes fastest.
        case atLeast(width: Int, height: Int)
        /// Each side has so many pixels.
        case exactly(width: Int, height: Int)
    }

    package enum Format: Sendable, Hashable {
        /// As ``PictureRequest/Source/pixels(width:height:)`` has them.
        case pixels
        /// Quality 1 to 100. Transparent parts become white.
        case jpeg(quality: Int)
        case png
        /// Quality 1 to 100.
        case heic(quality: Int)
    }

    package var size: Size
    package var format: Format

    package init(_ size: Size, _ format: Format) {
        self.size = size
        self.format = format
    }
}

/// A part of a picture as it is shown: the origin is its upper left corner, and its sides are 1.
package struct UnitRectangle: Sendable, Hashable {
    package var x: Double
    package var y: Double
    package var width: Double
    package var height: Double

    package init(x: Double, y: Double, width: Double, height: Double) {
        self.x = x
        self.y = y
        self.width = width
        self.height = height
    }

    /// Whether it lies inside of the picture and has an area.
    package var isValid: Bool {
        let numbers = [x, y, width, height]
        return numbers.allSatisfy(\.isFinite) && x >= 0 && y >= 0 && width > 0 && height > 0
            && x + width <= 1.000_001 && y + height <= 1.000_001
    }
}
