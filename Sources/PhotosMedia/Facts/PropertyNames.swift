/// ImageIO's names of the fields of TIFF directories that are returned as properties.
enum PropertyNames {
    static let tiff: [Int: String] = [
        0x0103: "Compression", 0x0106: "PhotometricInterpretation", 0x010D: "DocumentName",
        0x010E: "ImageDescription", 0x010F: "Make", 0x0110: "Model", 0x0112: "Orientation",
        0x011A: "XResolution", 0x011B: "YResolution", 0x0128: "ResolutionUnit",
        0x0131: "Software", 0x0132: "DateTime", 0x013B: "Artist", 0x013C: "HostComputer",
        0x011E: "XPosition", 0x011F: "YPosition", 0x013E: "WhitePoint",
        0x013F: "PrimaryChromaticities", 0x0142: "TileWidth",
        0x0143: "TileLength", 0x8298: "Copyright",
    ]

    static let exif: [Int: String] = [
        0x829A: "ExposureTime", 0x829D: "FNumber", 0x8822: "ExposureProgram",
        0x8824: "SpectralSensitivity", 0x8827: "ISOSpeedRatings", 0x8830: "SensitivityType",
        0x8831: "StandardOutputSensitivity", 0x8832: "RecommendedExposureIndex",
        0x8833: "ISOSpeed", 0x9000: "ExifVersion", 0x9003: "DateTimeOriginal",
        0x9004: "DateTimeDigitized", 0x9010: "OffsetTime", 0x9011: "OffsetTimeOriginal",
        0x9012: "OffsetTimeDigitized", 0x9101: "ComponentsConfiguration",
        0x9102: "CompressedBitsPerPixel", 0x9201: "ShutterSpeedValue", 0x9202: "ApertureValue",
        0x9203: "BrightnessValue", 0x9204: "ExposureBiasValue", 0x9205: "MaxApertureValue",
        0x9206: "SubjectDistance", 0x9207: "MeteringMode", 0x9208: "LightSource",
        0x9209: "Flash", 0x920A: "FocalLength", 0x9214: "SubjectArea", 0x9286: "UserComment",
        0x9290: "SubsecTime", 0x9291: "SubsecTimeOriginal", 0x9292: "SubsecTimeDigitized",
        0xA000: "FlashPixVersion", 0xA001: "ColorSpace", 0xA002: "PixelXDimension",
        0xA003: "PixelYDimension", 0xA20B: "FlashEnergy", 0xA20E: "FocalPlaneXResolution",
        0xA20F: "FocalPlaneYResolution", 0xA210: "FocalPlaneResolutionUnit",
        0xA214: "SubjectLocation", 0xA215: "ExposureIndex", 0xA217: "SensingMethod",
        0xA300: "FileSource", 0xA301: "SceneType", 0xA401: "CustomRendered",
        0xA402: "ExposureMode", 0xA403: "WhiteBalance", 0xA404: "DigitalZoomRatio",
        0xA405: "FocalLenIn35mmFilm", 0xA406: "SceneCaptureType", 0xA407: "GainControl",
        0xA408: "Contrast", 0xA409: "Saturation", 0xA40A: "Sharpness",
        0xA40C: "SubjectDistRange", 0xA420: "ImageUniqueID", 0xA430: "CameraOwnerName",
        0xA431: "BodySerialNumber", 0xA432: "LensSpecification", 0xA433: "LensMake",
        0xA434: "LensModel", 0xA435: "LensSerialNumber", 0xA460: "CompositeImage",
        0x8834: "ISOSpeedLatitudeyyy",
        0x8835: "ISOSpeedLatitudezzz", 0xA004: "RelatedSoundFile",
        0xA461: "SourceImageNumberOfCompositeImage", 0xA500: "Gamma",
    ]

