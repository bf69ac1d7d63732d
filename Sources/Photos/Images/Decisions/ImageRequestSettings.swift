package import CPhotosTypes
package import Foundation

/// The arguments and options of an image request, as a value.
package struct ImageRequestSettings: Hashable, Sendable {
    package enum Target: Hashable, Sendable {
        case largest
        /// The width and height in pixels, each at least 1.
        case size(width: Double, height: Double)
    }

    package var target: Target
    package var contentMode: PHImageContentMode
    package var version: PHImageRequestOptionsVersion = .current
    package var delivery: PHImageRequestOptionsDeliveryMode = .opportunistic
    package var resize: PHImageRequestOptionsResizeMode = .fast
    package var crop: UnitCrop?
    package var isSynchronous = false
    package var allowsSecondDegradedImage = false
    package var allowsNetwork = false

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
        allowsSecondDegradedImage = options.allowSecondaryDegradedImage
        allowsNetwork = options.isNetworkAccessAllowed
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
        allowsNetwork = options.isNetworkAccessAllowed
    }
}

extension ImageRequestSettings.Target {
    /// Makes a target from a size; sides that are NaN or below one pixel become 1.
    package init(_ size: CGSize) {
        guard size != PHImageManagerMaximumSize else {
            self = .largest
            return
        }
        // No picture comes near this limit, which keeps the calculation free of infinity.
        func side(_ value: CGFloat) -> Double { value >= 1 ? min(Double(value), 1e9) : 1 }
        self = .size(width: side(size.width), height: side(size.height))
    }
}

/// A part of a picture in units of the whole picture, inside the picture.
package struct UnitCrop: Hashable, Sendable {
    package var x: Double
    package var y: Double
    package var width: Double
    package var height: Double

    /// Clips a rectangle to the picture.
    ///
    /// The result is nil if no part of the rectangle is inside the picture, if a number is NaN, or if it covers the
    /// whole picture.
    package init?(_ rectangle: CGRect) {
        // Foundation's own intersection traps when a number is NaN or infinite.
        guard
            let columns = Self.part(from: rectangle.origin.x, length: rectangle.size.width),
            let rows = Self.part(from: rectangle.origin.y, length: rectangle.size.height),
            columns.length < 1 || rows.length < 1
        else { return nil }
        (x, width) = columns
        (y, height) = rows
    }

    /// Returns the part of an interval between 0 and 1; nil when no part is.
    private static func part(
        from origin: CGFloat,
        length: CGFloat
    ) -> (start: Double, length: Double)? {
        let (one, other) = (Double(origin), Double(origin) + Double(length))
        guard !one.isNaN, !other.isNaN else { return nil }
        let start = max(0, min(one, other))
        let length = min(1, max(one, other)) - start
        // Below this limit the length is less than a pixel of any picture, and the scale factor would be infinite.
        return length > 1e-6 ? (start, length) : nil
    }
}
