// GeneratedFieldsTests writes this file from AssetFieldTable. Edit the table.
// swift-format-ignore-file

package import Foundation
package import PhotosMedia

/// An asset of the library: a row of the table, or the content of a row at an earlier position in the log.
package struct AssetRecord: Hashable, Sendable {
    package var rowID: Int64
    package var modificationDate: Date?
    package var isFavorite: Bool = false
    package var isHidden: Bool = false
    package var trashedDate: Date?
    package var contentVersion: Int = 1
    package var creationDate: Date?
    package var creationZone: Int?
    package var latitude: Double?
    package var longitude: Double?
    package var altitude: Double?
    package var horizontalAccuracy: Double?
    package var verticalAccuracy: Double?
    package var course: Double?
    package var speed: Double?
    package var locationDate: Date?
    package var rating: Int = 0
    package var caption: String?
    package var keywords: [String] = []
    package var mediaType = AssetMediaType(rawValue: 0)
    package var mediaSubtypes: MediaSubtypes = []
    package var playbackStyle = AssetPlaybackStyle(rawValue: 0)
    package var playbackVariation = AssetPlaybackVariation(rawValue: 0)
    package var contentType: String = "public.data"
    package var pixelWidth: Int = 0
    package var pixelHeight: Int = 0
    package var duration: Double = 0
    package var addedDate: Date?
    package var filename: String?
    package var burstIdentifier: String?
    package var burstSelection = BurstSelection(rawValue: 0)
    package var representsBurst: Bool = false
    package var sourceType = AssetSourceType(rawValue: 1)
    package var adjustmentsState = AdjustmentsState(rawValue: 0)
    package var adjustmentFormat: String?
    package var adjustmentDate: Date?
    package var originalChoice = OriginalChoice(rawValue: 0)
    package var traits: AssetTraits = []
    package var dateSource: String?
    package var adjustmentVersion: String?
    package var isRejected: Bool = false
    package var uuid: UUID

    package init(rowID: Int64, uuid: UUID) {
        self.rowID = rowID
        self.uuid = uuid
    }
}

extension AssetRecord {
    package init(columns: inout ColumnReader) {
        rowID = columns.integer() ?? 0
        modificationDate = columns.date()
        isFavorite = columns.flag()
        isHidden = columns.flag()
        trashedDate = columns.date()
        contentVersion = columns.count()
        creationDate = columns.date()
        creationZone = columns.number()
        latitude = columns.real()
        longitude = columns.real()
        altitude = columns.real()
        horizontalAccuracy = columns.real()
        verticalAccuracy = columns.real()
        course = columns.real()
        speed = columns.real()
        locationDate = columns.date()
        rating = columns.count()
        caption = columns.text()
        keywords = Keywords.read(columns.text())
        mediaType = columns.code()
        mediaSubtypes = MediaSubtypes(storedBits: columns.integer() ?? 0)
        playbackStyle = columns.code()
        playbackVariation = columns.code()
        contentType = columns.text() ?? ""
        pixelWidth = columns.count()
        pixelHeight = columns.count()
        duration = columns.real() ?? 0
        addedDate = columns.date()
        filename = columns.text()
        burstIdentifier = columns.text()
        burstSelection = columns.code()
        representsBurst = columns.flag()
        sourceType = columns.code()
        adjustmentsState = columns.code()
        adjustmentFormat = columns.text()
        adjustmentDate = columns.date()
        originalChoice = columns.code()
        traits = AssetTraits(storedBits: columns.integer() ?? 0)
        dateSource = columns.text()
        adjustmentVersion = columns.text()
        isRejected = columns.flag()
        uuid = columns.uuid() ?? .zero
    }

