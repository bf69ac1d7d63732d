import Foundation
import PhotosMedia
import PhotosStore

/// The words of a sidecar when it was exported.
struct ExportedWords {
    var stated: ImportSupplement
    /// Whether it stated all keywords of the photo, and not some beside those of the original.
    var statesKeywords: Bool
    /// The properties that the export stated for sure.
    var states: Set<FileMetadata.Field> = []
    /// Whether the export wrote the date, and not another program.
    var statesDate = false

    init(_ stated: ImportSupplement, statesKeywords: Bool) {
        (self.stated, self.statesKeywords) = (stated, statesKeywords)
    }

    /// `ExportMetadata` decides in the same way.
    init(_ record: AssetRecord, original: RecordedFacts?, companion: ImportSupplement) {
        stated = companion
        let files = FileMetadata(original: original, companion: nil)
        let isKnown = original.map { $0.reader > 0 } ?? false
        let differing = Set(record.differences(from: files))
        func differs(_ field: FileMetadata.Field) -> Bool {
            !isKnown || differing.contains(field)
        }
        // Without the original's keywords nobody knows whether one was removed. None is lost then.
        statesKeywords = isKnown && differing.contains(.keywords)
        states = isKnown ? differing : []
        if differs(.caption) { stated.caption = record.caption }
        if statesKeywords { stated.keywords = record.keywords }
        if differs(.rating) { stated.rating = record.isRejected ? -1 : record.rating }
        if differs(.place) {
            stated.location = record.latitude.flatMap { latitude in
                record.longitude.map {
                    .init(latitude: latitude, longitude: $0, altitude: record.altitude)
                }
            }
        }
        if differs(.date) || files.capture == nil, let date = record.creationDate {
            statesDate = true
            let isAssumed = record.traits.contains(.zoneAssumed)
            let zone = record.creationZone ?? 0
            stated.date = .init(
                date: date,
                zoneOffset: isAssumed ? nil : zone,
                assumedZoneOffset: isAssumed ? zone : nil,
                source: record.dateSource ?? ""
            )
        }
    }
}
