// Apple's names.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import CoreGraphics
import Foundation

/// The version of DNG: a list of four numbers.
public var kCGImagePropertyDNGVersion: CFString { NSString(string: "DNGVersion") }
/// The oldest version of DNG whose readers can read the file: a list of four numbers.
public var kCGImagePropertyDNGBackwardVersion: CFString { NSString(string: "DNGBackwardVersion") }
/// The name of the camera model, in no language.
public var kCGImagePropertyDNGUniqueCameraModel: CFString { NSString(string: "UniqueCameraModel") }
/// The name of the camera model, in the language of its market.
public var kCGImagePropertyDNGLocalizedCameraModel: CFString {
    NSString(string: "LocalizedCameraModel")
}
/// The serial number of the camera.
public var kCGImagePropertyDNGCameraSerialNumber: CFString {
    NSString(string: "CameraSerialNumber")
}
/// The shortest and longest focal length with their f-numbers: a list of four numbers.
public var kCGImagePropertyDNGLensInfo: CFString { NSString(string: "LensInfo") }
/// The field AsShotNeutral of DNG.
public var kCGImagePropertyDNGAsShotNeutral: CFString { NSString(string: "AsShotNeutral") }
/// The field AsShotWhiteXY of DNG.
public var kCGImagePropertyDNGAsShotWhiteXY: CFString { NSString(string: "AsShotWhiteXY") }
/// The field BaselineExposure of DNG.
public var kCGImagePropertyDNGBaselineExposure: CFString { NSString(string: "BaselineExposure") }
/// The field BaselineNoise of DNG.
public var kCGImagePropertyDNGBaselineNoise: CFString { NSString(string: "BaselineNoise") }
/// The field BaselineSharpness of DNG.
public var kCGImagePropertyDNGBaselineSharpness: CFString { NSString(string: "BaselineSharpness") }
/// The field CalibrationIlluminant1 of DNG.
public var kCGImagePropertyDNGCalibrationIlluminant1: CFString {
    NSString(string: "CalibrationIlluminant1")
}
/// The field CalibrationIlluminant2 of DNG.
public var kCGImagePropertyDNGCalibrationIlluminant2: CFString {
    NSString(string: "CalibrationIlluminant2")
}
/// The field CameraCalibration1 of DNG.
public var kCGImagePropertyDNGCameraCalibration1: CFString {
    NSString(string: "CameraCalibration1")
}
/// The field CameraCalibration2 of DNG.
public var kCGImagePropertyDNGCameraCalibration2: CFString {
    NSString(string: "CameraCalibration2")
}
/// The field ColorMatrix1 of DNG.
public var kCGImagePropertyDNGColorMatrix1: CFString { NSString(string: "ColorMatrix1") }
/// The field ColorMatrix2 of DNG.
public var kCGImagePropertyDNGColorMatrix2: CFString { NSString(string: "ColorMatrix2") }
/// The field BlackLevel of DNG, which is with the raw pixels; not read here.
public var kCGImagePropertyDNGBlackLevel: CFString { NSString(string: "BlackLevel") }
/// The field WhiteLevel of DNG, which is with the raw pixels; not read here.
public var kCGImagePropertyDNGWhiteLevel: CFString { NSString(string: "WhiteLevel") }
/// The field NoiseProfile of DNG, which is with the raw pixels; not read here.
public var kCGImagePropertyDNGNoiseProfile: CFString { NSString(string: "NoiseProfile") }
/// The field WarpRectilinear of DNG, which is with the raw pixels; not read here.
public var kCGImagePropertyDNGWarpRectilinear: CFString { NSString(string: "WarpRectilinear") }
/// The field WarpFisheye of DNG, which is with the raw pixels; not read here.
public var kCGImagePropertyDNGWarpFisheye: CFString { NSString(string: "WarpFisheye") }
/// The field FixVignetteRadial of DNG, which is with the raw pixels; not read here.
public var kCGImagePropertyDNGFixVignetteRadial: CFString { NSString(string: "FixVignetteRadial") }
/// The field PrivateData of DNG, which is with the raw pixels; not read here.
public var kCGImagePropertyDNGPrivateData: CFString { NSString(string: "PrivateData") }
