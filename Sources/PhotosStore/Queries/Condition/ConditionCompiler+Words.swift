import PhotosSearch

extension ConditionCompiler {
    /// Returns the SQL of a condition on words: the rows that an index found, or a comparison of each text.
    func words(_ condition: WordCondition) -> SQLFragment {
        if let rows = found.rows[condition] { return isAmong(rows) }
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

    /// Returns the SQL that all of several conditions hold, where the rows that an index found are intersected first.
    func all(_ parts: [Condition]) -> SQLFragment {
        var lists: [[Int64]] = []
        var others: [Condition] = []
        for part in parts {
            if case .words(let words) = part, let rows = found.rows[words] {
                lists.append(rows)
            } else {
                others.append(part)
            }
        }
        guard lists.count > 1 else { return joined(parts, by: "AND") }
        let rows = isAmong(FoundRows.common(lists))
        return others.isEmpty ? rows : .format("{} AND {}", rows, joined(others, by: "AND"))
    }

    private func isAmong(_ rows: [Int64]) -> SQLFragment {
        if rows.isEmpty { return .falsehood }
        let list = SQLFragment("?", [.blob(PackedList.bytes(rows))])
        // The plus sign keeps SQLite from looking up the rows.
        let row = (found.areLookedUp ? "" : "+") + column(.rowID)
        return .format("\(row) IN (SELECT value FROM photokit_rows({}))", list)
    }
}
