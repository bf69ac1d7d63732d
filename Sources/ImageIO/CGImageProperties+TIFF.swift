// Apple's names.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import CoreGraphics
import Foundation

/// The field Compression of TIFF.
public var kCGImagePropertyTIFFCompression: CFString { NSString(string: "Compression") }
/// The field PhotometricInterpretation of TIFF.
public var kCGImagePropertyTIFFPhotometricInterpretation: CFString {
    NSString(string: "PhotometricInterpretation")
}
/// The field DocumentName of TIFF.
public var kCGImagePropertyTIFFDocumentName: CFString { NSString(string: "DocumentName") }
/// The field ImageDescription of TIFF.
public var kCGImagePropertyTIFFImageDescription: CFString { NSString(string: "ImageDescription") }
/// The manufacturer of the camera.
public var kCGImagePropertyTIFFMake: CFString { NSString(string: "Make") }
/// The model of the camera.
public var kCGImagePropertyTIFFModel: CFString { NSString(string: "Model") }
/// The orientation of the pixels, 1 to 8.
public var kCGImagePropertyTIFFOrientation: CFString { NSString(string: "Orientation") }
/// The field XResolution of TIFF.
public var kCGImagePropertyTIFFXResolution: CFString { NSString(string: "XResolution") }
/// The field YResolution of TIFF.
public var kCGImagePropertyTIFFYResolution: CFString { NSString(string: "YResolution") }
/// The field ResolutionUnit of TIFF.
public var kCGImagePropertyTIFFResolutionUnit: CFString { NSString(string: "ResolutionUnit") }
/// The field Software of TIFF.
public var kCGImagePropertyTIFFSoftware: CFString { NSString(string: "Software") }
/// The local time of the last change to the file, such as "2024:05:01 12:30:00".
public var kCGImagePropertyTIFFDateTime: CFString { NSString(string: "DateTime") }
/// The field Artist of TIFF.
public var kCGImagePropertyTIFFArtist: CFString { NSString(string: "Artist") }
/// The field HostComputer of TIFF.
public var kCGImagePropertyTIFFHostComputer: CFString { NSString(string: "HostComputer") }
/// The field WhitePoint of TIFF.
public var kCGImagePropertyTIFFWhitePoint: CFString { NSString(string: "WhitePoint") }
/// The field PrimaryChromaticities of TIFF.
public var kCGImagePropertyTIFFPrimaryChromaticities: CFString {
    NSString(string: "PrimaryChromaticities")
}
/// The field TileWidth of TIFF.
public var kCGImagePropertyTIFFTileWidth: CFString { NSString(string: "TileWidth") }
/// The field TileLength of TIFF.
public var kCGImagePropertyTIFFTileLength: CFString { NSString(string: "TileLength") }
/// The field Copyright of TIFF.
public var kCGImagePropertyTIFFCopyright: CFString { NSString(string: "Copyright") }
/// The field XPosition of TIFF.
public var kCGImagePropertyTIFFXPosition: CFString { NSString(string: "XPosition") }
/// The field YPosition of TIFF.
public var kCGImagePropertyTIFFYPosition: CFString { NSString(string: "YPosition") }
/// The field TransferFunction of TIFF; not read here.
public var kCGImagePropertyTIFFTransferFunction: CFString { NSString(string: "TransferFunction") }
