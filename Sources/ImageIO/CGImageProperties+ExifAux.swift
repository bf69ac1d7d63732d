// Apple's names.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import CoreGraphics
import Foundation

/// The shortest and longest focal length with their f-numbers: a list of four numbers, from Exif.
public var kCGImagePropertyExifAuxLensInfo: CFString { NSString(string: "LensInfo") }
/// The name of the lens, from Exif.
public var kCGImagePropertyExifAuxLensModel: CFString { NSString(string: "LensModel") }
/// The serial number of the lens, from Exif.
public var kCGImagePropertyExifAuxLensSerialNumber: CFString {
    NSString(string: "LensSerialNumber")
}
/// The serial number of the camera, from Exif.
public var kCGImagePropertyExifAuxSerialNumber: CFString { NSString(string: "SerialNumber") }
/// The name of the owner of the camera, from Exif.
public var kCGImagePropertyExifAuxOwnerName: CFString { NSString(string: "OwnerName") }
/// The field LensID of XMP; not read here.
public var kCGImagePropertyExifAuxLensID: CFString { NSString(string: "LensID") }
/// The field ImageNumber of XMP; not read here.
public var kCGImagePropertyExifAuxImageNumber: CFString { NSString(string: "ImageNumber") }
/// The field FlashCompensation of XMP; not read here.
public var kCGImagePropertyExifAuxFlashCompensation: CFString {
    NSString(string: "FlashCompensation")
}
/// The field Firmware of XMP; not read here.
public var kCGImagePropertyExifAuxFirmware: CFString { NSString(string: "Firmware") }
