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
    case uuid = 63

    package var column: String {
        switch self {
        case .modificationDate: "modification_date"
        case .isFavorite: "is_favorite"
        case .isHidden: "is_hidden"
        case .trashedDate: "trashed_date"
        case .contentVersion: "content_version"
        case .creationDate: "creation_date"
        case .creationZone: "creation_zone"
        case .latitude: "latitude"
        case .longitude: "longitude"
        case .altitude: "altitude"
        case .horizontalAccuracy: "horizontal_accuracy"
        case .verticalAccuracy: "vertical_accuracy"
        case .course: "course"
        case .speed: "speed"
        case .locationDate: "location_date"
        case .rating: "rating"
        case .caption: "caption"
        case .keywords: "keywords"
        case .mediaType: "media_type"
        case .mediaSubtypes: "media_subtypes"
        case .playbackStyle: "playback_style"
        case .playbackVariation: "playback_variation"
        case .contentType: "content_type"
        case .pixelWidth: "pixel_width"
        case .pixelHeight: "pixel_height"
        case .duration: "duration"
        case .addedDate: "added_date"
        case .filename: "filename"
        case .burstIdentifier: "burst_identifier"
        case .burstSelection: "burst_selection"
        case .representsBurst: "represents_burst"
        case .sourceType: "source_type"
        case .adjustmentsState: "adjustments_state"
        case .adjustmentFormat: "adjustment_format"
        case .adjustmentVersion: "adjustment_version"
        case .adjustmentDate: "adjustment_date"
        case .originalChoice: "original_choice"
        case .traits: "traits"
        case .dateSource: "date_source"
        case .uuid: "uuid"
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
/// The first two decide which smart albums show the asset.
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
}
