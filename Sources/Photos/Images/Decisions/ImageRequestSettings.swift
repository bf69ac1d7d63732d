package import CPhotosTypes
package import Foundation

/// What a request for an image asks for, as a value.
package struct ImageRequestSettings: Hashable, Sendable {
    package enum Target: Hashable, Sendable {
        case largest
        /// Pixels; at least one each.
        case size(width: Double, height: Double)
    }

    package var target: Target
    package var contentMode: PHImageContentMode
    package var version: PHImageRequestOptionsVersion = .current
    package var delivery: PHImageRequestOptionsDeliveryMode = .opportunistic
    package var resize: PHImageRequestOptionsResizeMode = .fast
    package var crop: UnitCrop?
    package var isSynchronous = false
    package var allowsSecondStandIn = false

    package init(
        _ size: CGSize,
        _ contentMode: PHImageContentMode,
        _ options: PHImageRequestOptions? = nil
    ) {
        target = Target(size)
        self.contentMode = contentMode
        guard let options else { return }
        version = options.version
        delivery = options.deliveryMode
        resize = options.resizeMode
        crop = UnitCrop(options.normalizedCropRect)
        isSynchronous = options.isSynchronous
        allowsSecondStandIn = options.allowSecondaryDegradedImage
    }

    package init(
        _ size: CGSize,
        _ contentMode: PHImageContentMode,
        _ options: PHLivePhotoRequestOptions?
    ) {
        target = Target(size)
        self.contentMode = contentMode
        guard let options else { return }
        version = options.version
        delivery = options.deliveryMode
    }
}

extension ImageRequestSettings.Target {
    /// Sides that are no numbers, or below one pixel, count as one.
    package init(_ size: CGSize) {
        guard size != PHImageManagerMaximumSize else {
            self = .largest
            return
        }
        // No picture is nearly as large as the limit, which keeps the reckoning free of infinity.
        func side(_ value: CGFloat) -> Double { value >= 1 ? min(Double(value), 1e9) : 1 }
        self = .size(width: side(size.width), height: side(size.height))
    }
}

/// A part of a picture in units of the whole, inside of it.
package struct UnitCrop: Hashable, Sendable {
    package var x: Double
    package var y: Double
    package var width: Double
    package var height: Double

    /// Nil where nothing of the rectangle lies in the picture, as with the zero rectangle and one with a number that is none,
    /// and where it is all of it.
    package init?(_ rectangle: CGRect) {
        // Foundation's own intersection traps where a number is none or infinite.
        guard
            let columns = Self.part(rectangle.origin.x, rectangle.size.width),
            let rows = Self.part(rectangle.origin.y, rectangle.size.height),
            columns.length < 1 || rows.length < 1
        else { return nil }
        (x, width) = columns
        (y, height) = rows
    }

    /// What of a stretch lies between 0 and 1; nil for nothing.
    private static func part(
        _ origin: CGFloat,
        _ length: CGFloat
    ) -> (start: Double, length: Double)? {
        let (one, other) = (Double(origin), Double(origin) + Double(length))
        guard !one.isNaN, !other.isNaN else { return nil }
        let start = max(0, min(one, other))
        let length = min(1, max(one, other)) - start
        // Less than a pixel of any picture: a scale that it is blown up by would be infinite.
        return length > 1e-6 ? (start, length) : nil
    }
}
