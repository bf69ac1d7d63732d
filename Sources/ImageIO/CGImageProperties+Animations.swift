// Apple's names.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import CoreGraphics
import Foundation

/// The field LoopCount of an animation; not read here.
public var kCGImagePropertyGIFLoopCount: CFString { NSString(string: "LoopCount") }
/// The field DelayTime of an animation; not read here.
public var kCGImagePropertyGIFDelayTime: CFString { NSString(string: "DelayTime") }
/// The field UnclampedDelayTime of an animation; not read here.
public var kCGImagePropertyGIFUnclampedDelayTime: CFString {
    NSString(string: "UnclampedDelayTime")
}
/// The field FrameInfoArray of an animation; not read here.
public var kCGImagePropertyGIFFrameInfoArray: CFString { NSString(string: "FrameInfoArray") }
/// The field CanvasPixelWidth of an animation; not read here.
public var kCGImagePropertyGIFCanvasPixelWidth: CFString { NSString(string: "CanvasPixelWidth") }
/// The field CanvasPixelHeight of an animation; not read here.
public var kCGImagePropertyGIFCanvasPixelHeight: CFString { NSString(string: "CanvasPixelHeight") }
/// The field HasGlobalColorMap of an animation; not read here.
public var kCGImagePropertyGIFHasGlobalColorMap: CFString { NSString(string: "HasGlobalColorMap") }
/// The field ImageColorMap of an animation; not read here.
public var kCGImagePropertyGIFImageColorMap: CFString { NSString(string: "ImageColorMap") }
/// The field LoopCount of an animation; not read here.
public var kCGImagePropertyHEICSLoopCount: CFString { NSString(string: "LoopCount") }
/// The field DelayTime of an animation; not read here.
public var kCGImagePropertyHEICSDelayTime: CFString { NSString(string: "DelayTime") }
/// The field UnclampedDelayTime of an animation; not read here.
public var kCGImagePropertyHEICSUnclampedDelayTime: CFString {
    NSString(string: "UnclampedDelayTime")
}
/// The field FrameInfoArray of an animation; not read here.
public var kCGImagePropertyHEICSFrameInfoArray: CFString { NSString(string: "FrameInfoArray") }
/// The field CanvasPixelWidth of an animation; not read here.
public var kCGImagePropertyHEICSCanvasPixelWidth: CFString { NSString(string: "CanvasPixelWidth") }
/// The field CanvasPixelHeight of an animation; not read here.
public var kCGImagePropertyHEICSCanvasPixelHeight: CFString {
    NSString(string: "CanvasPixelHeight")
}
/// The field LoopCount of an animation; not read here.
public var kCGImagePropertyWebPLoopCount: CFString { NSString(string: "LoopCount") }
/// The field DelayTime of an animation; not read here.
public var kCGImagePropertyWebPDelayTime: CFString { NSString(string: "DelayTime") }
/// The field UnclampedDelayTime of an animation; not read here.
public var kCGImagePropertyWebPUnclampedDelayTime: CFString {
    NSString(string: "UnclampedDelayTime")
}
/// The field FrameInfoArray of an animation; not read here.
public var kCGImagePropertyWebPFrameInfoArray: CFString { NSString(string: "FrameInfoArray") }
/// The field CanvasPixelWidth of an animation; not read here.
public var kCGImagePropertyWebPCanvasPixelWidth: CFString { NSString(string: "CanvasPixelWidth") }
/// The field CanvasPixelHeight of an animation; not read here.
public var kCGImagePropertyWebPCanvasPixelHeight: CFString { NSString(string: "CanvasPixelHeight") }
