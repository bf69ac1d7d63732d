import Foundation
import GRDB
import PhotosMedia

/// Staged files that will be added to an existing asset.
struct AttachmentDraft {
    var resources: [ResourceDraft]
    /// The media facts of the new original; nil where the files include no original.
    var original: MediaFacts?
    var hasRaw = false
}

extension ChangeTransaction {
    func attachResource(
        _ attachment: ResourceAttachment,
        draft: AttachmentDraft,
        to uuid: UUID
    ) throws {
        guard let rowID = try assets.row(uuid, in: db),
            let present = try assets.record(rowID, in: db)
        else { throw Self.missing("asset") }
        for (type, checksum) in attachment.replaced {
            let rows = try Int64.fetchAll(
                db.cachedStatement(
                    sql: "SELECT id FROM resource WHERE asset_id = ? AND type = ? AND checksum = ?"
                ),
                arguments: [rowID, type.rawValue, Data(checksum)]
            )
            try release(Set(rows), of: rowID)
        }
        var types = try Int.fetchAll(
            db.cachedStatement(sql: "SELECT type FROM resource WHERE asset_id = ?"),
            arguments: [rowID]
        ).map { ResourceRole(rawValue: $0) }
        // A resource that is replaced changes its type first, because an asset has at most one resource of
        // each type at any time.
        for (old, new) in attachment.retyped {
            try db.cachedStatement(
                sql: "UPDATE resource SET type = ? WHERE asset_id = ? AND type = ?"
            ).execute(arguments: [new.rawValue, rowID, old.rawValue])
            types = types.map { $0 == old ? new : $0 }
        }
        types += draft.resources.map(\.type)
        try ResourceCombination.check(types)
        try insert(draft.resources, of: rowID)
        let rendering = try renderedSize(of: rowID)
        let now = now
        try updateFacts(from: attachment, draft: draft, of: rowID)
        assets.change(rowID) { asset in
            asset.keep(attachment.staying, of: present)
            if types.contains(ResourceRole.pairedVideo) { asset.becomeLive() }
            if draft.hasRaw { asset.traits.insert(.raw) }
            let isEdit = types.contains { ResourceRole.renderings.contains($0) }
            asset.recordRecipe(draft.resources, adjustment: attachment.supplement.adjustment)
            if isEdit,
                asset.adjustmentsState == .unedited || attachment.supplement.adjustment != nil
            {
                asset.becomeEdited(
                    draft.resources,
                    adjustment: attachment.supplement.adjustment,
                    now: now
                )
            }
            if let rendering { (asset.pixelWidth, asset.pixelHeight) = rendering }
            asset.apply(attachment.supplement)
            if !draft.resources.isEmpty { asset.contentVersion += 1 }
        }
    }

    /// Updates the asset from a new original, or from changed files beside the present original.
    private func updateFacts(
        from attachment: ResourceAttachment,
        draft: AttachmentDraft,
        of rowID: Int64
    ) throws {
        if let facts = draft.original {
            let known = try AssetFacts.read(of: rowID, in: db)
            let recorded = RecordedFacts(facts).filled(from: known.original)
            let new = AssetFacts(original: recorded, companion: known.companion)
            let filename = draft.resources.first { ResourceRole.originals.contains($0.type) }
            assets.change(rowID) { asset in
                asset.fill(from: facts)
                asset.follow(from: known.knownMetadata, to: new.metadata)
                asset.assumeZone(of: new.metadata, places)
                asset.filename = filename?.filename ?? asset.filename
            }
            try write(new, of: rowID, replacing: known)
        }
        guard attachment.companion != .unchanged else { return }
        try updateFacts(
            from: FactsReading(
                asset: rowID,
                original: attachment.present,
                isSameContent: true,
                companion: attachment.companion
            )
        )
    }

    private func renderedSize(of rowID: Int64) throws -> (Int, Int)? {
        try Row.fetchOne(
            db.cachedStatement(
                sql: """
                    SELECT pixel_width, pixel_height FROM resource
                    WHERE asset_id = ? AND type IN (5, 6) AND pixel_width > 0
                    """
            ),
            arguments: [rowID]
        ).map { (Int($0.integer(0)), Int($0.integer(1))) }
    }
}
