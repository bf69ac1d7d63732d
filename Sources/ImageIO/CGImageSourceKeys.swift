// Apple's names.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import CoreGraphics
import Foundation

/// An option without effect: nothing is cached between calls.
public var kCGImageSourceShouldCache: CFString { NSString(string: "kCGImageSourceShouldCache") }
/// An option without effect: images are decoded at once.
public var kCGImageSourceShouldCacheImmediately: CFString {
    NSString(string: "kCGImageSourceShouldCacheImmediately")
}
/// An option without effect: images have 8 bits a channel.
public var kCGImageSourceShouldAllowFloat: CFString {
    NSString(string: "kCGImageSourceShouldAllowFloat")
}
/// An option without effect: the content of a file decides its type.
public var kCGImageSourceTypeIdentifierHint: CFString {
    NSString(string: "kCGImageSourceTypeIdentifierHint")
}
/// An option without effect: thumbnails are always made from the full picture.
public var kCGImageSourceCreateThumbnailFromImageAlways: CFString {
    NSString(string: "kCGImageSourceCreateThumbnailFromImageAlways")
}
/// An option without effect: thumbnails are always made from the full picture.
public var kCGImageSourceCreateThumbnailFromImageIfAbsent: CFString {
    NSString(string: "kCGImageSourceCreateThumbnailFromImageIfAbsent")
}
/// Whether the orientation is applied to a thumbnail; false by default.
public var kCGImageSourceCreateThumbnailWithTransform: CFString {
    NSString(string: "kCGImageSourceCreateThumbnailWithTransform")
}
/// The greatest number of pixels on the longer side of a thumbnail, at least 1.
public var kCGImageSourceThumbnailMaxPixelSize: CFString {
    NSString(string: "kCGImageSourceThumbnailMaxPixelSize")
}
/// An option without effect: request a thumbnail of a size instead.
public var kCGImageSourceSubsampleFactor: CFString {
    NSString(string: "kCGImageSourceSubsampleFactor")
}
