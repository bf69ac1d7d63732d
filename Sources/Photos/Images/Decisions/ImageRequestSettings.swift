import CPhotosTypes
import Foundation

/// What a request for an image asks for, as a value.
struct ImageRequestSettings: Hashable, Sendable {
    enum Target: Hashable, Sendable {
        case largest
        /// Pixels; at least one each.
        case size(width: Double, height: Double)
    }

    var target: Target
    var contentMode: PHImageContentMode
    var version: PHImageRequestOptionsVersion = .current
    var delivery: PHImageRequestOptionsDeliveryMode = .opportunistic
    var resize: PHImageRequestOptionsResizeMode = .fast
    var crop: UnitCrop?
    var isSynchronous = false
    var allowsSecondStandIn = false

    init(_ size: CGSize, _ contentMode: PHImageContentMode, _ options: PHImageRequestOptions? = nil)
    {
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

    init(_ size: CGSize, _ contentMode: PHImageContentMode, _ options: PHLivePhotoRequestOptions?) {
        target = Target(size)
        self.contentMode = contentMode
        guard let options else { return }
        version = options.version
        delivery = options.deliveryMode
    }
}

extension ImageRequestSettings.Target {
    /// Sides that are no numbers, or below one pixel, count as one.
    init(_ size: CGSize) {
        guard size != PHImageManagerMaximumSize else {
            self = .largest
            return
        }
        func side(_ value: CGFloat) -> Double { value >= 1 ? Double(value) : 1 }
        self = .size(width: side(size.width), height: side(size.height))
    }
}

/// A part of a picture in units of the whole, inside of it.
struct UnitCrop: Hashable, Sendable {
    var x: Double
    var y: Double
    var width: Double
    var height: Double

    /// Nil where nothing of the rectangle lies in the picture, as with the zero rectangle, and where it is all of it.
    init?(_ rectangle: CGRect) {
        let part = rectangle.standardized.intersection(CGRect(x: 0, y: 0, width: 1, height: 1))
        guard part.width > 0, part.height > 0, part.width < 1 || part.height < 1 else { return nil }
        x = Double(part.minX)
        y = Double(part.minY)
        width = Double(part.width)
        height = Double(part.height)
    }
}
