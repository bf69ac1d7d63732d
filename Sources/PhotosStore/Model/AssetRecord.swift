package import Foundation
package import PhotosMedia

/// An asset of the library: a row of the table, or the content of a row at an earlier position in the log.
package struct AssetRecord: Hashable, Sendable {
    package var rowID: Int64
    package var uuid: UUID

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
    package var mediaType: AssetMediaType = .unknown
    package var mediaSubtypes: MediaSubtypes = []
    package var playbackStyle: AssetPlaybackStyle = .unsupported
    package var playbackVariation: AssetPlaybackVariation = .plain
    package var contentType: String = "public.data"
    package var pixelWidth: Int = 0
    package var pixelHeight: Int = 0
    package var duration: Double = 0
    package var addedDate: Date?
    package var filename: String?
    package var burstIdentifier: String?
    package var burstSelection: BurstSelection = []
    package var representsBurst: Bool = false
    package var sourceType: AssetSourceType = .userLibrary
    package var adjustmentsState: AdjustmentsState = .unedited
    package var adjustmentFormat: String?
    package var adjustmentVersion: String?
    package var adjustmentDate: Date?
    package var originalChoice: OriginalChoice = .compressed
    package var traits: AssetTraits = []
    package var dateSource: String?
    package var isRejected: Bool = false

    package init(rowID: Int64, uuid: UUID) {
        self.rowID = rowID
        self.uuid = uuid
    }
}

extension AssetRecord: Record {
    package static let entity = Entity.asset
    package static let columnList = makeColumnList()

    package var kind: ObjectKind { .asset }

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
        traits = AssetTraits(rawValue: columns.integer() ?? 0)
        dateSource = columns.text()
        adjustmentVersion = columns.text()
        isRejected = columns.flag()
        uuid = columns.uuid() ?? .zero
    }

    package subscript(field: AssetField) -> FieldValue {
        get {
            switch field {
            case .modificationDate: FieldValue(modificationDate?.timeIntervalSinceReferenceDate)
            case .isFavorite: .flag(isFavorite)
            case .isHidden: .flag(isHidden)
            case .trashedDate: FieldValue(trashedDate?.timeIntervalSinceReferenceDate)
            case .contentVersion: FieldValue(contentVersion)
            case .creationDate: FieldValue(creationDate?.timeIntervalSinceReferenceDate)
            case .creationZone: FieldValue(creationZone)
            case .latitude: FieldValue(latitude)
            case .longitude: FieldValue(longitude)
            case .altitude: FieldValue(altitude)
            case .horizontalAccuracy: FieldValue(horizontalAccuracy)
            case .verticalAccuracy: FieldValue(verticalAccuracy)
            case .course: FieldValue(course)
            case .speed: FieldValue(speed)
            case .locationDate: FieldValue(locationDate?.timeIntervalSinceReferenceDate)
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
            case .addedDate: FieldValue(addedDate?.timeIntervalSinceReferenceDate)
            case .filename: FieldValue(filename)
            case .burstIdentifier: FieldValue(burstIdentifier)
            case .burstSelection: burstSelection.fieldValue
            case .representsBurst: .flag(representsBurst)
            case .sourceType: sourceType.fieldValue
            case .adjustmentsState: adjustmentsState.fieldValue
            case .adjustmentFormat: FieldValue(adjustmentFormat)
            case .adjustmentVersion: FieldValue(adjustmentVersion)
            case .adjustmentDate: FieldValue(adjustmentDate?.timeIntervalSinceReferenceDate)
            case .originalChoice: originalChoice.fieldValue
            case .traits: .integer(traits.rawValue)
            case .dateSource: FieldValue(dateSource)
            case .isRejected: .flag(isRejected)
            case .uuid: .blob(uuid.bytes)
            }
        }
        set {
            switch field {
            case .modificationDate:
                modificationDate = newValue.real.map(Date.init(timeIntervalSinceReferenceDate:))
            case .isFavorite: isFavorite = newValue.integer == 1
            case .isHidden: isHidden = newValue.integer == 1
            case .trashedDate:
                trashedDate = newValue.real.map(Date.init(timeIntervalSinceReferenceDate:))
            case .contentVersion: contentVersion = newValue.integer.map(Int.init) ?? 0
            case .creationDate:
                creationDate = newValue.real.map(Date.init(timeIntervalSinceReferenceDate:))
            case .creationZone: creationZone = newValue.integer.map(Int.init)
            case .latitude: latitude = newValue.real
            case .longitude: longitude = newValue.real
            case .altitude: altitude = newValue.real
            case .horizontalAccuracy: horizontalAccuracy = newValue.real
            case .verticalAccuracy: verticalAccuracy = newValue.real
            case .course: course = newValue.real
            case .speed: speed = newValue.real
            case .locationDate:
                locationDate = newValue.real.map(Date.init(timeIntervalSinceReferenceDate:))
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
            case .addedDate:
                addedDate = newValue.real.map(Date.init(timeIntervalSinceReferenceDate:))
            case .filename: filename = newValue.text
            case .burstIdentifier: burstIdentifier = newValue.text
            case .burstSelection: burstSelection = newValue.code()
            case .representsBurst: representsBurst = newValue.integer == 1
            case .sourceType: sourceType = newValue.code()
            case .adjustmentsState: adjustmentsState = newValue.code()
            case .adjustmentFormat: adjustmentFormat = newValue.text
            case .adjustmentVersion: adjustmentVersion = newValue.text
            case .adjustmentDate:
                adjustmentDate = newValue.real.map(Date.init(timeIntervalSinceReferenceDate:))
            case .originalChoice: originalChoice = newValue.code()
            case .traits: traits = AssetTraits(rawValue: newValue.integer ?? 0)
            case .dateSource: dateSource = newValue.text
            case .isRejected: isRejected = newValue.integer == 1
            case .uuid: uuid = newValue.blob.flatMap { UUID(bytes: $0) } ?? uuid
            }
        }
    }

    package func value(of field: Field) -> FieldValue {
        switch field {
        case .asset(let field): self[field]
        case .rowID: .integer(rowID)
        case .localDate:
            FieldValue(
                creationDate.map { $0.timeIntervalSinceReferenceDate + Double(creationZone ?? 0) }
            )
        case .pixelCount: .integer(Int64(pixelWidth) &* Int64(pixelHeight))
        case .collection, .memberPosition, .memberCount, .related: .null
        }
    }
}

