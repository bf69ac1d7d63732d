// Apple's names.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import CoreGraphics
import Foundation

/// The field GPSVersion of the satellites' directory.
public var kCGImagePropertyGPSVersion: CFString { NSString(string: "GPSVersion") }
/// "N" or "S".
public var kCGImagePropertyGPSLatitudeRef: CFString { NSString(string: "LatitudeRef") }
/// Degrees of latitude, never negative: see the reference.
public var kCGImagePropertyGPSLatitude: CFString { NSString(string: "Latitude") }
/// "E" or "W".
public var kCGImagePropertyGPSLongitudeRef: CFString { NSString(string: "LongitudeRef") }
/// Degrees of longitude, never negative: see the reference.
public var kCGImagePropertyGPSLongitude: CFString { NSString(string: "Longitude") }
/// 0 above the sea, 1 below it.
public var kCGImagePropertyGPSAltitudeRef: CFString { NSString(string: "AltitudeRef") }
/// Metres above or below the sea, never negative: see the reference.
public var kCGImagePropertyGPSAltitude: CFString { NSString(string: "Altitude") }
/// The time of day in GMT, as "10:30:00".
public var kCGImagePropertyGPSTimeStamp: CFString { NSString(string: "TimeStamp") }
/// The field Satellites of the satellites' directory.
public var kCGImagePropertyGPSSatellites: CFString { NSString(string: "Satellites") }
/// The field Status of the satellites' directory.
public var kCGImagePropertyGPSStatus: CFString { NSString(string: "Status") }
/// The field MeasureMode of the satellites' directory.
public var kCGImagePropertyGPSMeasureMode: CFString { NSString(string: "MeasureMode") }
/// The field DOP of the satellites' directory.
public var kCGImagePropertyGPSDOP: CFString { NSString(string: "DOP") }
/// The field SpeedRef of the satellites' directory.
public var kCGImagePropertyGPSSpeedRef: CFString { NSString(string: "SpeedRef") }
/// The field Speed of the satellites' directory.
public var kCGImagePropertyGPSSpeed: CFString { NSString(string: "Speed") }
/// The field TrackRef of the satellites' directory.
public var kCGImagePropertyGPSTrackRef: CFString { NSString(string: "TrackRef") }
/// The field Track of the satellites' directory.
public var kCGImagePropertyGPSTrack: CFString { NSString(string: "Track") }
/// The field ImgDirectionRef of the satellites' directory.
public var kCGImagePropertyGPSImgDirectionRef: CFString { NSString(string: "ImgDirectionRef") }
/// Where the camera looked, in degrees from north.
public var kCGImagePropertyGPSImgDirection: CFString { NSString(string: "ImgDirection") }
/// The field MapDatum of the satellites' directory.
public var kCGImagePropertyGPSMapDatum: CFString { NSString(string: "MapDatum") }
/// The field DestLatitudeRef of the satellites' directory.
public var kCGImagePropertyGPSDestLatitudeRef: CFString { NSString(string: "DestLatitudeRef") }
/// The field DestLatitude of the satellites' directory.
public var kCGImagePropertyGPSDestLatitude: CFString { NSString(string: "DestLatitude") }
/// The field DestLongitudeRef of the satellites' directory.
public var kCGImagePropertyGPSDestLongitudeRef: CFString { NSString(string: "DestLongitudeRef") }
/// The field DestLongitude of the satellites' directory.
public var kCGImagePropertyGPSDestLongitude: CFString { NSString(string: "DestLongitude") }
/// The field DestBearingRef of the satellites' directory.
public var kCGImagePropertyGPSDestBearingRef: CFString { NSString(string: "DestBearingRef") }
/// The field DestBearing of the satellites' directory.
public var kCGImagePropertyGPSDestBearing: CFString { NSString(string: "DestBearing") }
/// The field DestDistanceRef of the satellites' directory.
public var kCGImagePropertyGPSDestDistanceRef: CFString { NSString(string: "DestDistanceRef") }
/// The field DestDistance of the satellites' directory.
public var kCGImagePropertyGPSDestDistance: CFString { NSString(string: "DestDistance") }
/// The field ProcessingMethod of the satellites' directory.
public var kCGImagePropertyGPSProcessingMethod: CFString { NSString(string: "ProcessingMethod") }
/// The field AreaInformation of the satellites' directory.
public var kCGImagePropertyGPSAreaInformation: CFString { NSString(string: "AreaInformation") }
/// The day in GMT, as "2024:05:01".
public var kCGImagePropertyGPSDateStamp: CFString { NSString(string: "DateStamp") }
/// The field Differental of the satellites' directory.
public var kCGImagePropertyGPSDifferental: CFString { NSString(string: "Differental") }
/// How far off the place may be, in metres.
public var kCGImagePropertyGPSHPositioningError: CFString { NSString(string: "HPositioningError") }
