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

    /// Nil where nothing of the rectangle lies in the picture, as with the zero rectangle, and where it is all of it.
    package init?(_ rectangle: CGRect) {
        let part = rectangle.standardized.intersection(CGRect(x: 0, y: 0, width: 1, height: 1))
        guard part.width > 0, part.height > 0, part.width < 1 || part.height < 1 else { return nil }
        x = Double(part.minX)
        y = Double(part.minY)
        width = Double(part.width)
        height = Double(part.height)
    }
}
