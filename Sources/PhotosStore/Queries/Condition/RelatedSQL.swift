import PhotosSearch

/// The SQL of an asset's values that other tables hold, or that several columns give together.
struct RelatedSQL {
    /// The name of the table or view of assets in the statement.
    let asset: String

    /// Returns an expression; a subquery stands in brackets.
    func value(of field: Field) -> String {
        switch field {
        case .localDate: "(\(asset).creation_date + coalesce(\(asset).creation_zone, 0))"
        case .pixelCount: "(\(asset).pixel_width * \(asset).pixel_height)"
        case .related(let field): value(of: field)
        case .rowID, .asset, .collection, .memberPosition, .memberCount:
            preconditionFailure("This field is a column.")
        }
    }

    private func value(of field: RelatedField) -> String {
        switch field {
        case .camera:
            fact("nullif(trim(coalesce(camera_make, '') || ' ' || coalesce(camera_model, '')), '')")
        case .cameraMake: fact("camera_make")
        case .cameraModel: fact("camera_model")
        case .lens: fact("lens_model")
        case .aperture: fact("aperture")
        case .iso: fact("iso")
        case .focalLength: fact("focal_length")
        case .exposureTime: fact("exposure_time")
        case .persons: texts("file_facts.persons")
        case .creators: texts("file_facts.creators")
        case .titles: texts("json_array(file_facts.title, file_facts.headline)")
        case .statedPlaces:
            texts(
                "json_array(file_facts.sublocation, file_facts.city, file_facts.region, file_facts.country)"
            )
        case .title: word("title")
        case .headline: word("headline")
        case .sublocation: word("sublocation")
        case .city: word("city")
        case .region: word("region")
        case .country: word("country")
        case .places: "photokit_place(\(asset).latitude, \(asset).longitude)"
        case .byteCount:
            """
            (SELECT max(resource.byte_count) FROM resource WHERE resource.asset_id = \(asset).id \
            AND resource.type IN (\(originals)))
            """
        case .isInAlbum:
            "(EXISTS (SELECT 1 FROM member WHERE member.asset_id = \(asset).id))"
        case .albumTitles, .folderTitles: titles(isFolder: field == .folderTitles)
        }
    }

    private var originals: String {
        ResourceRole.originals.sorted().map { String($0.rawValue) }.joined(separator: ", ")
    }

    /// Returns a fact of the original; sidecars have no facts of cameras.
    private func fact(_ expression: String) -> String {
        "(SELECT \(expression) FROM file_facts WHERE asset_id = \(asset).id AND origin = 0)"
    }

    /// Returns the texts of a list in the facts of all files.
    private func texts(_ list: String) -> String {
        """
        (SELECT json_group_array(word.value) FROM file_facts, json_each(\(list)) AS word \
        WHERE file_facts.asset_id = \(asset).id AND word.value IS NOT NULL)
        """
    }

    /// Returns a text that a person wrote; that of a sidecar comes before that of the original.
    private func word(_ column: String) -> String {
        """
        (SELECT \(column) FROM file_facts WHERE asset_id = \(asset).id AND \(column) IS NOT NULL \
        ORDER BY origin DESC LIMIT 1)
        """
    }

    private func titles(isFolder: Bool) -> String {
        """
        (WITH RECURSIVE around(id, title, parent_id, kind) AS ( \
        SELECT collection.id, collection.title, collection.parent_id, collection.kind FROM member \
        JOIN collection ON collection.id = member.album_id WHERE member.asset_id = \(asset).id \
        UNION SELECT collection.id, collection.title, collection.parent_id, collection.kind FROM around \
        JOIN collection ON collection.id = around.parent_id) \
        SELECT json_group_array(title) FROM around WHERE title IS NOT NULL\(isFolder ? " AND kind = 0" : ""))
        """
    }

    /// Returns the condition that an asset is in an album whose title, or a folder around it, has a pattern.
    ///
    /// SQLite computes the albums once for a statement.
    static func members(
        ofAlbumsTitled pattern: WordPattern,
        row: String,
        isFolder: Bool
    ) -> SQLFragment {
        .format("\(row) IN ({})", memberRows(ofAlbumsTitled: pattern, isFolder: isFolder))
    }

    /// Returns the query for the rows of the assets in such albums.
    static func memberRows(ofAlbumsTitled pattern: WordPattern, isFolder: Bool) -> SQLFragment {
        .format(
            """
            SELECT member.asset_id FROM member WHERE member.album_id IN (WITH RECURSIVE named(id) AS ( \
            SELECT id FROM collection WHERE kind \(isFolder ? "= 0" : "IN (0, 1)") AND photokit_words({}, 0, title) \
            UNION SELECT collection.id FROM named JOIN collection ON collection.parent_id = named.id) \
            SELECT id FROM named)
            """,
            .bound(.text(pattern.encoded))
        )
    }
}
