// Apple's names.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import CoreGraphics
import Foundation

/// Of no effect: nothing is kept between two calls.
public var kCGImageSourceShouldCache: CFString { NSString(string: "kCGImageSourceShouldCache") }
/// Of no effect: images are decoded at once.
public var kCGImageSourceShouldCacheImmediately: CFString {
    NSString(string: "kCGImageSourceShouldCacheImmediately")
}
/// Of no effect: images have 8 bits a channel.
public var kCGImageSourceShouldAllowFloat: CFString {
    NSString(string: "kCGImageSourceShouldAllowFloat")
}
/// Of no effect: the type of a file is told by its content.
public var kCGImageSourceTypeIdentifierHint: CFString {
    NSString(string: "kCGImageSourceTypeIdentifierHint")
}
/// Of no effect: thumbnails are always made of the picture.
public var kCGImageSourceCreateThumbnailFromImageAlways: CFString {
    NSString(string: "kCGImageSourceCreateThumbnailFromImageAlways")
}
/// Of no effect: thumbnails are always made of the picture.
public var kCGImageSourceCreateThumbnailFromImageIfAbsent: CFString {
    NSString(string: "kCGImageSourceCreateThumbnailFromImageIfAbsent")
}
/// Whether a thumbnail is turned as the picture is shown; false without it.
public var kCGImageSourceCreateThumbnailWithTransform: CFString {
    NSString(string: "kCGImageSourceCreateThumbnailWithTransform")
}
/// The pixels that the longer side of a thumbnail has at most: a number of at least 1.
public var kCGImageSourceThumbnailMaxPixelSize: CFString {
    NSString(string: "kCGImageSourceThumbnailMaxPixelSize")
}
/// Of no effect: ask for a thumbnail of a size instead.
public var kCGImageSourceSubsampleFactor: CFString {
    NSString(string: "kCGImageSourceSubsampleFactor")
}
