// Apple's names.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import CoreGraphics
import Foundation

/// The field GPSVersion of the GPS directory.
public var kCGImagePropertyGPSVersion: CFString { NSString(string: "GPSVersion") }
/// The hemisphere of the latitude, "N" or "S".
public var kCGImagePropertyGPSLatitudeRef: CFString { NSString(string: "LatitudeRef") }
/// The latitude in degrees, never negative; the hemisphere is in ``kCGImagePropertyGPSLatitudeRef``.
public var kCGImagePropertyGPSLatitude: CFString { NSString(string: "Latitude") }
/// The hemisphere of the longitude, "E" or "W".
public var kCGImagePropertyGPSLongitudeRef: CFString { NSString(string: "LongitudeRef") }
/// The longitude in degrees, never negative; the hemisphere is in ``kCGImagePropertyGPSLongitudeRef``.
public var kCGImagePropertyGPSLongitude: CFString { NSString(string: "Longitude") }
/// The reference of the altitude: 0 above sea level, 1 below.
public var kCGImagePropertyGPSAltitudeRef: CFString { NSString(string: "AltitudeRef") }
/// The altitude in metres, never negative; ``kCGImagePropertyGPSAltitudeRef`` has the direction.
public var kCGImagePropertyGPSAltitude: CFString { NSString(string: "Altitude") }
/// The time of day in GMT, such as "10:30:00".
public var kCGImagePropertyGPSTimeStamp: CFString { NSString(string: "TimeStamp") }
/// The field Satellites of the GPS directory.
public var kCGImagePropertyGPSSatellites: CFString { NSString(string: "Satellites") }
/// The field Status of the GPS directory.
public var kCGImagePropertyGPSStatus: CFString { NSString(string: "Status") }
/// The field MeasureMode of the GPS directory.
public var kCGImagePropertyGPSMeasureMode: CFString { NSString(string: "MeasureMode") }
/// The field DOP of the GPS directory.
public var kCGImagePropertyGPSDOP: CFString { NSString(string: "DOP") }
/// The field SpeedRef of the GPS directory.
public var kCGImagePropertyGPSSpeedRef: CFString { NSString(string: "SpeedRef") }
/// The field Speed of the GPS directory.
public var kCGImagePropertyGPSSpeed: CFString { NSString(string: "Speed") }
/// The field TrackRef of the GPS directory.
public var kCGImagePropertyGPSTrackRef: CFString { NSString(string: "TrackRef") }
/// The field Track of the GPS directory.
public var kCGImagePropertyGPSTrack: CFString { NSString(string: "Track") }
/// The field ImgDirectionRef of the GPS directory.
public var kCGImagePropertyGPSImgDirectionRef: CFString { NSString(string: "ImgDirectionRef") }
/// The direction of the camera in degrees from north.
public var kCGImagePropertyGPSImgDirection: CFString { NSString(string: "ImgDirection") }
/// The field MapDatum of the GPS directory.
public var kCGImagePropertyGPSMapDatum: CFString { NSString(string: "MapDatum") }
/// The field DestLatitudeRef of the GPS directory.
public var kCGImagePropertyGPSDestLatitudeRef: CFString { NSString(string: "DestLatitudeRef") }
/// The field DestLatitude of the GPS directory.
public var kCGImagePropertyGPSDestLatitude: CFString { NSString(string: "DestLatitude") }
/// The field DestLongitudeRef of the GPS directory.
public var kCGImagePropertyGPSDestLongitudeRef: CFString { NSString(string: "DestLongitudeRef") }
/// The field DestLongitude of the GPS directory.
public var kCGImagePropertyGPSDestLongitude: CFString { NSString(string: "DestLongitude") }
/// The field DestBearingRef of the GPS directory.
public var kCGImagePropertyGPSDestBearingRef: CFString { NSString(string: "DestBearingRef") }
/// The field DestBearing of the GPS directory.
public var kCGImagePropertyGPSDestBearing: CFString { NSString(string: "DestBearing") }
/// The field DestDistanceRef of the GPS directory.
public var kCGImagePropertyGPSDestDistanceRef: CFString { NSString(string: "DestDistanceRef") }
/// The field DestDistance of the GPS directory.
public var kCGImagePropertyGPSDestDistance: CFString { NSString(string: "DestDistance") }
/// The field ProcessingMethod of the GPS directory.
public var kCGImagePropertyGPSProcessingMethod: CFString { NSString(string: "ProcessingMethod") }
/// The field AreaInformation of the GPS directory.
public var kCGImagePropertyGPSAreaInformation: CFString { NSString(string: "AreaInformation") }
/// The day in GMT, such as "2024:05:01".
public var kCGImagePropertyGPSDateStamp: CFString { NSString(string: "DateStamp") }
/// The field Differental of the GPS directory.
public var kCGImagePropertyGPSDifferental: CFString { NSString(string: "Differental") }
/// The horizontal error of the position in metres.
public var kCGImagePropertyGPSHPositioningError: CFString { NSString(string: "HPositioningError") }