/// Keywords in their stored form: a JSON array of strings, or null if there are none.
enum Keywords {
    static func stored(_ keywords: [String]) -> FieldValue {
        guard !keywords.isEmpty, let data = try? JSONEncoder().encode(keywords) else {
            return .null
        }
        return .text(String(decoding: data, as: UTF8.self))
    }

    /// Returns a list of texts as a JSON array, also if it is empty.
    static func list(_ texts: [String]) -> String { stored(texts).text ?? "[]" }

    static func read(_ text: String?) -> [String] {
        guard let text else { return [] }
        return (try? JSONDecoder().decode([String].self, from: Data(text.utf8))) ?? []
    }
}

extension AssetTraits {
    /// The facts that an export states, because they do not follow from the files.
    package static let restorable: AssetTraits = [.cameraBase, .zoneAssumed]
}

extension AssetRecord {
    /// Notes whether the zone of the date is an assumed one; other traits stay.
    package mutating func setZoneAssumed(_ isAssumed: Bool) {
        if isAssumed { traits.insert(.zoneAssumed) } else { traits.remove(.zoneAssumed) }
    }

    /// Sets properties to those of another state of the asset; of the traits, only whether the zone is assumed.
    mutating func keep(_ fields: Set<AssetField>, of other: AssetRecord) {
        for field in fields where field != .traits { self[field] = other[field] }
        if fields.contains(.traits) { setZoneAssumed(other.traits.contains(.zoneAssumed)) }
    }

    /// Sets properties to the values that an export states.
    ///
    /// Facts that follow from the files stay.
    package mutating func restore(_ values: [AssetField: FieldValue]) {
        for (field, value) in values {
            if field == .traits {
                let stated = AssetTraits(rawValue: value.integer ?? 0)
                traits.subtract(.restorable)
                traits.formUnion(stated.intersection(.restorable))
            } else {
                self[field] = value
            }
        }
    }
}