    package subscript(field: AssetField) -> FieldValue {
        get {
            switch field {
            case .modificationDate: FieldValue(date: modificationDate)
            case .isFavorite: .flag(isFavorite)
            case .isHidden: .flag(isHidden)
            case .trashedDate: FieldValue(date: trashedDate)
            case .contentVersion: FieldValue(contentVersion)
            case .creationDate: FieldValue(date: creationDate)
            case .creationZone: FieldValue(creationZone)
            case .latitude: FieldValue(latitude)
            case .longitude: FieldValue(longitude)
            case .altitude: FieldValue(altitude)
            case .horizontalAccuracy: FieldValue(horizontalAccuracy)
            case .verticalAccuracy: FieldValue(verticalAccuracy)
            case .course: FieldValue(course)
            case .speed: FieldValue(speed)
            case .locationDate: FieldValue(date: locationDate)
            case .rating: FieldValue(rating)
            case .caption: FieldValue(caption)
            case .keywords: Keywords.stored(keywords)
            case .mediaType: mediaType.fieldValue
            case .mediaSubtypes: .integer(mediaSubtypes.storedBits)
            case .playbackStyle: playbackStyle.fieldValue
            case .playbackVariation: playbackVariation.fieldValue
            case .contentType: FieldValue(contentType)
            case .pixelWidth: FieldValue(pixelWidth)
            case .pixelHeight: FieldValue(pixelHeight)
            case .duration: FieldValue(duration)
            case .addedDate: FieldValue(date: addedDate)
            case .filename: FieldValue(filename)
            case .burstIdentifier: FieldValue(burstIdentifier)
            case .burstSelection: burstSelection.fieldValue
            case .representsBurst: .flag(representsBurst)
            case .sourceType: sourceType.fieldValue
            case .adjustmentsState: adjustmentsState.fieldValue
            case .adjustmentFormat: FieldValue(adjustmentFormat)
            case .adjustmentDate: FieldValue(date: adjustmentDate)
            case .originalChoice: originalChoice.fieldValue
            case .traits: .integer(traits.storedBits)
            case .dateSource: FieldValue(dateSource)
            case .adjustmentVersion: FieldValue(adjustmentVersion)
            case .isRejected: .flag(isRejected)
            case .uuid: .blob(uuid.bytes)
            }
        }
        set {
            switch field {
            case .modificationDate: modificationDate = newValue.date
            case .isFavorite: isFavorite = newValue.integer == 1
            case .isHidden: isHidden = newValue.integer == 1
            case .trashedDate: trashedDate = newValue.date
            case .contentVersion: contentVersion = newValue.integer.map(Int.init) ?? 0
            case .creationDate: creationDate = newValue.date
            case .creationZone: creationZone = newValue.integer.map(Int.init)
            case .latitude: latitude = newValue.real
            case .longitude: longitude = newValue.real
            case .altitude: altitude = newValue.real
            case .horizontalAccuracy: horizontalAccuracy = newValue.real
            case .verticalAccuracy: verticalAccuracy = newValue.real
            case .course: course = newValue.real
            case .speed: speed = newValue.real
            case .locationDate: locationDate = newValue.date
            case .rating: rating = newValue.integer.map(Int.init) ?? 0
            case .caption: caption = newValue.text
            case .keywords: keywords = Keywords.read(newValue.text)
            case .mediaType: mediaType = newValue.code()
            case .mediaSubtypes: mediaSubtypes = MediaSubtypes(storedBits: newValue.integer ?? 0)
            case .playbackStyle: playbackStyle = newValue.code()
            case .playbackVariation: playbackVariation = newValue.code()
            case .contentType: contentType = newValue.text ?? ""
            case .pixelWidth: pixelWidth = newValue.integer.map(Int.init) ?? 0
            case .pixelHeight: pixelHeight = newValue.integer.map(Int.init) ?? 0
            case .duration: duration = newValue.real ?? 0
            case .addedDate: addedDate = newValue.date
            case .filename: filename = newValue.text
            case .burstIdentifier: burstIdentifier = newValue.text
            case .burstSelection: burstSelection = newValue.code()
            case .representsBurst: representsBurst = newValue.integer == 1
            case .sourceType: sourceType = newValue.code()
            case .adjustmentsState: adjustmentsState = newValue.code()
            case .adjustmentFormat: adjustmentFormat = newValue.text
            case .adjustmentDate: adjustmentDate = newValue.date
            case .originalChoice: originalChoice = newValue.code()
            case .traits: traits = AssetTraits(storedBits: newValue.integer ?? 0)
            case .dateSource: dateSource = newValue.text
            case .adjustmentVersion: adjustmentVersion = newValue.text
            case .isRejected: isRejected = newValue.integer == 1
            case .uuid: uuid = newValue.blob.flatMap { UUID(bytes: $0) } ?? uuid
            }
        }
    }

