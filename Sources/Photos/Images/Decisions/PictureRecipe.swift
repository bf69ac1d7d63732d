import CPhotosTypes
import Foundation
package import PhotosMedia
package import PhotosStore

/// The source of an image's pixels and the operations on them; equal recipes of a file make equal images.
package struct PictureRecipe: Hashable, Sendable {
    package enum Origin: Hashable, Sendable {
        case file
        case preview(PreviewSize)
    }

    package var origin: Origin
    package var crop: UnitRectangle?
    package var size: PictureRendition.Size

    package init(origin: Origin, crop: UnitRectangle?, size: PictureRendition.Size) {
        self.origin = origin
        self.crop = crop
        self.size = size
    }

    /// Returns the recipe of a stored preview.
    package static func preview(_ size: PreviewSize) -> PictureRecipe {
        PictureRecipe(origin: .preview(size), crop: nil, size: .full)
    }

    /// The recipe of the whole file in full size.
    package static let whole = PictureRecipe(origin: .file, crop: nil, size: .full)
}

extension PictureRecipe {
    /// The longest side of an exact image; a larger request gets the file's own size.
    package static let maximumSide = 16_384.0
    /// The greatest number of pixels of an image, the limit of one reply of the worker.
    package static let maximumPixels = Double(PicturePlan.maximumBytes / 4)

    /// Makes the recipe of a request for a picture with known or unknown pixel size.
    ///
    /// - Only `exact` enlarges a picture.
    /// - `fast` fits or fills with the whole picture.
    /// - Only `exact` clips a picture.
    /// - A stored preview is used if it is at least as large as the requested image.
    ///
    /// - Parameters:
    ///   - request: The requested image.
    ///   - width: The displayed width in pixels, 0 if unknown.
    ///   - height: The displayed height in pixels, 0 if unknown.
    ///   - previews: The sizes of available previews, smallest first.
    package init(
        for request: ImageRequestSettings,
        width: Int,
        height: Int,
        previews: [PreviewSize] = PreviewSize.allCases
    ) {
        let isExact = request.resize == .exact || request.crop != nil
        guard case .size(let targetWidth, let targetHeight) = request.target,
            isExact || request.resize != .none
        else {
            self = .largest(width: Double(width), height: Double(height))
            return
        }
        guard width > 0, height > 0 else {
            self = .blind(longSide: max(targetWidth, targetHeight), previews: previews)
            return
        }
        let picture = (width: Double(width), height: Double(height))
        let part = Part(request.crop, of: picture)
        let scales = (targetWidth / part.width, targetHeight / part.height)
        let fills = request.contentMode == .aspectFill
        let scale = fills ? max(scales.0, scales.1) : min(scales.0, scales.1)
        if isExact {
            self = .exact(
                part,
                of: picture,
                scale: scale,
                clippedTo: fills ? (targetWidth, targetHeight) : nil,
                previews: previews
            )
        } else {
            self = .fast(picture, scale: scale, previews: previews)
        }
    }

    /// Makes the recipe of about the requested size; a side may be slightly shorter, as in previews of that size.
    private static func fast(
        _ picture: (width: Double, height: Double),
        scale: Double,
        previews: [PreviewSize]
    ) -> Self {
        guard scale < 1 else { return .largest(width: picture.width, height: picture.height) }
        let size = (width: picture.width * scale, height: picture.height * scale)
        let longSide = max(size.width, size.height).rounded()
        let needed = PictureRendition.Size.atLeast(
            width: Int(size.width.rounded(.up)),
            height: Int(size.height.rounded(.up))
        )
        guard let preview = previews.first(where: { Double($0.longSide) >= longSide })
        else { return PictureRecipe(origin: .file, crop: nil, size: needed) }
        // Decoding a large preview at a reduced size is faster. The grid preview is always decoded fully, so that
        // requests of similar sizes share it.
        let isMuchLarger = preview != .grid && Double(preview.longSide) >= 2 * longSide
        return PictureRecipe(
            origin: .preview(preview),
            crop: nil,
            size: isMuchLarger ? needed : .full
        )
    }

    private static func exact(
        _ part: Part,
        of picture: (width: Double, height: Double),
        scale: Double,
        clippedTo target: (Double, Double)?,
        previews: [PreviewSize]
    ) -> Self {
        let clipped =
            target.map { part.clipped(width: $0.0 / scale, height: $0.1 / scale) } ?? part
        let size = (width: clipped.width * scale, height: clipped.height * scale)
        guard max(size.width, size.height) <= maximumSide, size.width * size.height <= maximumPixels
        else {
            return .largest(
                width: clipped.width,
                height: clipped.height,
                crop: clipped.units(of: picture)
            )
        }
        // Previews may be up to a sixteenth smaller than their nominal size.
        let longSide = max(picture.width, picture.height) * scale
        let preview = previews.first { Double($0.longSide) * 15 / 16 >= longSide }
        return PictureRecipe(
            origin: scale < 1 ? preview.map { .preview($0) } ?? .file : .file,
            crop: clipped.units(of: picture),
            size: .exactly(
                width: max(1, Int(size.width.rounded())),
                height: max(1, Int(size.height.rounded()))
            )
        )
    }

    /// Makes the recipe of all pixels, up to `maximumPixels`.
    private static func largest(
        width: Double,
        height: Double,
        crop: UnitRectangle? = nil
    ) -> Self {
        guard width * height > maximumPixels else {
            return PictureRecipe(origin: .file, crop: crop, size: .full)
        }
        let longSide = max(width, height) * (maximumPixels / (width * height)).squareRoot()
        return PictureRecipe(origin: .file, crop: crop, size: .about(longSide: Int(longSide)))
    }

    /// Makes the recipe for a picture of unknown size.
    private static func blind(longSide: Double, previews: [PreviewSize]) -> Self {
        guard longSide <= maximumSide else { return .whole }
        if let preview = previews.first(where: { Double($0.longSide) >= longSide }) {
            return .preview(preview)
        }
        let side = Int(longSide.rounded(.up))
        return PictureRecipe(origin: .file, crop: nil, size: .about(longSide: side))
    }
}

/// A part of a picture, in pixels of the whole.
private struct Part {
    var x: Double
    var y: Double
    var width: Double
    var height: Double

    init(_ crop: UnitCrop?, of picture: (width: Double, height: Double)) {
        x = (crop?.x ?? 0) * picture.width
        y = (crop?.y ?? 0) * picture.height
        width = (crop?.width ?? 1) * picture.width
        height = (crop?.height ?? 1) * picture.height
    }

    /// Returns the middle of the part, with a limited size.
    func clipped(width: Double, height: Double) -> Part {
        var middle = self
        middle.width = min(self.width, width)
        middle.height = min(self.height, height)
        middle.x += (self.width - middle.width) / 2
        middle.y += (self.height - middle.height) / 2
        return middle
    }

    /// Returns the part in units of the whole picture; nil when it covers the whole picture.
    func units(of picture: (width: Double, height: Double)) -> UnitRectangle? {
        let units = UnitRectangle(
            x: x / picture.width,
            y: y / picture.height,
            width: width / picture.width,
            height: height / picture.height
        )
        let rest = 1e-9
        return units.width > 1 - rest && units.height > 1 - rest ? nil : units
    }
}
