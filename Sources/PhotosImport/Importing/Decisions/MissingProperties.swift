import PhotosMedia
package import PhotosStore

/// Decides what a photo gets from an exported one that has the same bytes and is another photo.
///
/// From the exported photo itself somebody may have removed a property since. Another one never had it.
package enum MissingProperties {
    /// Returns the properties that a photo lacks and an exported one has, with the values that it gets.
    package static func values(
        of exported: AssetRecord,
        missingIn record: AssetRecord
    ) -> [AssetField: FieldValue] {
        var final = record
        func copyValues(of property: EditedProperty) {
            for field in property.fields where field != .traits { final[field] = exported[field] }
        }
        if (record.caption ?? "").isEmpty { copyValues(of: .caption) }
        if record.keywords.isEmpty { copyValues(of: .keywords) }
        if record.rating == 0, !record.isRejected { copyValues(of: .rating) }
        if exported.isFavorite { copyValues(of: .favorite) }
        if record.latitude == nil { copyValues(of: .place) }
        let personsDate = AssetRecord.personsDate
        if exported.dateSource == personsDate, record.dateSource != personsDate {
            copyValues(of: .date)
            final.traits.remove(.zoneAssumed)
            if exported.traits.contains(.zoneAssumed) { final.traits.insert(.zoneAssumed) }
        }
        return EditedProperty.allFields.reduce(into: [:]) { values, field in
            if final[field] != record[field] { values[field] = final[field] }
        }
    }

    /// Whether an exported photo has words that only files state, and that a photo lacks.
    package static func areWords(
        _ exported: ImportSupplement,
        missingIn known: RecordedFacts?
    ) -> Bool {
        (exported.title != nil && known?.title == nil)
            || (exported.headline != nil && known?.headline == nil)
            || (!exported.creators.isEmpty && known?.creators.isEmpty != false)
            || (!exported.persons.isEmpty && known?.persons.isEmpty != false)
            || (exported.placeNames != .init() && known?.placeNames ?? .init() == .init())
    }
}
