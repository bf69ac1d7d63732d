package import PhotosStore

/// The properties of an asset that a manifest states, and when an import restores them.
package enum ManifestFields {
    package enum Use: Hashable, Sendable {
        /// Restored always.
        case always
        /// Restored only if the import has all files that the asset had, because the value follows from them.
        case withAllFiles
        /// Not stated: the library or the files determine the value.
        case never
    }

    /// The name of a property in a manifest, and its use.
    ///
    /// The names are part of the manifest's format. Dates are seconds since 2001-01-01 00:00:00 GMT.
    package static func entry(of field: AssetField) -> (name: String, use: Use) {
        switch field {
        case .modificationDate: ("modificationDate", .always)
        case .isFavorite: ("isFavorite", .always)
        case .isHidden: ("isHidden", .always)
        case .trashedDate: ("trashedDate", .always)
        case .contentVersion: ("contentVersion", .never)
        case .creationDate: ("creationDate", .always)
        case .creationZone: ("creationZone", .always)
        case .latitude: ("latitude", .always)
        case .longitude: ("longitude", .always)
        case .altitude: ("altitude", .always)
        case .horizontalAccuracy: ("horizontalAccuracy", .always)
        case .verticalAccuracy: ("verticalAccuracy", .always)
        case .course: ("course", .always)
        case .speed: ("speed", .always)
        case .locationDate: ("locationDate", .always)
        case .rating: ("rating", .always)
        case .caption: ("caption", .always)
        case .keywords: ("keywords", .always)
        case .mediaType: ("mediaType", .never)
        case .mediaSubtypes: ("mediaSubtypes", .withAllFiles)
        case .playbackStyle: ("playbackStyle", .withAllFiles)
        case .playbackVariation: ("playbackVariation", .always)
        case .contentType: ("contentType", .never)
        case .pixelWidth: ("pixelWidth", .withAllFiles)
        case .pixelHeight: ("pixelHeight", .withAllFiles)
        case .duration: ("duration", .withAllFiles)
        case .addedDate: ("addedDate", .always)
        case .filename: ("filename", .always)
        case .burstIdentifier: ("burstIdentifier", .always)
        case .burstSelection: ("burstSelection", .always)
        case .representsBurst: ("representsBurst", .always)
        case .sourceType: ("sourceType", .always)
        case .adjustmentsState: ("adjustmentsState", .withAllFiles)
        case .adjustmentFormat: ("adjustmentFormat", .withAllFiles)
        case .adjustmentVersion: ("adjustmentVersion", .withAllFiles)
        case .adjustmentDate: ("adjustmentDate", .withAllFiles)
        case .originalChoice: ("originalChoice", .withAllFiles)
        case .traits: ("traits", .always)
        case .dateSource: ("dateSource", .always)
        case .isRejected: ("isRejected", .always)
        case .uuid: ("uuid", .never)
        }
    }

    /// The properties that state what is in a file, so that they do not hold for a file with other bytes.
    private static let contents: Set<AssetField> = [
        .mediaSubtypes, .playbackStyle, .pixelWidth, .pixelHeight, .duration,
    ]

    /// Returns the properties that hold for the files of an import.
    ///
    /// - Parameters:
    ///   - values: The properties that the export states of its files.
    ///   - areChanged: Whether a file has other bytes than the export wrote.
    /// - Returns: The values that still hold.
    package static func ofFiles(
        _ values: [AssetField: FieldValue],
        areChanged: Bool
    ) -> [AssetField: FieldValue] {
        areChanged ? values.filter { !contents.contains($0.key) } : values
    }

    private static let places: Set<AssetField> = [
        .latitude, .longitude, .altitude, .horizontalAccuracy, .verticalAccuracy, .course, .speed,
        .locationDate,
    ]
    private static let placeNames = Set(places.map { entry(of: $0).name })

    /// Returns stated properties without those of a place.
    static func withoutPlaces(_ values: [String: ManifestValue]) -> [String: ManifestValue] {
        values.filter { !placeNames.contains($0.key) }
    }

    private static let fields: [(field: AssetField, name: String, use: Use)] =
        AssetField.allCases.map { field in
            let (name, use) = entry(of: field)
            return (field, name, use)
        }
    private static let fieldByName: [String: (field: AssetField, use: Use)] = Dictionary(
        uniqueKeysWithValues: fields.map { ($0.name, ($0.field, $0.use)) }
    )

    /// Returns the properties of an asset.
    ///
    /// - Parameters:
    ///   - record: The asset.
    ///   - hasAllFiles: Whether the export has all files of the asset.
    ///   - withholdsPlaces: Whether places are left out.
    /// - Returns: The values by their names.
    package static func values(
        of record: AssetRecord,
        hasAllFiles: Bool,
        withholdsPlaces: Bool
    ) -> [String: ManifestValue] {
        var values: [String: ManifestValue] = [:]
        for (field, name, use) in fields {
            guard use == .always || use == .withAllFiles && hasAllFiles,
                !withholdsPlaces || !places.contains(field)
            else { continue }
            switch field {
            case .keywords: values[name] = .list(record.keywords)
            case .traits:
                values[name] = .integer(record.traits.intersection(.restorable).rawValue)
            default: values[name] = ManifestValue(record[field])
            }
        }
        return values
    }

    /// Returns the properties to restore.
    ///
    /// A property without a name in this version is left out.
    package static func restoredValues(
        from values: [String: ManifestValue],
        use: Use
    ) -> [AssetField: FieldValue] {
        var restored: [AssetField: FieldValue] = [:]
        for (name, value) in values {
            guard let entry = fieldByName[name], entry.use == use else { continue }
            if entry.field == .keywords {
                guard case .list(let keywords) = value else { continue }
                var record = AssetRecord(rowID: 0, uuid: .zero)
                record.keywords = keywords
                restored[.keywords] = record[.keywords]
            } else {
                restored[entry.field] = value.fieldValue
            }
        }
        return restored
    }
}
