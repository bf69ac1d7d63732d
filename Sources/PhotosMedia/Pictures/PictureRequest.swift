/// A request for renditions of one picture, or of one frame of a movie.
///
/// Renditions have the orientation applied, and are in sRGB with 8 bits for each channel.
package struct PictureRequest: Sendable, Hashable {
    package enum Source: Sendable, Hashable {
        /// The file of a picture or movie.
        case file
        /// Pixels of red, green, blue and alpha with 8 bits each, in sRGB and not premultiplied.
        ///
        /// Rows follow each other without gaps.
        case pixels(width: Int, height: Int)
    }

    /// The largest number of renditions of one request.
    package static let maximumRenditions = 4

    package var source: Source
    /// The part to make pictures of; nil for the whole picture.
    package var crop: UnitRectangle?
    /// The moment of a movie to make pictures of; nil for its poster frame, and for pictures.
    package var moment: MovieMoment?
    /// The renditions, the largest first, because smaller ones may be made of larger ones.
    package var renditions: [PictureRendition]
    /// The metadata of renditions in HEIC; nil for none.
    package var stated: StatedMetadata?

    package init(
        _ source: Source = .file,
        crop: UnitRectangle? = nil,
        moment: MovieMoment? = nil,
        renditions: [PictureRendition],
        stated: StatedMetadata? = nil
    ) {
        self.source = source
        self.crop = crop
        self.moment = moment
        self.renditions = renditions
        self.stated = stated
    }
}

/// The metadata of a HEIC.
///
/// libheif writes it, because the boxes of a HEIC depend on each other. The blocks of other formats are added afterwards.
package struct StatedMetadata: Sendable, Hashable {
    /// The largest number of bytes of both blocks, which a message to the worker has room for.
    package static let maximumBytes = 80 << 10

    /// The orientation of the pixels.
    package var orientation: ImageOrientation
    /// The Exif block, which begins with a TIFF header; empty for none.
    package var exif: [UInt8]
    /// The XMP packet; empty for none.
    package var xmp: [UInt8]

    package init(orientation: ImageOrientation, exif: [UInt8] = [], xmp: [UInt8] = []) {
        self.orientation = orientation
        self.exif = exif
        self.xmp = xmp
    }
}

/// The size and format of one picture to make.
package struct PictureRendition: Sendable, Hashable {
    /// The size in pixels of the cropped picture as shown.
    ///
    /// Only ``exactly(width:height:)`` can enlarge a picture.
    package enum Size: Sendable, Hashable {
        case full
        /// The longer side has from 15/16 of this number of pixels to all of it, whichever decodes fastest.
        case about(longSide: Int)
        /// Each side has at least this number of pixels, as far as the picture has them.
        ///
        /// The sides are less than about twice as long, whichever size decodes fastest.
        case atLeast(width: Int, height: Int)
        /// The sides have exactly these numbers of pixels.
        case exactly(width: Int, height: Int)
    }

    package enum Format: Sendable, Hashable {
        /// Pixels in the form of ``PictureRequest/Source/pixels(width:height:)``.
        case pixels
        /// JPEG with a quality from 1 to 100.
        ///
        /// Transparent parts become white.
        case jpeg(quality: Int)
        case png
        /// HEIC with a quality from 1 to 100.
        case heic(quality: Int)
    }

    package var size: Size
    package var format: Format

    package init(_ size: Size, _ format: Format) {
        self.size = size
        self.format = format
    }
}

/// A part of the shown picture.
///
/// The origin is its upper left corner, and its sides have the length 1.
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

    /// Whether the part lies inside the picture and has an area.
    package var isValid: Bool {
        let numbers = [x, y, width, height]
        return numbers.allSatisfy(\.isFinite) && x >= 0 && y >= 0 && width > 0 && height > 0
            && x + width <= 1.000_001 && y + height <= 1.000_001
    }
}
