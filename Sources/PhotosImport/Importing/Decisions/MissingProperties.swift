import Foundation
import PhotosMedia
package import PhotosStore

/// Decides what a photo of the library gets from one of an export, or of another program's library, that has the same bytes.
///
/// The photo gets only what it lacks. From an exported photo itself somebody may have removed a property since; another one
/// never had it.
package enum MissingProperties {
    /// The properties and words that another program states of a photo and the photo lacks.
    package struct Stated: Hashable, Sendable {
        /// The properties that the photo gets.
        package var values: [AssetField: FieldValue] = [:]
        /// Whether words that only files state are among what the photo lacks.
        package var areWordsMissing = false
        /// Whether the photo gets the date, as if the other program had stated it when the photo came in.
        package var isDateMissing = false

        /// Whether the date follows from the words that are recorded with it, and no value sets it.
        package var isDateOfFiles: Bool {
            isDateMissing && !EditedProperty.date.fields.contains { values[$0] != nil }
        }

        package var isEmpty: Bool { values.isEmpty && !areWordsMissing && !isDateMissing }
    }

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
        return changedValues(of: EditedProperty.allFields, from: record, to: final)
    }

    /// Returns the properties that an undo of an import took back, and that a photo gets again from the same words.
    ///
    /// The value that the undo left gives way, because nobody has changed the property since.
    ///
    /// - Parameters:
    ///   - words: The words.
    ///   - undone: The values that undos took from the photo.
    ///   - record: The photo.
    /// - Returns: The values that the photo gets; keywords that it has now stay.
    package static func values(
        of words: ImportSupplement,
        undone: Set<UndoneImports.Value>,
        missingIn record: AssetRecord
    ) -> [AssetField: FieldValue] {
        var final = record
        let stated = FileMetadata(original: nil, companion: RecordedFacts(words))
        func giveAgain(_ field: FileMetadata.Field, _ property: EditedProperty) {
            var given = final
            given.setProperty(field, from: stated)
            let changed = property.comparedFields.filter { given[$0] != record[$0] }
            guard !changed.isEmpty,
                changed.allSatisfy({ undone.contains(.init($0, given[$0])) })
            else { return }
            final = given
        }
        if stated.caption != nil { giveAgain(.caption, .caption) }
        if stated.location != nil { giveAgain(.place, .place) }
        if stated.capture != nil { giveAgain(.date, .date) }
        final.keywords += words.keywords.filter {
            undone.contains(.init(.keywords, .text($0))) && !record.keywords.contains($0)
        }
        if words.isFavorite == true, undone.contains(.init(.isFavorite, .flag(true))) {
            final.isFavorite = true
        }
        if words.isHidden == true, undone.contains(.init(.isHidden, .flag(true))) {
            final.isHidden = true
        }
        return changedValues(of: EditedProperty.allFields, from: record, to: final)
    }

    /// Returns the values of the fields that differ; those of a zone say whether the zone is assumed.
    private static func changedValues(
        of fields: [AssetField],
        from record: AssetRecord,
        to final: AssetRecord
    ) -> [AssetField: FieldValue] {
        var values: [AssetField: FieldValue] = [:]
        for field in fields where final[field] != record[field] { values[field] = final[field] }
        if values[.creationZone] != nil { values[.traits] = final[.traits] }
        return values
    }

    /// Returns whether an exported photo has words that only files state, and that a photo lacks.
    ///
    /// - Parameters:
    ///   - exported: The words that the export or the other program states.
    ///   - facts: The facts that the photo's files state.
    /// - Returns: Whether a word is missing.
    package static func areWords(
        _ exported: ImportSupplement,
        missingIn facts: AssetFacts
    ) -> Bool {
        let known = [facts.original, facts.companion].compactMap(\.self)
        return (exported.title != nil && known.allSatisfy { $0.title == nil })
            || (exported.headline != nil && known.allSatisfy { $0.headline == nil })
            || (!exported.creators.isEmpty && known.allSatisfy(\.creators.isEmpty))
            || (!exported.persons.isEmpty && known.allSatisfy(\.persons.isEmpty))
            || (exported.placeNames != .init() && known.allSatisfy { $0.placeNames == .init() })
    }

    /// Returns what a photo lacks of what another program states.
    ///
    /// A value that the photo's files state, and that the photo has no more, was removed by a person.
    ///
    /// - Parameters:
    ///   - words: The words that the other program states.
    ///   - record: The photo.
    ///   - facts: The facts that the photo's files state.
    ///   - undone: The values that undos took from the photo.
    ///   - isReversed: Whether a person took back an import that gave the photo these words, so that they count as new.
    ///   - isRecorded: Whether an import has recorded before what another program states of the photo. Else a photo with all
    ///     these words may have come in with an earlier version, and have lost its favorite mark since.
    ///   - givesFavorite: Whether a favorite mark counts: no import has stated one before, which a person may have removed.
    /// - Returns: The properties and words that the photo lacks.
    package static func stated(
        _ words: ImportSupplement,
        missingIn record: AssetRecord,
        facts: AssetFacts,
        undone: Set<UndoneImports.Value> = [],
        isReversed: Bool = false,
        isRecorded: Bool = false,
        givesFavorite: Bool = true
    ) -> Stated {
        var missing = Stated()
        var known = facts
        // Words that other files gave, and a person removed, stay removed.
        if isReversed { known.companion = facts.companion?.withoutValues(of: RecordedFacts(words)) }
        if let caption = known.companion?.caption,
            undone.contains(.init(.caption, .text(caption)))
        {
            known.companion?.caption = nil
        }
        if let place = known.companion?.location,
            undone.contains(.init(.latitude, .real(place.latitude))),
            undone.contains(.init(.longitude, .real(place.longitude)))
        {
            known.companion?.location = nil
        }
        let isFavorite = givesFavorite && words.isFavorite == true
        // An import has given the photo these words.
        guard !hasWords(words, known.companion) else {
            if isFavorite, isRecorded, !record.isFavorite {
                missing.values[.isFavorite] = .flag(true)
            }
            return missing
        }
        var words = words
        let files = known.metadata
        if files.caption != nil { words.caption = nil }
        if !files.keywords.isEmpty { words.keywords = [] }
        if files.rating != nil { words.rating = nil }
        if files.location != nil { words.location = nil }
        var exported = AssetRecord(rowID: 0, uuid: .zero)
        exported.creationDate = record.creationDate
        let stated = FileMetadata(original: nil, companion: RecordedFacts(words))
        for field in FileMetadata.Field.allCases where field != .date {
            exported.setProperty(field, from: stated)
        }
        exported.isFavorite = isFavorite
        missing.values = values(of: exported, missingIn: record)
        missing.areWordsMissing = areWords(words, missingIn: facts)
        guard let date = date(of: words, missingIn: record, facts: known) else { return missing }
        missing.isDateMissing = true
        guard isReversed else { return missing }
        // The photo's files state the date already.
        var final = record
        final.setProperty(.date, from: date)
        missing.values.merge(
            changedValues(of: EditedProperty.date.fields, from: record, to: final)
        ) { $1 }
        return missing
    }

    /// Returns whether the recorded facts of a photo have all words that another program states of it.
    private static func hasWords(_ words: ImportSupplement, _ recorded: RecordedFacts?) -> Bool {
        guard let facts = RecordedFacts(words), let recorded else { return false }
        return (facts.capture == nil || facts.capture == recorded.capture)
            && (facts.location == nil || facts.location == recorded.location)
            && (facts.caption == nil || facts.caption == recorded.caption)
            && (facts.title == nil || facts.title == recorded.title)
            && Set(facts.keywords).isSubset(of: recorded.keywords)
            && Set(facts.persons).isSubset(of: recorded.persons)
    }

    /// Returns another program's date that is better than the photo's, or has the zone that is missing there; nil if the photo's
    /// own date stays.
    ///
    /// The date of another library counts before that of the file, because people correct dates there.
    private static func date(
        of words: ImportSupplement,
        missingIn record: AssetRecord,
        facts: AssetFacts
    ) -> FileMetadata? {
        guard let companion = RecordedFacts(words), companion.capture != nil,
            facts.companion?.capture == nil, record.dateSource != AssetRecord.personsDate
        else { return nil }
        if facts.original == nil {
            let guesses = [FactsTable.fileTag, FactsTable.nameTag, AssetRecord.dateOfAddition]
            guard record.dateSource.map(guesses.contains) ?? true else { return nil }
        } else {
            let before = facts.metadata
            guard before.capture == nil || !record.differences(from: before).contains(.date) else {
                return nil
            }
        }
        let now = FileMetadata(original: facts.original, companion: companion)
        guard let capture = now.capture else { return nil }
        guard let date = record.creationDate, abs(capture.date.timeIntervalSince(date)) < 1 else {
            return now
        }
        let hasZone = record.creationZone != nil && !record.traits.contains(.zoneAssumed)
        return !hasZone && capture.zone != nil && !capture.isZoneAssumed ? now : nil
    }
}
