package import PhotosStore

/// The properties of an asset that a manifest states, by ``PhotosStore/AssetField/manifestUse``.
///
/// The names of properties are those of the fields, and part of the manifest's format. Dates are seconds since 2001-01-01
/// 00:00:00 GMT.
package enum ManifestFields {
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
    private static let placeNames = Set(places.map { "\($0)" })

    /// Returns stated properties without those of a place.
    static func withoutPlaces(_ values: [String: ManifestValue]) -> [String: ManifestValue] {
        values.filter { !placeNames.contains($0.key) }
    }

    private static let fields = AssetField.allCases.map { field in
        (field: field, name: "\(field)", use: field.manifestUse)
    }
    private static let fieldByName: [String: (field: AssetField, use: ManifestUse)] = Dictionary(
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
        use: ManifestUse
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
