package import PhotosStore

extension ExportManifest {
    /// The state of a photo when the export wrote a sidecar that it has not written again since.
    ///
    /// Another program has changed the sidecar, so it stays, while the library went on.
    package struct Base: Codable, Hashable, Sendable {
        /// The properties that a sidecar can state, by the names of ``ManifestFields``.
        package var fields: [String: ManifestValue]
        /// The words of sidecars and other records beside the original.
        package var companion: ManifestFacts?

        package init(fields: [String: ManifestValue], companion: ManifestFacts?) {
            self.fields = fields
            self.companion = companion
        }

        /// Takes what an earlier manifest states of a photo.
        package init(_ asset: Asset) {
            self.init(fields: ManifestFields.editable(asset.fields), companion: asset.companion)
        }

        /// Returns the state without what an export withholds.
        ///
        /// - Parameters:
        ///   - places: Whether places are left out.
        ///   - keywords: The keywords that stay where persons are left out; nil where persons stay. Any other keyword may be the
        ///     former name of a person.
        /// - Returns: The state with everything else. Where a keyword was left out, the state says that its keywords are not
        ///   known: one that is missing here would seem to be added by another program.
        package func without(places: Bool, personsExceptKeywords keywords: Set<String>?) -> Base {
            var base = self
            if places {
                base.fields = ManifestFields.withoutPlaces(fields)
                base.companion?.location = nil
                base.companion?.placeNames = nil
            }
            guard let keywords else { return base }
            base.companion?.persons = nil
            var stated = base.companion?.keywords ?? []
            if case .list(let texts)? = base.fields[ManifestFields.keywords] { stated += texts }
            guard !keywords.isSuperset(of: stated) else { return base }
            base.companion?.keywords = nil
            base.fields[ManifestFields.keywords] = ManifestValue.none
            return base
        }

        /// Whether the state says which keywords there were.
        package var hasKeywords: Bool { fields[ManifestFields.keywords] != ManifestValue.none }
    }
}

extension ManifestFields {
    /// The name of the keywords.
    static let keywords = "\(AssetField.keywords)"

    private static let editableNames = Set(
        EditedProperty.allFields.map { "\($0)" }
    )

    /// Returns the properties that a person can change in an exported file.
    package static func editable(
        _ values: [String: ManifestValue]
    ) -> [String: ManifestValue] {
        values.filter { editableNames.contains($0.key) }
    }

    /// Returns the properties of a photo of which its file states other values, with these values.
    ///
    /// - Parameters:
    ///   - file: The values in the file.
    ///   - record: The photo.
    /// - Returns: The values by their names; none where the file states the photo's values.
    package static func different(
        _ file: FileMetadata,
        from record: AssetRecord
    ) -> [String: ManifestValue] {
        let differing = record.differences(from: file)
        guard !differing.isEmpty else { return [:] }
        var stated = record
        for field in differing { stated.setProperty(field, from: file) }
        let before = editable(values(of: record, hasAllFiles: true, withholdsPlaces: false))
        return editable(values(of: stated, hasAllFiles: true, withholdsPlaces: false))
            .filter { before[$0.key] != $0.value }
    }
}
