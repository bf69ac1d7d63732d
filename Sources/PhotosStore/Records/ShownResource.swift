extension Collection<ResourceRecord> {
    /// Returns the file that shows an asset: the rendering of its edit, or else its original; nil where it
    /// has neither.
    ///
    /// - Parameter prefersRaw: Whether the asset shows the RAW one of two originals.
    /// - Returns: The file.
    package func shown(prefersRaw: Bool) -> ResourceRecord? {
        first(ResourceRole.fullSizePhoto, ResourceRole.fullSizeVideo)
            ?? original(prefersRaw: prefersRaw)
    }

    /// Returns the file that an asset shows without its edit; nil where it has none, as for sound.
    ///
    /// - Parameter prefersRaw: Whether to return the RAW one of two originals.
    /// - Returns: The file.
    package func original(prefersRaw: Bool) -> ResourceRecord? {
        let pair = filter { [ResourceRole.photo, ResourceRole.alternatePhoto].contains($0.type) }
        if pair.count > 1, let choice = pair.first(where: { $0.isRaw == prefersRaw }) {
            return choice
        }
        return first(ResourceRole.photo, ResourceRole.video, ResourceRole.photoProxy)
    }

    /// Returns the first file of the first type that any file has.
    package func first(_ types: ResourceRole...) -> ResourceRecord? {
        for type in types {
            if let found = first(where: { $0.type == type }) { return found }
        }
        return nil
    }
}

extension LibraryRecords {
    /// Returns the files that show the given assets, in their order.
    ///
    /// Assets without a picture are left out.
    package func shownResources(ofAssets rows: [Int64]) throws -> [ResourceRecord] {
        let records = try assets(rows).records
        let resources = try resources(ofAssets: rows)
        return rows.compactMap { row in
            resources[row]?.shown(prefersRaw: records[row]?.originalChoice == .raw)
        }
    }
}
