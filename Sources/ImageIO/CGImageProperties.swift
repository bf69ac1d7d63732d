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
/// The number of bits of a channel; read of JPEG and PNG.
public var kCGImagePropertyDepth: CFString { NSString(string: "Depth") }
/// The colour model, such as ``kCGImagePropertyColorModelRGB``; read of JPEG and PNG.
public var kCGImagePropertyColorModel: CFString { NSString(string: "ColorModel") }
/// Whether the image has transparency; read of PNG.
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
/// The fields about the lens and the camera, from Exif.
public var kCGImagePropertyExifAuxDictionary: CFString { NSString(string: "{ExifAux}") }
/// The fields of the JFIF segment.
public var kCGImagePropertyJFIFDictionary: CFString { NSString(string: "{JFIF}") }
/// The fields of PNG chunks.
public var kCGImagePropertyPNGDictionary: CFString { NSString(string: "{PNG}") }
/// The fields of GIF blocks; not read here.
public var kCGImagePropertyGIFDictionary: CFString { NSString(string: "{GIF}") }
/// The fields of WebP chunks; not read here.
public var kCGImagePropertyWebPDictionary: CFString { NSString(string: "{WebP}") }
/// The fields of a HEIF sequence; not read here.
public var kCGImagePropertyHEICSDictionary: CFString { NSString(string: "{HEICS}") }
/// The fields of a RAW file about the sensor; not read here.
public var kCGImagePropertyRawDictionary: CFString { NSString(string: "{Raw}") }
/// The fields of the first directory of a DNG.
public var kCGImagePropertyDNGDictionary: CFString { NSString(string: "{DNG}") }
/// Whether pixels are numbers of a table of colours; read of PNG, and missing if they are not.
public var kCGImagePropertyIsIndexed: CFString { NSString(string: "IsIndexed") }
/// The colour model of red, green and blue.
public var kCGImagePropertyColorModelRGB: CFString { NSString(string: "RGB") }
/// The colour model of grey.
public var kCGImagePropertyColorModelGray: CFString { NSString(string: "Gray") }
/// The colour model of cyan, magenta, yellow and black.
public var kCGImagePropertyColorModelCMYK: CFString { NSString(string: "CMYK") }
/// The colour model of lightness and two axes of colour.
public var kCGImagePropertyColorModelLab: CFString { NSString(string: "Lab") }
/// Whether pixels are floating-point numbers; not read here.
public var kCGImagePropertyIsFloat: CFString { NSString(string: "IsFloat") }
/// The name of the colour space; not read here.
public var kCGImagePropertyNamedColorSpace: CFString { NSString(string: "NamedColorSpace") }
/// The index of the main image; not read here.
public var kCGImagePropertyPrimaryImage: CFString { NSString(string: "PrimaryImage") }
/// The number of images; not read here.
public var kCGImagePropertyImageCount: CFString { NSString(string: "ImageCount") }
/// The properties of all images; not read here.
public var kCGImagePropertyImages: CFString { NSString(string: "Images") }
/// The sizes of embedded thumbnails; not read here.
public var kCGImagePropertyThumbnailImages: CFString { NSString(string: "ThumbnailImages") }
/// The list of depth maps and mattes; not read here.
public var kCGImagePropertyAuxiliaryData: CFString { NSString(string: "AuxiliaryData") }
/// The number of bytes of a row; not read here.
public var kCGImagePropertyBytesPerRow: CFString { NSString(string: "BytesPerRow") }
/// The width of an image of ``kCGImagePropertyImages``; not read here.
public var kCGImagePropertyWidth: CFString { NSString(string: "Width") }
/// The height of an image of ``kCGImagePropertyImages``; not read here.
public var kCGImagePropertyHeight: CFString { NSString(string: "Height") }
/// The images of the file; not read here.
public var kCGImagePropertyFileContentsDictionary: CFString { NSString(string: "{FileContents}") }
/// The fields of HEIF; not read here.
public var kCGImagePropertyHEIFDictionary: CFString { NSString(string: "{HEIF}") }
/// The fields of Photoshop; not read here.
public var kCGImageProperty8BIMDictionary: CFString { NSString(string: "{8BIM}") }
/// The fields of old Canon raw files; not read here.
public var kCGImagePropertyCIFFDictionary: CFString { NSString(string: "{CIFF}") }
/// The fields of OpenEXR; not read here.
public var kCGImagePropertyOpenEXRDictionary: CFString { NSString(string: "{OpenEXR}") }
/// The fields of TGA; not read here.
public var kCGImagePropertyTGADictionary: CFString { NSString(string: "{TGA}") }
/// The maker note of Canon; not read here.
public var kCGImagePropertyMakerCanonDictionary: CFString { NSString(string: "{MakerCanon}") }
/// The maker note of Nikon; not read here.
public var kCGImagePropertyMakerNikonDictionary: CFString { NSString(string: "{MakerNikon}") }
/// The maker note of Minolta; not read here.
public var kCGImagePropertyMakerMinoltaDictionary: CFString { NSString(string: "{MakerMinolta}") }
/// The maker note of Fuji; not read here.
public var kCGImagePropertyMakerFujiDictionary: CFString { NSString(string: "{MakerFuji}") }
/// The maker note of Olympus; not read here.
public var kCGImagePropertyMakerOlympusDictionary: CFString { NSString(string: "{MakerOlympus}") }
/// The maker note of Pentax; not read here.
public var kCGImagePropertyMakerPentaxDictionary: CFString { NSString(string: "{MakerPentax}") }
