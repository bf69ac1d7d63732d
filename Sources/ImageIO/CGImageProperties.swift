// Apple's names.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import CoreGraphics
import Foundation

/// The size of the file in bytes, from ``CGImageSourceCopyProperties(_:_:)``.
public var kCGImagePropertyFileSize: CFString { NSString(string: "FileSize") }
/// The number of stored columns.
public var kCGImagePropertyPixelWidth: CFString { NSString(string: "PixelWidth") }
/// The number of stored rows.
public var kCGImagePropertyPixelHeight: CFString { NSString(string: "PixelHeight") }
/// The orientation of the pixels, an Exif number from 1 to 8; missing if the file contains none.
public var kCGImagePropertyOrientation: CFString { NSString(string: "Orientation") }
/// The horizontal resolution in dots per inch.
public var kCGImagePropertyDPIWidth: CFString { NSString(string: "DPIWidth") }
/// The vertical resolution in dots per inch.
public var kCGImagePropertyDPIHeight: CFString { NSString(string: "DPIHeight") }
/// The number of bits of a channel; not read here.
public var kCGImagePropertyDepth: CFString { NSString(string: "Depth") }
/// The colour model; not read here.
public var kCGImagePropertyColorModel: CFString { NSString(string: "ColorModel") }
/// Whether the image has transparency; not read here.
public var kCGImagePropertyHasAlpha: CFString { NSString(string: "HasAlpha") }
/// The name of the colour profile; not read here.
public var kCGImagePropertyProfileName: CFString { NSString(string: "ProfileName") }
/// The fields of TIFF's first directory.
public var kCGImagePropertyTIFFDictionary: CFString { NSString(string: "{TIFF}") }
/// The fields of the Exif directory.
public var kCGImagePropertyExifDictionary: CFString { NSString(string: "{Exif}") }
/// The fields of the GPS directory.
public var kCGImagePropertyGPSDictionary: CFString { NSString(string: "{GPS}") }
/// The fields of the IPTC records.
public var kCGImagePropertyIPTCDictionary: CFString { NSString(string: "{IPTC}") }
/// The fields of Apple's maker note, by their numbers: "17" identifies a Live Photo, "11" a burst.
public var kCGImagePropertyMakerAppleDictionary: CFString { NSString(string: "{MakerApple}") }
/// The auxiliary Exif fields about lenses; not read here.
public var kCGImagePropertyExifAuxDictionary: CFString { NSString(string: "{ExifAux}") }
/// The fields of the JFIF segment; not read here.
public var kCGImagePropertyJFIFDictionary: CFString { NSString(string: "{JFIF}") }
/// The fields of PNG chunks; not read here.
public var kCGImagePropertyPNGDictionary: CFString { NSString(string: "{PNG}") }
/// The fields of GIF blocks; not read here.
public var kCGImagePropertyGIFDictionary: CFString { NSString(string: "{GIF}") }
/// The fields of WebP chunks; not read here.
public var kCGImagePropertyWebPDictionary: CFString { NSString(string: "{WebP}") }
/// The fields of a HEIF sequence; not read here.
public var kCGImagePropertyHEICSDictionary: CFString { NSString(string: "{HEICS}") }
/// The fields of a RAW file about the sensor; not read here.
public var kCGImagePropertyRawDictionary: CFString { NSString(string: "{Raw}") }
/// The fields of a DNG about the sensor; not read here.
public var kCGImagePropertyDNGDictionary: CFString { NSString(string: "{DNG}") }
