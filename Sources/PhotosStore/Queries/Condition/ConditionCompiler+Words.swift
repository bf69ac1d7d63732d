import PhotosSearch

extension ConditionCompiler {
    /// Returns the SQL of a condition on words: the rows that an index found, or a comparison of each text.
    func words(_ condition: WordCondition) -> SQLFragment {
        if let rows = found.rows[condition] {
            if rows.isEmpty { return .falsehood }
            let list = SQLFragment("?", [.blob(PackedList.bytes(rows))])
            return .format("\(column(.rowID)) IN (SELECT value FROM photokit_rows({}))", list)
        }
        let fields = condition.fields.sorted { column($0) < column($1) }
        let parts = fields.map { field -> SQLFragment in
            if case .related(let related) = field, related.isOfAlbums {
                return RelatedSQL.members(
                    ofAlbumsTitled: condition.pattern,
                    row: column(.rowID),
                    isFolder: related == .folderTitles
                )
            }
            return .format(
                "photokit_words({}, \(field.isList ? 1 : 0), \(column(field)))",
                .bound(.text(condition.pattern.encoded))
            )
        }
        if parts.isEmpty { return .falsehood }
        return .format("({})", .joined(parts[...], by: "OR"))
    }
}
