package import PhotosMedia

/// What files of an asset say, read again.
package struct FactsReading: Sendable {
    /// What became of what stands beside the original.
    package enum Companion: Hashable, Sendable {
        case unchanged
        /// It was read again; nil where nothing stands there any more, or it says nothing.
        case replaced(RecordedFacts?)
    }

    /// The number of the asset's row.
    package var asset: Int64
    /// What the original says now; nil where it was not read.
    package var original: MediaFacts?
    /// Whether the original has the bytes that it had when it was last read.
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
    /// Follows files that were read again.
    ///
    /// - Parameters:
    ///   - reading: what was read.
    ///   - known: what was recorded of them before.
    /// - Returns: what is to be recorded of them now.
    package mutating func follow(_ reading: FactsReading, known: AssetFacts) -> AssetFacts {
        var facts = known
        if let original = reading.original {
            if original.reader == .header {
                // A header says nothing of the photo: what was known stays, and is to be read again.
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
            // What the original says now, it said when it came.
            let then = AssetFacts(original: facts.original, companion: known.companion).metadata
            follow(from: nil, to: then)
            before = then
        }
        if case .replaced(let companion) = reading.companion { facts.companion = companion }
        follow(from: before, to: facts.metadata)
        return facts
    }

    /// Takes over what an original is, where it was read again; a rendered edit keeps its size and length.
    private mutating func takeContent(_ facts: MediaFacts) {
        var fresh = AssetRecord(rowID: rowID, uuid: uuid)
        fresh.fill(from: facts)
        contentType = fresh.contentType
        if adjustmentsState == 0 {
            if facts.reader == .worker || facts.duration > 0 { duration = fresh.duration }
            pixelWidth = fresh.pixelWidth
            pixelHeight = fresh.pixelHeight
        }
        guard facts.reader == .worker else { return }
        let live = Int(MediaSubtypes.live.rawValue)
        mediaSubtypes = fresh.mediaSubtypes | (mediaSubtypes & live)
        if mediaSubtypes & live == 0 { playbackStyle = fresh.playbackStyle }
        traits.formUnion(fresh.traits)
        if burstIdentifier == nil { burstIdentifier = fresh.burstIdentifier }
    }
}
