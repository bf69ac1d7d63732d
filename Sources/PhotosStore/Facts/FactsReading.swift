package import PhotosMedia

/// The result of reading the files of an asset again.
package struct FactsReading: Sendable {
    /// The state of the original's companion, such as a sidecar.
    package enum Companion: Hashable, Sendable {
        case unchanged
        /// The companion was read again; the value is nil if it does not exist any more or contains no facts.
        case replaced(RecordedFacts?)
    }

    /// The number of the asset's row.
    package var asset: Int64
    /// The facts found in the original, or nil if it was not read.
    package var original: MediaFacts?
    /// Whether the original has the same bytes as when it was last read.
    package var isSameContent: Bool
    package var companion: Companion

    package init(
        asset: Int64,
        original: MediaFacts?,
        isSameContent: Bool,
        companion: Companion = .unchanged
    ) {
        self.asset = asset
        self.original = original
        self.isSameContent = isSameContent
        self.companion = companion
    }
}

extension AssetRecord {
    /// Updates the asset from files that were read again.
    ///
    /// - Parameters:
    ///   - reading: The result of reading the files.
    ///   - known: The facts recorded before.
    ///   - places: The time zones of places; nil where there is no table of them.
    /// - Returns: The facts to record now.
    package mutating func follow(
        _ reading: FactsReading,
        known: AssetFacts,
        places: (any PlaceZoning)?
    ) -> AssetFacts {
        var facts = known
        if let original = reading.original {
            if original.reader == .header {
                // A header contains no facts about the photo. The known facts stay, and reader 0 marks them to be read
                // again.
                if !reading.isSameContent { takeContent(original) }
                facts.original = facts.original ?? RecordedFacts(original)
                facts.original?.reader = 0
            } else {
                takeContent(original)
                facts.original = RecordedFacts(original)
            }
        }
        var before = known.knownMetadata
        if before == nil, reading.isSameContent, facts.original != nil {
            // The bytes are unchanged, so the original had the same facts when it was imported.
            let then = AssetFacts(original: facts.original, companion: known.companion).metadata
            follow(from: nil, to: then)
            before = then
        }
        if case .replaced(let companion) = reading.companion { facts.companion = companion }
        follow(from: before, to: facts.metadata)
        assumeZone(of: facts.metadata, places)
        return facts
    }

    /// Takes over the content properties of an original that was read again; a rendered edit keeps its size and
    /// duration.
    private mutating func takeContent(_ facts: MediaFacts) {
        var fresh = AssetRecord(rowID: rowID, uuid: uuid)
        fresh.fill(from: facts)
        contentType = fresh.contentType
        if adjustmentsState == .unedited {
            if facts.reader == .worker || facts.duration > 0 { duration = fresh.duration }
            pixelWidth = fresh.pixelWidth
            pixelHeight = fresh.pixelHeight
        }
        guard facts.reader == .worker else { return }
        mediaSubtypes = fresh.mediaSubtypes.union(mediaSubtypes.intersection(.live))
        if !mediaSubtypes.contains(.live) { playbackStyle = fresh.playbackStyle }
        traits.formUnion(fresh.traits)
        if burstIdentifier == nil { burstIdentifier = fresh.burstIdentifier }
    }
}
