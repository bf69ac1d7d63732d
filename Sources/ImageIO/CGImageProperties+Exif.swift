// Apple's names.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import CoreGraphics
import Foundation

/// The exposure time in seconds.
public var kCGImagePropertyExifExposureTime: CFString { NSString(string: "ExposureTime") }
/// The f-number.
public var kCGImagePropertyExifFNumber: CFString { NSString(string: "FNumber") }
/// The field ExposureProgram of Exif.
public var kCGImagePropertyExifExposureProgram: CFString { NSString(string: "ExposureProgram") }
/// The field SpectralSensitivity of Exif.
public var kCGImagePropertyExifSpectralSensitivity: CFString {
    NSString(string: "SpectralSensitivity")
}
/// The ISO sensitivity: a list of numbers.
public var kCGImagePropertyExifISOSpeedRatings: CFString { NSString(string: "ISOSpeedRatings") }
/// The field SensitivityType of Exif.
public var kCGImagePropertyExifSensitivityType: CFString { NSString(string: "SensitivityType") }
/// The field StandardOutputSensitivity of Exif.
public var kCGImagePropertyExifStandardOutputSensitivity: CFString {
    NSString(string: "StandardOutputSensitivity")
}
/// The field RecommendedExposureIndex of Exif.
public var kCGImagePropertyExifRecommendedExposureIndex: CFString {
    NSString(string: "RecommendedExposureIndex")
}
/// The field ISOSpeed of Exif.
public var kCGImagePropertyExifISOSpeed: CFString { NSString(string: "ISOSpeed") }
/// The version of Exif: a list of numbers, such as 2, 3, 2.
public var kCGImagePropertyExifVersion: CFString { NSString(string: "ExifVersion") }
/// The local time when the picture was taken, such as "2024:05:01 12:30:00".
public var kCGImagePropertyExifDateTimeOriginal: CFString { NSString(string: "DateTimeOriginal") }
/// The local time when the picture was digitized, such as "2024:05:01 12:30:00".
public var kCGImagePropertyExifDateTimeDigitized: CFString { NSString(string: "DateTimeDigitized") }
/// The offset from GMT of the time of the last change, such as "+02:00".
public var kCGImagePropertyExifOffsetTime: CFString { NSString(string: "OffsetTime") }
/// The offset from GMT of the time when the picture was taken, such as "+02:00".
public var kCGImagePropertyExifOffsetTimeOriginal: CFString {
    NSString(string: "OffsetTimeOriginal")
}
/// The offset from GMT of the time when the picture was digitized, such as "+02:00".
public var kCGImagePropertyExifOffsetTimeDigitized: CFString {
    NSString(string: "OffsetTimeDigitized")
}
/// The field ComponentsConfiguration of Exif.
public var kCGImagePropertyExifComponentsConfiguration: CFString {
    NSString(string: "ComponentsConfiguration")
}
/// The field CompressedBitsPerPixel of Exif.
public var kCGImagePropertyExifCompressedBitsPerPixel: CFString {
    NSString(string: "CompressedBitsPerPixel")
}
/// The field ShutterSpeedValue of Exif.
public var kCGImagePropertyExifShutterSpeedValue: CFString { NSString(string: "ShutterSpeedValue") }
/// The field ApertureValue of Exif.
public var kCGImagePropertyExifApertureValue: CFString { NSString(string: "ApertureValue") }
/// The field BrightnessValue of Exif.
public var kCGImagePropertyExifBrightnessValue: CFString { NSString(string: "BrightnessValue") }
/// The field ExposureBiasValue of Exif.
public var kCGImagePropertyExifExposureBiasValue: CFString { NSString(string: "ExposureBiasValue") }
/// The field MaxApertureValue of Exif.
public var kCGImagePropertyExifMaxApertureValue: CFString { NSString(string: "MaxApertureValue") }
/// The field SubjectDistance of Exif.
public var kCGImagePropertyExifSubjectDistance: CFString { NSString(string: "SubjectDistance") }
/// The field MeteringMode of Exif.
public var kCGImagePropertyExifMeteringMode: CFString { NSString(string: "MeteringMode") }
/// The field LightSource of Exif.
public var kCGImagePropertyExifLightSource: CFString { NSString(string: "LightSource") }
/// The bits of Exif's flash field: bit 0 means that the flash fired.
public var kCGImagePropertyExifFlash: CFString { NSString(string: "Flash") }
/// The focal length in millimetres.
public var kCGImagePropertyExifFocalLength: CFString { NSString(string: "FocalLength") }
/// The field SubjectArea of Exif.
public var kCGImagePropertyExifSubjectArea: CFString { NSString(string: "SubjectArea") }
/// The field UserComment of Exif.
public var kCGImagePropertyExifUserComment: CFString { NSString(string: "UserComment") }
/// The field SubsecTime of Exif.
public var kCGImagePropertyExifSubsecTime: CFString { NSString(string: "SubsecTime") }
/// The field SubsecTimeOriginal of Exif.
public var kCGImagePropertyExifSubsecTimeOriginal: CFString {
    NSString(string: "SubsecTimeOriginal")
}
/// The field SubsecTimeDigitized of Exif.
public var kCGImagePropertyExifSubsecTimeDigitized: CFString {
    NSString(string: "SubsecTimeDigitized")
}
/// The field FlashPixVersion of Exif.
public var kCGImagePropertyExifFlashPixVersion: CFString { NSString(string: "FlashPixVersion") }
/// The field ColorSpace of Exif.
public var kCGImagePropertyExifColorSpace: CFString { NSString(string: "ColorSpace") }
/// The field PixelXDimension of Exif.
public var kCGImagePropertyExifPixelXDimension: CFString { NSString(string: "PixelXDimension") }
/// The field PixelYDimension of Exif.
public var kCGImagePropertyExifPixelYDimension: CFString { NSString(string: "PixelYDimension") }
/// The field FlashEnergy of Exif.
public var kCGImagePropertyExifFlashEnergy: CFString { NSString(string: "FlashEnergy") }
/// The field FocalPlaneXResolution of Exif.
public var kCGImagePropertyExifFocalPlaneXResolution: CFString {
    NSString(string: "FocalPlaneXResolution")
}
/// The field FocalPlaneYResolution of Exif.
public var kCGImagePropertyExifFocalPlaneYResolution: CFString {
    NSString(string: "FocalPlaneYResolution")
}
/// The field FocalPlaneResolutionUnit of Exif.
public var kCGImagePropertyExifFocalPlaneResolutionUnit: CFString {
    NSString(string: "FocalPlaneResolutionUnit")
}
/// The field SubjectLocation of Exif.
public var kCGImagePropertyExifSubjectLocation: CFString { NSString(string: "SubjectLocation") }
/// The field ExposureIndex of Exif.
public var kCGImagePropertyExifExposureIndex: CFString { NSString(string: "ExposureIndex") }
/// The field SensingMethod of Exif.
public var kCGImagePropertyExifSensingMethod: CFString { NSString(string: "SensingMethod") }
/// The field FileSource of Exif.
public var kCGImagePropertyExifFileSource: CFString { NSString(string: "FileSource") }
/// The field SceneType of Exif.
public var kCGImagePropertyExifSceneType: CFString { NSString(string: "SceneType") }
/// The field CustomRendered of Exif.
public var kCGImagePropertyExifCustomRendered: CFString { NSString(string: "CustomRendered") }
/// The field ExposureMode of Exif.
public var kCGImagePropertyExifExposureMode: CFString { NSString(string: "ExposureMode") }
/// The field WhiteBalance of Exif.
public var kCGImagePropertyExifWhiteBalance: CFString { NSString(string: "WhiteBalance") }
/// The field DigitalZoomRatio of Exif.
public var kCGImagePropertyExifDigitalZoomRatio: CFString { NSString(string: "DigitalZoomRatio") }
/// The field FocalLenIn35mmFilm of Exif.
public var kCGImagePropertyExifFocalLenIn35mmFilm: CFString {
    NSString(string: "FocalLenIn35mmFilm")
}
/// The field SceneCaptureType of Exif.
public var kCGImagePropertyExifSceneCaptureType: CFString { NSString(string: "SceneCaptureType") }
/// The field GainControl of Exif.
public var kCGImagePropertyExifGainControl: CFString { NSString(string: "GainControl") }
/// The field Contrast of Exif.
public var kCGImagePropertyExifContrast: CFString { NSString(string: "Contrast") }
/// The field Saturation of Exif.
public var kCGImagePropertyExifSaturation: CFString { NSString(string: "Saturation") }
/// The field Sharpness of Exif.
public var kCGImagePropertyExifSharpness: CFString { NSString(string: "Sharpness") }
/// The field SubjectDistRange of Exif.
public var kCGImagePropertyExifSubjectDistRange: CFString { NSString(string: "SubjectDistRange") }
/// The field ImageUniqueID of Exif.
public var kCGImagePropertyExifImageUniqueID: CFString { NSString(string: "ImageUniqueID") }
/// The field CameraOwnerName of Exif.
public var kCGImagePropertyExifCameraOwnerName: CFString { NSString(string: "CameraOwnerName") }
/// The field BodySerialNumber of Exif.
public var kCGImagePropertyExifBodySerialNumber: CFString { NSString(string: "BodySerialNumber") }
/// The field LensSpecification of Exif.
public var kCGImagePropertyExifLensSpecification: CFString { NSString(string: "LensSpecification") }
/// The field LensMake of Exif.
public var kCGImagePropertyExifLensMake: CFString { NSString(string: "LensMake") }
/// The name of the lens.
public var kCGImagePropertyExifLensModel: CFString { NSString(string: "LensModel") }
/// The field LensSerialNumber of Exif.
public var kCGImagePropertyExifLensSerialNumber: CFString { NSString(string: "LensSerialNumber") }
/// The field CompositeImage of Exif.
public var kCGImagePropertyExifCompositeImage: CFString { NSString(string: "CompositeImage") }
/// The same as ``kCGImagePropertyExifSubsecTimeOriginal``.
public var kCGImagePropertyExifSubsecTimeOrginal: CFString {
    NSString(string: "SubsecTimeOriginal")
}
/// The field Gamma of Exif.
public var kCGImagePropertyExifGamma: CFString { NSString(string: "Gamma") }
/// The field ISOSpeedLatitudeyyy of Exif.
public var kCGImagePropertyExifISOSpeedLatitudeyyy: CFString {
    NSString(string: "ISOSpeedLatitudeyyy")
}
/// The field ISOSpeedLatitudezzz of Exif.
public var kCGImagePropertyExifISOSpeedLatitudezzz: CFString {
    NSString(string: "ISOSpeedLatitudezzz")
}
/// The field RelatedSoundFile of Exif.
public var kCGImagePropertyExifRelatedSoundFile: CFString { NSString(string: "RelatedSoundFile") }
/// The field SourceImageNumberOfCompositeImage of Exif.
public var kCGImagePropertyExifSourceImageNumberOfCompositeImage: CFString {
    NSString(string: "SourceImageNumberOfCompositeImage")
}
/// The field CFAPattern of Exif; not read here.
public var kCGImagePropertyExifCFAPattern: CFString { NSString(string: "CFAPattern") }
/// The field DeviceSettingDescription of Exif; not read here.
public var kCGImagePropertyExifDeviceSettingDescription: CFString {
    NSString(string: "DeviceSettingDescription")
}
/// The field MakerNote of Exif; not read here.
public var kCGImagePropertyExifMakerNote: CFString { NSString(string: "MakerNote") }
/// The field OECF of Exif; not read here.
public var kCGImagePropertyExifOECF: CFString { NSString(string: "OECF") }
/// The field SourceExposureTimesOfCompositeImage of Exif; not read here.
public var kCGImagePropertyExifSourceExposureTimesOfCompositeImage: CFString {
    NSString(string: "SourceExposureTimesOfCompositeImage")
}
/// The field SpatialFrequencyResponse of Exif; not read here.
public var kCGImagePropertyExifSpatialFrequencyResponse: CFString {
    NSString(string: "SpatialFrequencyResponse")
}
