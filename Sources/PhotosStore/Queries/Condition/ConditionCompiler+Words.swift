import PhotosSearch

extension ConditionCompiler {
    /// Returns the SQL of a condition on words: the rows that an index found, or a comparison of each text.
    func words(_ condition: WordCondition) -> SQLFragment {
        if let rows = found.words[condition] { return isAmong(rows) }
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
                .bound(.text(condition.pattern(in: field).encoded))
            )
        }
        if parts.isEmpty { return .falsehood }
        return .format("({})", .joined(parts[...], by: "OR"))
    }

    /// Returns the SQL that an asset is in an area: among the rows that an index found, and by its coordinates.
    func area(_ area: AreaCondition) -> SQLFragment {
        let comparisons = filter(area.comparisons.simplified)
        guard let rows = found.areas[area] else { return comparisons }
        return .format("{} AND {}", isAmong(rows), comparisons)
    }

    /// Returns the SQL of a whole condition, where the rows that an index found for its parts are combined first.
    func limited(_ condition: Condition) -> SQLFragment {
        guard let candidates = found.candidates(of: condition) else { return filter(condition) }
        var compiler = self
        compiler.found = found.limited(to: candidates)
        var parts = [condition]
        if case .all(let inner) = condition { parts = inner }
        // All candidates have these words, and all other rows are left out.
        let rest = parts.compactMap { part -> Condition? in
            switch part {
            case .words(let words) where found.words[words] != nil: nil
            case .area(let area): area.comparisons.simplified
            default: part
            }
        }
        let rows = compiler.isAmong(candidates)
        if rest.isEmpty || candidates.isEmpty { return rows }
        return .format("{} AND {}", rows, compiler.filter(.all(rest)))
    }

    /// Returns the SQL that all of several conditions hold, where the rows that an index found are intersected first.
    func all(_ parts: [Condition]) -> SQLFragment {
        var lists: [[Int64]] = []
        var others: [Condition] = []
        for part in parts {
            if case .words(let words) = part, let rows = found.words[words] {
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
