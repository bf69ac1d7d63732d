import PhotosBase
package import PhotosStore

/// The changes that an import takes from a file of an export that somebody has changed since.
package struct EditDecision: Hashable, Sendable {
    /// A property that was changed in the file and in the library.
    package struct Conflict: Hashable, Sendable {
        package var property: EditedProperty
        /// The options of `photokit edit` that set the file's value; empty for words that only files state.
        package var options: [String]

        package init(_ property: EditedProperty, options: [String] = []) {
            self.property = property
            self.options = options
        }
    }

    /// The values that come in.
    package var values: [AssetField: FieldValue] = [:]
    package var conflicts: [Conflict] = []
    /// The properties that the file does not state any more, so that the photo loses them.
    package var removed: [EditedProperty] = []

    /// Decides about the changes in a file, each property by itself.
    ///
    /// - Parameters:
    ///   - changes: The changes since the export wrote the file.
    ///   - taken: The changes that an earlier import took from the file.
    ///   - library: The photo as the library has it.
    package init(
        _ changes: [SidecarEdit.Change],
        taken: [SidecarEdit.Change] = [],
        library: AssetRecord
    ) {
        // A value that an import took, and that the file states no more, was changed back.
        let changedBack = taken.filter { earlier in
            !changes.contains { $0.property == earlier.property }
        }
        for change in changes + changedBack.map(\.reverted) {
            let base = taken.first { $0.property == change.property }?.stated ?? change.exported
            if change.property == .keywords {
                uniteKeywords(change, since: base, in: library)
                continue
            }
            let fields = change.property.comparedFields
            let present = Dictionary(uniqueKeysWithValues: fields.map { ($0, library[$0]) })
            let decision = ThreeWayDecision.decide(
                base: base,
                file: change.stated,
                library: present
            ) { one, other in
                fields.allSatisfy { (one[$0] ?? .null) == (other[$0] ?? .null) }
            }
            switch decision {
            case .library: break
            case .file:
                values.merge(change.values) { $1 }
                if let isAssumed = change.isZoneAssumed {
                    values[.traits] = Self.traits(of: library, isZoneAssumed: isAssumed)
                }
                if change.isRemoval { removed.append(change.property) }
            case .conflict:
                conflicts.append(.init(change.property, options: change.options))
            }
        }
    }

    /// Returns the traits of a photo whose date gets a zone that is assumed or known; other traits follow from the files.
    private static func traits(of library: AssetRecord, isZoneAssumed: Bool) -> FieldValue {
        var record = library
        if isZoneAssumed {
            record.traits.insert(.zoneAssumed)
        } else {
            record.traits.remove(.zoneAssumed)
        }
        return record[.traits]
    }

    /// Adds each keyword that was added to the file, and removes each that was removed from it.
    private mutating func uniteKeywords(
        _ change: SidecarEdit.Change,
        since base: [AssetField: FieldValue],
        in library: AssetRecord
    ) {
        func keywords(_ values: [AssetField: FieldValue]) -> [String] {
            var record = AssetRecord(rowID: 0, uuid: .zero)
            record.restore(values)
            return record.keywords
        }
        let united = ThreeWayDecision.unite(
            base: keywords(base),
            file: keywords(change.stated),
            library: library.keywords
        )
        guard united != library.keywords else { return }
        var record = library
        record.keywords = united
        values[.keywords] = record[.keywords]
        if change.isRemoval { removed.append(.keywords) }
    }
}

extension EditDecision {
    /// Returns the conflict about keywords of a file that came from an export or from another program: nobody knows which.
    ///
    /// - Parameters:
    ///   - keywords: The keywords of the file.
    ///   - library: The photo as the library has it.
    /// - Returns: One conflict if the photo lacks one of the keywords, with the options that add those that it lacks.
    static func conflicts(
        aboutKeywords keywords: [String],
        missingIn library: AssetRecord
    ) -> [Conflict] {
        let missing = Set(keywords.map(SidecarEdit.plainText))
            .subtracting(library.keywords.map(SidecarEdit.plainText) + [""])
        guard !missing.isEmpty else { return [] }
        let options = missing.sorted().flatMap { ShellWord.option("--add-keyword", $0) }
        return [Conflict(.keywords, options: options)]
    }

    /// Returns why values of a file are left out, and what to do.
    ///
    /// - Parameters:
    ///   - conflicts: The properties that were changed on both sides, and keywords that the photo lacks; at least one.
    ///   - photo: The name of the photo.
    ///   - identifier: The identifier of the photo.
    /// - Returns: Sentences.
    package static func reasonText(
        for conflicts: [Conflict],
        photo: String,
        identifier: LocalIdentifier
    ) -> String {
        let short = String(identifier.description.prefix(13))
        let options = conflicts.flatMap(\.options)
        let changed = conflicts.map(\.property).filter { $0 != .keywords }
        var sentences: [String] = []
        if !changed.isEmpty {
            let isOne = changed.count == 1
            sentences.append(
                "The \(EditedProperty.list(changed)) of \(photo) (\(short)) \(isOne ? "was" : "were") changed here and in the library since the export. The library's \(isOne ? "value stays" : "values stay")."
            )
        }
        // Keywords are a conflict only where nobody knows which ones the export wrote.
        if changed.count < conflicts.count {
            sentences.append(
                "The file has keywords that \(photo) (\(short)) lacks. Nobody can tell whether they were added to the file or removed from the library since the export, so the library's keywords stay."
            )
        }
        if !options.isEmpty {
            sentences.append(
                "To take the file's: \"photokit edit \(short) \(options.joined(separator: " "))\"."
            )
        }
        sentences.append(
            "To write the library's out: move the file away, and run the same \"photokit export\" again."
        )
        return sentences.joined(separator: " ")
    }
}
