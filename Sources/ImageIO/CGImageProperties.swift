// Apple's names.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import CoreGraphics
import Foundation

/// The size of the file in bytes, of ``CGImageSourceCopyProperties(_:_:)``.
public var kCGImagePropertyFileSize: CFString { NSString(string: "FileSize") }
/// The number of columns as stored.
public var kCGImagePropertyPixelWidth: CFString { NSString(string: "PixelWidth") }
/// The number of rows as stored.
public var kCGImagePropertyPixelHeight: CFString { NSString(string: "PixelHeight") }
/// How the pixels are turned to be shown, 1 to 8 as Exif numbers it; missing where the file does not say.
public var kCGImagePropertyOrientation: CFString { NSString(string: "Orientation") }
/// Dots per inch from left to right.
public var kCGImagePropertyDPIWidth: CFString { NSString(string: "DPIWidth") }
/// Dots per inch from top to bottom.
public var kCGImagePropertyDPIHeight: CFString { NSString(string: "DPIHeight") }
/// The bits of a channel; not read here.
public var kCGImagePropertyDepth: CFString { NSString(string: "Depth") }
/// The kind of colours; not read here.
public var kCGImagePropertyColorModel: CFString { NSString(string: "ColorModel") }
/// Whether there is transparency; not read here.
public var kCGImagePropertyHasAlpha: CFString { NSString(string: "HasAlpha") }
/// The name of the colour profile; not read here.
public var kCGImagePropertyProfileName: CFString { NSString(string: "ProfileName") }
/// What TIFF's first directory says.
public var kCGImagePropertyTIFFDictionary: CFString { NSString(string: "{TIFF}") }
/// What Exif's directory says.
public var kCGImagePropertyExifDictionary: CFString { NSString(string: "{Exif}") }
/// What the satellites' directory says.
public var kCGImagePropertyGPSDictionary: CFString { NSString(string: "{GPS}") }
/// What IPTC's records say.
public var kCGImagePropertyIPTCDictionary: CFString { NSString(string: "{IPTC}") }
/// What Apple's maker note says, under the numbers of its fields: "17" joins a Live Photo, "11" a burst.
public var kCGImagePropertyMakerAppleDictionary: CFString { NSString(string: "{MakerApple}") }
/// What Exif says of lenses in fields of its own; not read here.
public var kCGImagePropertyExifAuxDictionary: CFString { NSString(string: "{ExifAux}") }
/// What JFIF's segment says; not read here.
public var kCGImagePropertyJFIFDictionary: CFString { NSString(string: "{JFIF}") }
/// What PNG's chunks say; not read here.
public var kCGImagePropertyPNGDictionary: CFString { NSString(string: "{PNG}") }
/// What GIF's blocks say; not read here.
public var kCGImagePropertyGIFDictionary: CFString { NSString(string: "{GIF}") }
/// What WebP's chunks say; not read here.
public var kCGImagePropertyWebPDictionary: CFString { NSString(string: "{WebP}") }
/// What HEIF's boxes say of a sequence; not read here.
public var kCGImagePropertyHEICSDictionary: CFString { NSString(string: "{HEICS}") }
/// What a raw file says of the sensor; not read here.
public var kCGImagePropertyRawDictionary: CFString { NSString(string: "{Raw}") }
/// What a DNG says of the sensor; not read here.
public var kCGImagePropertyDNGDictionary: CFString { NSString(string: "{DNG}") }
