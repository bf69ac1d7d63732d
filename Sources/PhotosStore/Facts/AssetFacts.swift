import Foundation
import GRDB
import PhotosMedia

/// The facts found in the files of one asset when they were last read.
package struct AssetFacts: Hashable, Sendable {
    /// The facts in the original, or nil if it was not read since the library records facts.
    package var original: RecordedFacts?
    /// The facts from outside the original, such as from a sidecar, or nil if there are none.
    package var companion: RecordedFacts?

    package init(original: RecordedFacts? = nil, companion: RecordedFacts? = nil) {
        self.original = original
        self.companion = companion
    }

    package var metadata: FileMetadata { FileMetadata(original: original, companion: companion) }

    /// The metadata, or nil if the facts in the original are unknown.
    var knownMetadata: FileMetadata? { original == nil ? nil : metadata }

    /// Returns the properties for which the original states what an asset has now, or what a change gave it.
    ///
    /// Of the keywords, only those count which the change added or removed: the others may be a person's.
    ///
    /// - Parameters:
    ///   - before: The asset before the change.
    ///   - after: The asset after the change.
    ///   - now: The asset at present.
    /// - Returns: The properties. The date is not among them if the original contains none.
    func originalFields(
        before: AssetRecord,
        after: AssetRecord,
        now: AssetRecord
    ) -> [FileMetadata.Field] {
        let stated = FileMetadata(original: original, companion: nil)
        var given = after
        given.keywords = Keywords.following(
            stated.keywords,
            from: before.keywords,
            to: after.keywords
        )
        let differing = Set(given.differences(from: stated))
            .intersection(now.differences(from: stated))
        return FileMetadata.Field.allCases.filter {
            !differing.contains($0) && ($0 != .date || stated.capture != nil)
        }
    }
}

// MARK: Storage

extension AssetFacts {
    private static let columns = [
        "reader", "creation_date", "creation_zone", "is_zone_assumed", "date_source", "latitude",
        "longitude", "altitude", "horizontal_accuracy", "course", "speed", "caption", "keywords",
        "rating", "camera_make", "camera_model", "lens_model", "focal_length", "aperture",
        "exposure_time", "iso", "flash", "software", "persons", "title", "headline", "creators",
        "sublocation", "city", "region", "country",
    ].joined(separator: ", ")

    /// Returns the facts of an asset, which are empty if none were recorded.
    static func read(of asset: Int64, in db: Database) throws -> AssetFacts {
        try read(of: [asset], in: db)[asset] ?? AssetFacts()
    }

    /// Returns the recorded facts by asset row, read with one statement.
    static func read(
        of assets: some Collection<Int64>,
        in db: Database
    ) throws -> [Int64: AssetFacts] {
        var facts = FactsByAsset()
        let statement = try db.cachedStatement(
            sql: """
                SELECT asset_id, origin, \(columns) FROM photokit_rows(?) AS list
                CROSS JOIN file_facts ON file_facts.asset_id = list.value
                """
        )
        try statement.forEachRow(in: db) {
            $0.list(PackedList.rows(assets))
        } _: {
            facts.add(&$0)
        }
        return facts.facts
    }

    /// Returns the same through the connection of a copy, which has no functions of the library's own.
    static func read(
        of assets: some Collection<Int64>,
        inCopy db: Database
    ) throws -> [Int64: AssetFacts] {
        guard !assets.isEmpty else { return [:] }
        var facts = FactsByAsset()
        let statement = try db.cachedStatement(
            sql: """
                SELECT asset_id, origin, \(columns) FROM file_facts
                WHERE asset_id IN (SELECT value FROM json_each(?))
                """
        )
        try statement.forEachRow(in: db) {
            $0.text("[" + assets.map(String.init).joined(separator: ",") + "]")
        } _: {
            facts.add(&$0)
        }
        return facts.facts
    }

    /// Collects facts by asset row.
    private struct FactsByAsset {
        var facts: [Int64: AssetFacts] = [:]

        mutating func add(_ columns: inout ColumnReader) {
            let asset = columns.row()
            let origin = RecordedFacts.Origin(rawValue: columns.count())
            let recorded = RecordedFacts(columns: &columns)
            switch origin {
            case .original: facts[asset, default: AssetFacts()].original = recorded
            case .companion: facts[asset, default: AssetFacts()].companion = recorded
            case nil: break
            }
        }
    }

    /// Replaces the recorded facts of an asset.
    func write(of asset: Int64, replacing old: AssetFacts = AssetFacts(), in db: Database) throws {
        try Self.writeFacts(original, origin: .original, replacing: old.original, of: asset, in: db)
        try Self.writeFacts(
            companion,
            origin: .companion,
            replacing: old.companion,
            of: asset,
            in: db
        )
    }

