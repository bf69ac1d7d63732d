import Foundation
import PhotosMedia

extension AssetRecord {
    /// Takes over the media properties of the original.
    ///
    /// ``setProperties(from:)`` takes over its metadata.
    mutating func fill(from facts: MediaFacts) {
        mediaType = AssetMediaType(facts.kind)
        contentType = facts.contentType
        pixelWidth = facts.pixelWidth
        pixelHeight = facts.pixelHeight
        duration = facts.kind == .image ? 0 : facts.duration
        mediaSubtypes = facts.subtypes
        playbackStyle =
            switch facts.kind {
            case .image: facts.subtypes.contains(.animation) ? .imageAnimated : .image
            case .video: .video
            case .audio: .unsupported
            }
        // SQLite's text values end at a zero byte.
        let burst = facts.burstIdentifier?.withoutZeroBytes
        // Files that are added later must not change the asset's role in its burst.
        if burst == nil || burst != burstIdentifier { representsBurst = burst != nil }
        burstIdentifier = burst
        if facts.isFrontCamera { traits.insert(.frontCamera) }
        if facts.isRaw { traits.insert(.raw) }
    }

    /// Sets a creation date and records its source, if no file states a creation date.
    mutating func fillDate(_ date: Date?, source: String) {
        guard creationDate == nil, let date else { return }
        creationDate = date
        dateSource = source
    }

    /// The `dateSource` of a creation date that is the moment when a program created the asset.
    package static let dateOfAddition = "added"

    /// Takes over the properties of an import supplement, which come from files beside the original.
    mutating func apply(_ supplement: ImportSupplement) {
        if let flag = supplement.isFavorite { isFavorite = flag }
        if let flag = supplement.isHidden { isHidden = flag }
        if let date = supplement.trashedDate { trashedDate = date }
        if let identifier = supplement.burstIdentifier { burstIdentifier = identifier }
        if let selection = supplement.burstSelection { burstSelection = selection }
        if let flag = supplement.representsBurst { representsBurst = flag }
    }

    mutating func becomeLive() {
        mediaSubtypes.insert(.live)
        playbackStyle = .livePhoto
    }

    /// Takes back ``becomeLive()``, because the movie is gone; other assets stay as they are.
    mutating func becomeStill() {
        guard mediaSubtypes.remove(.live) != nil else { return }
        playbackStyle = .image
    }

    /// Marks the asset as edited if one of its new resources is a rendering.
    ///
    /// An edit recipe alone does not mark it, because cameras write recipes for photos that nobody edited.
    mutating func recordEdit(
        _ resources: [ResourceDraft],
        adjustment: ImportSupplement.Adjustment?,
        now: Date
    ) {
        recordRecipe(resources, adjustment: adjustment)
        guard resources.contains(where: { ResourceRole.renderings.contains($0.type) }) else {
            return
        }
        becomeEdited(resources, adjustment: adjustment, now: now)
        let rendering = resources.first { ResourceRole.fullSize.contains($0.type) }
        if let rendering, rendering.pixelWidth > 0 {
            (pixelWidth, pixelHeight) = (rendering.pixelWidth, rendering.pixelHeight)
        }
    }

    mutating func becomeEdited(
        _ resources: [ResourceDraft],
        adjustment: ImportSupplement.Adjustment?,
        now: Date
    ) {
        recordRecipe(resources, adjustment: adjustment)
        adjustmentsState = .editedByUser
        adjustmentDate = adjustment?.date ?? adjustmentDate ?? now
    }

    /// Records the format of the recipe, even while its rendering is missing.
    mutating func recordRecipe(
        _ resources: [ResourceDraft],
        adjustment: ImportSupplement.Adjustment?
    ) {
        if let adjustment {
            adjustmentFormat = adjustment.formatIdentifier
            adjustmentVersion = adjustment.formatVersion
            adjustmentDate = adjustment.date ?? adjustmentDate
        } else if let data = resources.first(where: { $0.type == ResourceRole.adjustmentData }) {
            adjustmentFormat = data.contentType
        }
    }
}
