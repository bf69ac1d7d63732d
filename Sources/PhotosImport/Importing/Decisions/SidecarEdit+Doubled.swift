import Foundation
import PhotosMedia
import PhotosStore

/// Values that an export wrote in several properties of a sidecar, of which another program has changed one alone.
extension SidecarEdit {
    /// Returns the words of a sidecar with the changes that a program made in one of two properties alone.
    ///
    /// A keyword that the export wrote in both lists and that one of them has no more was removed. A date that differs from that
    /// of the export counts before one that does not.
    static func changedWords(
        of stated: ImportSupplement,
        since then: ExportedWords
    ) -> ImportSupplement {
        guard let doubled = stated.doubled else { return stated }
        var words = stated
        if then.statesKeywords, let tags = doubled.tags {
            let (subjects, tags) = (Set(doubled.subjects.map(plainText)), Set(tags.map(plainText)))
            let removed = then.stated.keywords.map(plainText).filter { word in
                // A list of paths has no keyword with its own mark.
                !subjects.contains(word) || !tags.contains(word) && !word.contains("/")
            }
            words.keywords.removeAll { removed.contains(plainText($0)) }
        }
        if then.statesDate, let created = doubled.createdDate, let date = stated.date,
            let exported = then.stated.date, isSameDate(date, as: exported)
        {
            let other = ImportSupplement.SuppliedDate(
                date: created.date,
                zoneOffset: created.zoneOffset,
                assumedZoneOffset: created.assumedZoneOffset,
                source: created.source
            )
            if !isSameMinute(other, as: exported, isDayAlone: doubled.isDayAlone) {
                words.date = other
            }
        }
        return words
    }

    /// Returns whether a photo is a favorite by the marks of a sidecar.
    ///
    /// An export writes all marks of a favorite, and none of another photo. So a favorite of which one mark is missing or says
    /// something else was unmarked, and any mark makes another photo a favorite. A sidecar that another program put beside the
    /// export has never had the marks, so a missing one says nothing. Of a sidecar that came in and was copied, or of which nobody
    /// knows that, our own mark alone counts, which the export corrects.
    static func isFavorite(
        in stated: ImportSupplement,
        since before: AssetRecord,
        isOfExport: Bool
    ) -> Bool {
        guard let doubled = stated.doubled, let marks = doubled.favoriteMarks else {
            return stated.isFavorite ?? before.isFavorite
        }
        guard before.isFavorite else { return marks.contains(true) }
        return isOfExport ? doubled.hasAllFavoriteMarks : stated.isFavorite ?? true
    }

    /// Compares a date with the one that the export wrote; programs write this one without seconds, and without a time.
    private static func isSameMinute(
        _ date: ImportSupplement.SuppliedDate,
        as exported: ImportSupplement.SuppliedDate,
        isDayAlone: Bool
    ) -> Bool {
        let (clock, other) = (localDate(of: date), localDate(of: exported))
        if isDayAlone {
            func day(_ date: Date) -> Double {
                (date.timeIntervalSince1970 / 86_400).rounded(.down)
            }
            return day(clock) == day(other)
        }
        guard let zone = date.zoneOffset, let otherZone = exported.zoneOffset else {
            return abs(clock.timeIntervalSince(other)) < 60
        }
        return abs(date.date.timeIntervalSince(exported.date)) < 60 && abs(zone - otherZone) < 60
    }
}
