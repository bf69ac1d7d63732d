// GeneratedFieldsTests writes this file from AssetFieldTable. Edit the table.
// swift-format-ignore-file

/// The fields of an asset.
package enum AssetField: UInt8, RecordField {
    case modificationDate = 0
    case isFavorite = 1
    case isHidden = 2
    case trashedDate = 3
    case contentVersion = 4
    case creationDate = 5
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
    case traits = 36
    case dateSource = 37
    case adjustmentVersion = 38
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
        case .adjustmentDate: FieldDefinition("adjustment_date", .date)
        case .originalChoice: FieldDefinition("original_choice", .code)
        case .traits: FieldDefinition("traits", .bits)
        case .dateSource: FieldDefinition("date_source", .text)
        case .adjustmentVersion: FieldDefinition("adjustment_version", .text)
        case .isRejected: FieldDefinition("is_rejected", .flag)
        case .uuid: FieldDefinition("uuid", .bytes)
        }
    }

    /// Whether an export states the property, and when an import restores it.
    package var manifestUse: ManifestUse {
        switch self {
        case .modificationDate: .always
        case .isFavorite: .always
        case .isHidden: .always
        case .trashedDate: .always
        case .contentVersion: .never
        case .creationDate: .always
        case .creationZone: .always
        case .latitude: .always
        case .longitude: .always
        case .altitude: .always
        case .horizontalAccuracy: .always
        case .verticalAccuracy: .always
        case .course: .always
        case .speed: .always
        case .locationDate: .always
        case .rating: .always
        case .caption: .always
        case .keywords: .always
        case .mediaType: .never
        case .mediaSubtypes: .withAllFiles
        case .playbackStyle: .withAllFiles
        case .playbackVariation: .always
        case .contentType: .never
        case .pixelWidth: .withAllFiles
        case .pixelHeight: .withAllFiles
        case .duration: .withAllFiles
        case .addedDate: .always
        case .filename: .always
        case .burstIdentifier: .always
        case .burstSelection: .always
        case .representsBurst: .always
        case .sourceType: .always
        case .adjustmentsState: .withAllFiles
        case .adjustmentFormat: .withAllFiles
        case .adjustmentDate: .withAllFiles
        case .originalChoice: .withAllFiles
        case .traits: .always
        case .dateSource: .always
        case .adjustmentVersion: .withAllFiles
        case .isRejected: .always
        case .uuid: .never
        }
    }

    /// What undo does with the property.
    var undoRule: UndoRule {
        switch self {
        case .modificationDate: .ignored
        case .isFavorite: .setBack
        case .isHidden: .setBack
        case .trashedDate: .special
        case .contentVersion: .special
        case .creationDate: .setBack
        case .creationZone: .setBack
        case .latitude: .setBack
        case .longitude: .setBack
        case .altitude: .setBack
        case .horizontalAccuracy: .setBack
        case .verticalAccuracy: .setBack
        case .course: .setBack
        case .speed: .setBack
        case .locationDate: .setBack
        case .rating: .setBack
        case .caption: .setBack
        case .keywords: .setBack
        case .mediaType: .special
        case .mediaSubtypes: .special
        case .playbackStyle: .special
        case .playbackVariation: .special
        case .contentType: .special
        case .pixelWidth: .special
        case .pixelHeight: .special
        case .duration: .special
        case .addedDate: .special
        case .filename: .special
        case .burstIdentifier: .special
        case .burstSelection: .setBack
        case .representsBurst: .ignored
        case .sourceType: .special
        case .adjustmentsState: .special
        case .adjustmentFormat: .special
        case .adjustmentDate: .special
        case .originalChoice: .special
        case .traits: .special
        case .dateSource: .setBack
        case .adjustmentVersion: .special
        case .isRejected: .setBack
        case .uuid: .special
        }
    }

    /// Whether predicates and sort descriptors may name the property.
    var isKey: Bool {
        switch self {
        case .modificationDate: true
        case .isFavorite: true
        case .isHidden: true
        case .trashedDate: false
        case .contentVersion: false
        case .creationDate: true
        case .creationZone: false
        case .latitude: false
        case .longitude: false
        case .altitude: false
        case .horizontalAccuracy: false
        case .verticalAccuracy: false
        case .course: false
        case .speed: false
        case .locationDate: false
        case .rating: true
        case .caption: true
        case .keywords: true
        case .mediaType: true
        case .mediaSubtypes: true
        case .playbackStyle: false
        case .playbackVariation: false
        case .contentType: false
        case .pixelWidth: true
        case .pixelHeight: true
        case .duration: true
        case .addedDate: true
        case .filename: false
        case .burstIdentifier: true
        case .burstSelection: false
        case .representsBurst: false
        case .sourceType: false
        case .adjustmentsState: false
        case .adjustmentFormat: false
        case .adjustmentDate: false
        case .originalChoice: false
        case .traits: false
        case .dateSource: false
        case .adjustmentVersion: false
        case .isRejected: true
        case .uuid: false
        }
    }
}
