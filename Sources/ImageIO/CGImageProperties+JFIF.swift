// Apple's names.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import CoreGraphics
import Foundation

/// The version of JFIF: a list of numbers, such as 1, 0, 1.
public var kCGImagePropertyJFIFVersion: CFString { NSString(string: "JFIFVersion") }
/// The horizontal density in units of ``kCGImagePropertyJFIFDensityUnit``.
public var kCGImagePropertyJFIFXDensity: CFString { NSString(string: "XDensity") }
/// The vertical density in units of ``kCGImagePropertyJFIFDensityUnit``.
public var kCGImagePropertyJFIFYDensity: CFString { NSString(string: "YDensity") }
/// The unit of densities: 0 for an aspect ratio, 1 for dots per inch, 2 for dots per centimetre.
public var kCGImagePropertyJFIFDensityUnit: CFString { NSString(string: "DensityUnit") }
/// Whether the JPEG is progressive; missing if it is not.
public var kCGImagePropertyJFIFIsProgressive: CFString { NSString(string: "IsProgressive") }
