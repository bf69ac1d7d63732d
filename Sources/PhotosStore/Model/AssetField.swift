/// The fields of an asset.
///
/// Fields that change often have low numbers, so that their masks are short in the log.
package enum AssetField: UInt8, RecordField {
    case modificationDate = 0
    case isFavorite = 1
    case isHidden = 2
    case trashedDate = 3
    /// The number of the present version of the picture or movie, which starts at 1 and rises with each change of the
    /// content.
    case contentVersion = 4
    case creationDate = 5
    /// Seconds east of GMT where the picture was taken.
    case creationZone = 6
    case latitude = 7
    case longitude = 8
    case altitude = 9
    case horizontalAccuracy = 10
    case verticalAccuracy = 11
    case course = 12
    case speed = 13
    case locationDate = 14
    case rating = 15
    case caption = 16
    /// A JSON array of strings, in the order added.
    case keywords = 17
    case mediaType = 18
    case mediaSubtypes = 19
    case playbackStyle = 20
    case playbackVariation = 21
    case contentType = 22
    case pixelWidth = 23
    case pixelHeight = 24
    case duration = 25
    case addedDate = 26
    case filename = 27
    case burstIdentifier = 28
    case burstSelection = 29
    case representsBurst = 30
    case sourceType = 31
    case adjustmentsState = 32
    case adjustmentFormat = 33
    case adjustmentDate = 34
    case originalChoice = 35
    /// Facts without a property in the API, see ``AssetTraits``.
    case traits = 36
    /// The origin of the creation date: the name of a tag, or `file`.
    case dateSource = 37
    case adjustmentVersion = 38
    /// Whether the photo is rejected, which files state as a rating of -1.
    case isRejected = 39
    case uuid = 63

    package var definition: FieldDefinition {
        switch self {
        case .modificationDate: FieldDefinition("modification_date", .date)
        case .isFavorite: FieldDefinition("is_favorite", .flag)
        case .isHidden: FieldDefinition("is_hidden", .flag)
        case .trashedDate: FieldDefinition("trashed_date", .date)
        case .contentVersion: FieldDefinition("content_version", .number)
        case .creationDate: FieldDefinition("creation_date", .date)
        case .creationZone: FieldDefinition("creation_zone", .number)
        case .latitude: FieldDefinition("latitude", .real)
        case .longitude: FieldDefinition("longitude", .real)
        case .altitude: FieldDefinition("altitude", .real)
        case .horizontalAccuracy: FieldDefinition("horizontal_accuracy", .real)
        case .verticalAccuracy: FieldDefinition("vertical_accuracy", .real)
        case .course: FieldDefinition("course", .real)
        case .speed: FieldDefinition("speed", .real)
        case .locationDate: FieldDefinition("location_date", .date)
        case .rating: FieldDefinition("rating", .code)
        case .caption: FieldDefinition("caption", .text)
        case .keywords: FieldDefinition("keywords", .text)
        case .mediaType: FieldDefinition("media_type", .code)
        case .mediaSubtypes: FieldDefinition("media_subtypes", .bits)
        case .playbackStyle: FieldDefinition("playback_style", .code)
        case .playbackVariation: FieldDefinition("playback_variation", .code)
        case .contentType: FieldDefinition("content_type", .text)
        case .pixelWidth: FieldDefinition("pixel_width", .number)
        case .pixelHeight: FieldDefinition("pixel_height", .number)
        case .duration: FieldDefinition("duration", .real)
        case .addedDate: FieldDefinition("added_date", .date)
        case .filename: FieldDefinition("filename", .text)
        case .burstIdentifier: FieldDefinition("burst_identifier", .text)
        case .burstSelection: FieldDefinition("burst_selection", .code)
        case .representsBurst: FieldDefinition("represents_burst", .flag)
        case .sourceType: FieldDefinition("source_type", .code)
        case .adjustmentsState: FieldDefinition("adjustments_state", .code)
        case .adjustmentFormat: FieldDefinition("adjustment_format", .text)
        case .adjustmentVersion: FieldDefinition("adjustment_version", .text)
        case .adjustmentDate: FieldDefinition("adjustment_date", .date)
        case .originalChoice: FieldDefinition("original_choice", .code)
        case .traits: FieldDefinition("traits", .bits)
        case .dateSource: FieldDefinition("date_source", .text)
        case .isRejected: FieldDefinition("is_rejected", .flag)
        case .uuid: FieldDefinition("uuid", .bytes)
        }
    }
}

package typealias AssetFieldMask = FieldMask<AssetField>

extension AssetFieldMask {
    static let all = AssetFieldMask(AssetField.allCases)
    static let modificationDate = AssetFieldMask([AssetField.modificationDate])
}

/// Facts about an asset that have no property in the API.
///
/// Some of them decide which smart albums show the asset.
package struct AssetTraits: OptionSet, Hashable, Sendable {
    package let rawValue: Int64
    package init(rawValue: Int64) { self.rawValue = rawValue }

    package static let frontCamera = AssetTraits(rawValue: 1 << 0)
    package static let raw = AssetTraits(rawValue: 1 << 1)
    /// A file of the asset is kept in a source and is missing there.
    package static let offline = AssetTraits(rawValue: 1 << 3)
    /// The edit was made from the camera's own rendering of the original, and a revert shows that rendering again.
    package static let cameraBase = AssetTraits(rawValue: 1 << 4)
    /// The creation date was recorded as a local time without a zone, and the zone of the importing process was
    /// assumed.
    package static let zoneAssumed = AssetTraits(rawValue: 1 << 5)
    /// A remote refuses a file of the asset, or could not store it for a reason of the file.
    package static let unableToUpload = AssetTraits(rawValue: 1 << 6)
}