    private static func writeFacts(
        _ facts: RecordedFacts?,
        origin: RecordedFacts.Origin,
        replacing old: RecordedFacts?,
        of asset: Int64,
        in db: Database
    ) throws {
        guard facts != old else { return }
        guard let facts else {
            let statement = try db.cachedStatement(
                sql: "DELETE FROM file_facts WHERE asset_id = ? AND origin = ?"
            )
            return try statement.run(in: db) {
                $0.integer(asset)
                $0.integer(Int64(origin.rawValue))
            }
        }
        let marks = Array(repeating: "?", count: 33).joined(separator: ", ")
        let statement = try db.cachedStatement(
            sql:
                "INSERT OR REPLACE INTO file_facts (asset_id, origin, \(columns)) VALUES (\(marks))"
        )
        try statement.run(in: db) {
            $0.integer(asset)
            $0.integer(Int64(origin.rawValue))
            facts.bind(to: &$0)
        }
    }
}

extension RecordedFacts {
    fileprivate init(columns: inout ColumnReader) {
        self.init(reader: columns.count())
        let date = columns.date()
        let zone = columns.number()
        let isZoneAssumed = columns.flag()
        let source = columns.text()
        capture = date.map {
            Capture(date: $0, zone: zone, isZoneAssumed: isZoneAssumed, source: source)
        }
        let (latitude, longitude) = (columns.real(), columns.real())
        let (altitude, accuracy) = (columns.real(), columns.real())
        let (course, speed) = (columns.real(), columns.real())
        if let latitude, let longitude {
            location = MediaFacts.Location(
                latitude: latitude,
                longitude: longitude,
                altitude: altitude,
                horizontalAccuracy: accuracy,
                direction: course,
                speed: speed
            )
        }
        caption = columns.text()
        keywords = Keywords.read(columns.text())
        rating = columns.number()
        camera.make = columns.text()
        camera.model = columns.text()
        camera.lens = columns.text()
        camera.focalLength = columns.real()
        camera.aperture = columns.real()
        camera.exposureTime = columns.real()
        camera.iso = columns.real()
        camera.flash = columns.number()
        camera.software = columns.text()
        persons = Keywords.read(columns.text())
        title = columns.text()
        headline = columns.text()
        creators = Keywords.read(columns.text())
        placeNames.sublocation = columns.text()
        placeNames.city = columns.text()
        placeNames.region = columns.text()
        placeNames.country = columns.text()
    }

    /// Binds the values in the order of the table's columns.
    fileprivate func bind(to columns: inout ColumnWriter) {
        columns.integer(Int64(reader))
        columns.value(FieldValue(capture?.date.timeIntervalSinceReferenceDate))
        columns.value(FieldValue(capture?.zone))
        columns.integer(capture?.isZoneAssumed == true ? 1 : 0)
        columns.value(FieldValue(capture?.source))
        columns.value(FieldValue(location?.latitude))
        columns.value(FieldValue(location?.longitude))
        columns.value(FieldValue(location?.altitude))
        columns.value(FieldValue(location?.horizontalAccuracy))
        columns.value(FieldValue(location?.direction))
        columns.value(FieldValue(location?.speed))
        columns.value(FieldValue(caption))
        columns.value(Keywords.stored(keywords))
        columns.value(FieldValue(rating))
        columns.value(FieldValue(camera.make?.withoutZeroBytes))
        columns.value(FieldValue(camera.model?.withoutZeroBytes))
        columns.value(FieldValue(camera.lens?.withoutZeroBytes))
        columns.value(FieldValue(camera.focalLength))
        columns.value(FieldValue(camera.aperture))
        columns.value(FieldValue(camera.exposureTime))
        columns.value(FieldValue(camera.iso))
        columns.value(FieldValue(camera.flash))
        columns.value(FieldValue(camera.software?.withoutZeroBytes))
        columns.value(Keywords.stored(persons))
        columns.value(FieldValue(title))
        columns.value(FieldValue(headline))
        columns.value(Keywords.stored(creators))
        columns.value(FieldValue(placeNames.sublocation))
        columns.value(FieldValue(placeNames.city))
        columns.value(FieldValue(placeNames.region))
        columns.value(FieldValue(placeNames.country))
    }
}

extension String {
    /// The text without zero bytes, at which SQLite ends texts.
    var withoutZeroBytes: String { utf8.contains(0) ? replacing("\0", with: "") : self }
}
