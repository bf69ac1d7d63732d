import CVips
import PhotosMedia

extension PixelImage {
    /// Returns a part of the picture, or all of it.
    func cropped(to part: UnitRectangle) throws(MediaFileError) -> PixelImage {
        let area = PixelArea(part, of: size)
        guard area.size != size else { return self }
        return try then {
            photos_vips_crop(
                $0,
                Int32(area.left),
                Int32(area.top),
                Int32(area.size.width),
                Int32(area.size.height)
            )
        }
    }

    /// Scales the picture by one step.
    ///
    /// Colours are weighted by alpha, so a transparent pixel contributes as little as it is visible.
    func scaled(_ step: ScalingStep) throws(MediaFileError) -> PixelImage {
        if step == .none { return self }
        guard hasAlpha else { return try scaledAsIs(step) }
        let before = format
        return try then(photos_vips_premultiply).scaledAsIs(step).then {
            photos_vips_unpremultiply($0, before)
        }
    }

    private func scaledAsIs(_ step: ScalingStep) throws(MediaFileError) -> PixelImage {
        switch step {
        case .none: return self
        case .shrink(let box):
            return try then { photos_vips_shrink($0, Int32(box), Int32(box)) }
        case .resize(let target):
            let (from, horizontal) = (size, Double(target.width) / Double(size.width))
            let vertical = Double(target.height) / Double(from.height)
            let result = try then { photos_vips_resize($0, horizontal, vertical) }
            guard result.size == target else {
                throw MediaFileError(.damaged, "it cannot be scaled to the size that is wanted")
            }
            return result
        }
    }

    /// Rotates or flips the stored picture to the shown one.
    ///
    /// The pixels must be in memory.
    func upright(_ orientation: ImageOrientation) throws(MediaFileError) -> PixelImage {
        switch orientation {
        case .up: self
        case .upMirrored: try flipped(VIPS_DIRECTION_HORIZONTAL)
        case .down: try rotated(VIPS_ANGLE_D180)
        case .downMirrored: try flipped(VIPS_DIRECTION_VERTICAL)
        case .leftMirrored: try flipped(VIPS_DIRECTION_HORIZONTAL).rotated(VIPS_ANGLE_D270)
        case .right: try rotated(VIPS_ANGLE_D90)
        case .rightMirrored: try flipped(VIPS_DIRECTION_HORIZONTAL).rotated(VIPS_ANGLE_D90)
        case .left: try rotated(VIPS_ANGLE_D270)
        }
    }

    private func rotated(_ angle: VipsAngle) throws(MediaFileError) -> PixelImage {
        try then { photos_vips_rotate($0, angle) }
    }

    private func flipped(_ direction: VipsDirection) throws(MediaFileError) -> PixelImage {
        try then { photos_vips_flip($0, direction) }
    }
}
