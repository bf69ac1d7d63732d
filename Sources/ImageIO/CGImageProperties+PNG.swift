// Apple's names.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import CoreGraphics
import Foundation

/// The gamma of the file, such as 0.45455.
public var kCGImagePropertyPNGGamma: CFString { NSString(string: "Gamma") }
/// The white point and the primaries: a list of eight numbers.
public var kCGImagePropertyPNGChromaticities: CFString { NSString(string: "Chromaticities") }
/// The interlace method: 0 for none, 1 for Adam7.
public var kCGImagePropertyPNGInterlaceType: CFString { NSString(string: "InterlaceType") }
/// The rendering intent of a file in sRGB, from 0 to 3.
public var kCGImagePropertyPNGsRGBIntent: CFString { NSString(string: "sRGBIntent") }
/// The horizontal resolution in pixels per metre.
public var kCGImagePropertyPNGXPixelsPerMeter: CFString { NSString(string: "XPixelsPerMeter") }
/// The vertical resolution in pixels per metre.
public var kCGImagePropertyPNGYPixelsPerMeter: CFString { NSString(string: "YPixelsPerMeter") }
/// The text Author.
public var kCGImagePropertyPNGAuthor: CFString { NSString(string: "Author") }
/// The text Comment.
public var kCGImagePropertyPNGComment: CFString { NSString(string: "Comment") }
/// The text Copyright.
public var kCGImagePropertyPNGCopyright: CFString { NSString(string: "Copyright") }
/// The text Creation Time.
public var kCGImagePropertyPNGCreationTime: CFString { NSString(string: "Creation Time") }
/// The text Description.
public var kCGImagePropertyPNGDescription: CFString { NSString(string: "Description") }
/// The text Disclaimer.
public var kCGImagePropertyPNGDisclaimer: CFString { NSString(string: "Disclaimer") }
/// The text Software.
public var kCGImagePropertyPNGSoftware: CFString { NSString(string: "Software") }
/// The text Source.
public var kCGImagePropertyPNGSource: CFString { NSString(string: "Source") }
/// The text Title.
public var kCGImagePropertyPNGTitle: CFString { NSString(string: "Title") }
/// The text Warning.
public var kCGImagePropertyPNGWarning: CFString { NSString(string: "Warning") }
/// The time of the last change; not read here.
public var kCGImagePropertyPNGModificationTime: CFString { NSString(string: "Modification Time") }
/// The field LoopCount of an animation; not read here.
public var kCGImagePropertyAPNGLoopCount: CFString { NSString(string: "LoopCount") }
/// The field DelayTime of an animation; not read here.
public var kCGImagePropertyAPNGDelayTime: CFString { NSString(string: "DelayTime") }
/// The field UnclampedDelayTime of an animation; not read here.
public var kCGImagePropertyAPNGUnclampedDelayTime: CFString {
    NSString(string: "UnclampedDelayTime")
}
/// The field FrameInfoArray of an animation; not read here.
public var kCGImagePropertyAPNGFrameInfoArray: CFString { NSString(string: "FrameInfoArray") }
/// The field CanvasPixelWidth of an animation; not read here.
public var kCGImagePropertyAPNGCanvasPixelWidth: CFString { NSString(string: "CanvasPixelWidth") }
/// The field CanvasPixelHeight of an animation; not read here.
public var kCGImagePropertyAPNGCanvasPixelHeight: CFString { NSString(string: "CanvasPixelHeight") }