    /// Returns the fields in which two assets differ.
    ///
    /// The fields are compared one by one as Swift values. Wrapping each value in a ``FieldValue`` would cost time in
    /// every commit.
    package func differences(from other: AssetRecord) -> AssetFieldMask {
        var mask: UInt64 = 0
        if modificationDate != other.modificationDate { mask |= AssetField.modificationDate.bit }
        if isFavorite != other.isFavorite { mask |= AssetField.isFavorite.bit }
        if isHidden != other.isHidden { mask |= AssetField.isHidden.bit }
        if trashedDate != other.trashedDate { mask |= AssetField.trashedDate.bit }
        if contentVersion != other.contentVersion { mask |= AssetField.contentVersion.bit }
        if creationDate != other.creationDate { mask |= AssetField.creationDate.bit }
        if creationZone != other.creationZone { mask |= AssetField.creationZone.bit }
        if latitude != other.latitude { mask |= AssetField.latitude.bit }
        if longitude != other.longitude { mask |= AssetField.longitude.bit }
        if altitude != other.altitude { mask |= AssetField.altitude.bit }
        if horizontalAccuracy != other.horizontalAccuracy { mask |= AssetField.horizontalAccuracy.bit }
        if verticalAccuracy != other.verticalAccuracy { mask |= AssetField.verticalAccuracy.bit }
        if course != other.course { mask |= AssetField.course.bit }
        if speed != other.speed { mask |= AssetField.speed.bit }
        if locationDate != other.locationDate { mask |= AssetField.locationDate.bit }
        if rating != other.rating { mask |= AssetField.rating.bit }
        if !Self.isSame(caption, as: other.caption) { mask |= AssetField.caption.bit }
        if !Self.isSame(keywords, as: other.keywords) { mask |= AssetField.keywords.bit }
        if mediaType != other.mediaType { mask |= AssetField.mediaType.bit }
        if mediaSubtypes != other.mediaSubtypes { mask |= AssetField.mediaSubtypes.bit }
        if playbackStyle != other.playbackStyle { mask |= AssetField.playbackStyle.bit }
        if playbackVariation != other.playbackVariation { mask |= AssetField.playbackVariation.bit }
        if !Self.isSame(contentType, as: other.contentType) { mask |= AssetField.contentType.bit }
        if pixelWidth != other.pixelWidth { mask |= AssetField.pixelWidth.bit }
        if pixelHeight != other.pixelHeight { mask |= AssetField.pixelHeight.bit }
        if duration != other.duration { mask |= AssetField.duration.bit }
        if addedDate != other.addedDate { mask |= AssetField.addedDate.bit }
        if !Self.isSame(filename, as: other.filename) { mask |= AssetField.filename.bit }
        if !Self.isSame(burstIdentifier, as: other.burstIdentifier) { mask |= AssetField.burstIdentifier.bit }
        if burstSelection != other.burstSelection { mask |= AssetField.burstSelection.bit }
        if representsBurst != other.representsBurst { mask |= AssetField.representsBurst.bit }
        if sourceType != other.sourceType { mask |= AssetField.sourceType.bit }
        if adjustmentsState != other.adjustmentsState { mask |= AssetField.adjustmentsState.bit }
        if !Self.isSame(adjustmentFormat, as: other.adjustmentFormat) { mask |= AssetField.adjustmentFormat.bit }
        if adjustmentDate != other.adjustmentDate { mask |= AssetField.adjustmentDate.bit }
        if originalChoice != other.originalChoice { mask |= AssetField.originalChoice.bit }
        if traits != other.traits { mask |= AssetField.traits.bit }
        if !Self.isSame(dateSource, as: other.dateSource) { mask |= AssetField.dateSource.bit }
        if !Self.isSame(adjustmentVersion, as: other.adjustmentVersion) { mask |= AssetField.adjustmentVersion.bit }
        if isRejected != other.isRejected { mask |= AssetField.isRejected.bit }
        if uuid != other.uuid { mask |= AssetField.uuid.bit }
        return AssetFieldMask(rawValue: mask)
    }
}