    static let gps: [Int: String] = [
        0x00: "GPSVersion", 0x01: "LatitudeRef", 0x02: "Latitude", 0x03: "LongitudeRef",
        0x04: "Longitude", 0x05: "AltitudeRef", 0x06: "Altitude", 0x07: "TimeStamp",
        0x08: "Satellites", 0x09: "Status", 0x0A: "MeasureMode", 0x0B: "DOP",
        0x0C: "SpeedRef", 0x0D: "Speed", 0x0E: "TrackRef", 0x0F: "Track",
        0x10: "ImgDirectionRef", 0x11: "ImgDirection", 0x12: "MapDatum",
        0x13: "DestLatitudeRef", 0x14: "DestLatitude", 0x15: "DestLongitudeRef",
        0x16: "DestLongitude", 0x17: "DestBearingRef", 0x18: "DestBearing",
        0x19: "DestDistanceRef", 0x1A: "DestDistance", 0x1B: "ProcessingMethod",
        0x1C: "AreaInformation", 0x1D: "DateStamp", 0x1E: "Differental",
        0x1F: "HPositioningError",
    ]

    /// The fields of the group `{ExifAux}`, and the fields of Exif that have their values.
    static let exifAux: [String: String] = [
        "LensInfo": "LensSpecification", "LensModel": "LensModel",
        "LensSerialNumber": "LensSerialNumber", "SerialNumber": "BodySerialNumber",
        "OwnerName": "CameraOwnerName",
    ]

    static let dng: [Int: String] = [
        0xC612: "DNGVersion", 0xC613: "DNGBackwardVersion", 0xC614: "UniqueCameraModel",
        0xC615: "LocalizedCameraModel", 0xC621: "ColorMatrix1", 0xC622: "ColorMatrix2",
        0xC623: "CameraCalibration1", 0xC624: "CameraCalibration2", 0xC628: "AsShotNeutral",
        0xC629: "AsShotWhiteXY", 0xC62A: "BaselineExposure", 0xC62B: "BaselineNoise",
        0xC62C: "BaselineSharpness", 0xC62F: "CameraSerialNumber", 0xC630: "LensInfo",
        0xC65A: "CalibrationIlluminant1", 0xC65B: "CalibrationIlluminant2",
    ]

    /// The texts of PNG that are returned as properties.
    static let pngTexts: Set<String> = [
        "Author", "Comment", "Copyright", "Creation Time", "Description", "Disclaimer", "Software",
        "Source", "Title", "Warning",
    ]

    /// The names of IPTC's application records, by number.
    static let iptc: [UInt8: String] = [
        5: "ObjectName", 15: "Category", 20: "SupplementalCategory", 25: "Keywords",
        40: "SpecialInstructions", 55: "DateCreated", 60: "TimeCreated",
        62: "DigitalCreationDate", 63: "DigitalCreationTime", 65: "OriginatingProgram",
        80: "Byline", 85: "BylineTitle", 90: "City", 92: "SubLocation", 95: "Province/State",
        100: "Country/PrimaryLocationCode", 101: "Country/PrimaryLocationName",
        103: "OriginalTransmissionReference", 105: "Headline", 110: "Credit", 115: "Source",
        116: "CopyrightNotice", 118: "Contact", 120: "Caption/Abstract", 122: "Writer/Editor",
        3: "ObjectTypeReference", 4: "ObjectAttributeReference", 7: "EditStatus",
        8: "EditorialUpdate", 10: "Urgency", 12: "SubjectReference", 22: "FixtureIdentifier",
        26: "ContentLocationCode", 27: "ContentLocationName", 30: "ReleaseDate",
        35: "ReleaseTime", 37: "ExpirationDate", 38: "ExpirationTime", 42: "ActionAdvised",
        45: "ReferenceService", 47: "ReferenceDate", 50: "ReferenceNumber", 70: "ProgramVersion",
        75: "ObjectCycle", 130: "ImageType", 131: "ImageOrientation", 135: "LanguageIdentifier",
    ]

    /// The fields that are lists, even with only one value.
    static let lists: Set<String> = [
        "ISOSpeedRatings", "Keywords", "Byline", "BylineTitle", "SupplementalCategory", "Contact",
        "Writer/Editor", "ObjectAttributeReference", "SubjectReference", "ContentLocationCode",
        "ContentLocationName", "ReferenceService", "ReferenceDate", "ReferenceNumber",
    ]
}
