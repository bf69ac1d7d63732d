import CPhotosTypes
import Foundation
package import PhotosMedia
package import PhotosStore

/// Where the pixels of an image come from, and what is done with them: what equal images have in common.
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

    /// The preview as it is stored.
    package static func preview(_ size: PreviewSize) -> PictureRecipe {
        PictureRecipe(origin: .preview(size), crop: nil, size: .full)
    }

    /// The file as it is.
    package static let whole = PictureRecipe(origin: .file, crop: nil, size: .full)
}

extension PictureRecipe {
    /// No exact image has longer sides: beyond them it is as large as the file has it.
    package static let maximumSide = 16_384.0
    /// No image has more pixels: the worker hands out no more at once.
    package static let maximumPixels = Double(PicturePlan.maximumBytes / 4)

    /// How to make what a request asks for of a picture of some pixels as shown; of none where nobody knows them.
    ///
    /// - Pixels are never made up but for `exact`.
    /// - `fast` fits or fills with the whole picture; only `exact` clips.
    /// - A stored preview serves wherever it is as large as what is asked for.
    ///
    /// - Parameters:
    ///   - request: What is asked for.
    ///   - width: Pixels as shown, 0 where nobody knows.
    ///   - height: Pixels as shown, 0 where nobody knows.
    ///   - previews: The sizes of previews that there may be, smallest first.
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
            self = .blind(max(targetWidth, targetHeight), previews)
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
                previews
            )
        } else {
            self = .fast(picture, scale: scale, previews)
        }
    }

    /// About as large as asked for: a side may lack what a preview of that size lacks.
    private static func fast(
        _ picture: (width: Double, height: Double),
        scale: Double,
        _ previews: [PreviewSize]
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
        // Decoding less of a large preview is faster; the small one is best shared by all who want about it.
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
        _ previews: [PreviewSize]
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
        // The recipe of previews allows a sixteenth less than their name says.
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

    /// All pixels that there are, as far as they can be handed out.
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

    /// For pictures whose size nobody knows.
    private static func blind(_ longSide: Double, _ previews: [PreviewSize]) -> Self {
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

    /// The middle of it.
    func clipped(width: Double, height: Double) -> Part {
        var middle = self
        middle.width = min(self.width, width)
        middle.height = min(self.height, height)
        middle.x += (self.width - middle.width) / 2
        middle.y += (self.height - middle.height) / 2
        return middle
    }

    /// Nil where it is all of the picture.
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
