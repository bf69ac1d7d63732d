// Apple's names.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import CoreGraphics
import Foundation

/// The quality of JPEG and HEIC, from 0, the smallest file, to 1, the best quality; 0.9 without it.
///
/// A quality of 1 is not lossless.
public var kCGImageDestinationLossyCompressionQuality: CFString {
    NSString(string: "kCGImageDestinationLossyCompressionQuality")
}
/// The greatest number of pixels on the longer side of a written image, at least 1; larger images are reduced.
public var kCGImageDestinationImageMaxPixelSize: CFString {
    NSString(string: "kCGImageDestinationImageMaxPixelSize")
}
/// An option without effect: no thumbnail is embedded.
public var kCGImageDestinationEmbedThumbnail: CFString {
    NSString(string: "kCGImageDestinationEmbedThumbnail")
}
/// An option without effect: all images are written in sRGB, which every program shows.
public var kCGImageDestinationOptimizeColorForSharing: CFString {
    NSString(string: "kCGImageDestinationOptimizeColorForSharing")
}
