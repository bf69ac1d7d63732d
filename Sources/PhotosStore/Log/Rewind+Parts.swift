extension Rewind {
    /// Removes everything but some assets.
    mutating func keepAssets(_ rows: Set<Int64>) {
        assets = assets.filter { rows.contains($0.key) }
        collections = [:]
        members = [:]
    }

    /// Returns the same effect with other rows for some albums and folders.
    ///
    /// - Parameter rows: The other rows, by the present ones.
    /// - Returns: The effect.
    func renumbered(_ rows: [Int64: Int64]) -> Rewind {
        func renumbered(_ record: CollectionRecord?) -> CollectionRecord? {
            guard var record else { return nil }
            record.rowID = rows[record.rowID] ?? record.rowID
            record.parent = record.parent.map { rows[$0] ?? $0 }
            return record
        }
        var effect = self
        effect.collections = [:]
        for (row, delta) in collections {
            var delta = delta
            delta.before = renumbered(delta.before)
            delta.after = renumbered(delta.after)
            effect.collections[rows[row] ?? row] = delta
        }
        effect.members = [:]
        for (key, delta) in members {
            var key = key
            key.albumID = rows[key.albumID] ?? key.albumID
            effect.members[key] = delta
        }
        return effect
    }
}
