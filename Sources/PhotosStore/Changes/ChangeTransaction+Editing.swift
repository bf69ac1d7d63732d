import Foundation
import GRDB
import PhotosMedia

/// The properties of a resource that edits and reverts need.
struct PresentResource {
    var rowID: Int64
    var type: ResourceRole
    var file: String
    var pixelWidth: Int
    var pixelHeight: Int
}

extension ChangeTransaction {
    func editContent(
        _ content: AssetUpdate.ContentEdit,
        of record: AssetRecord,
        staged: StagedContent?
    ) throws {
        switch content {
        case .adjust(_, let adjustment, let input, let version):
            // The original exists after any edit, so its row alone does not show whether another edit was
            // made in between.
            guard version == nil || version == record.contentVersion else {
                throw ResourceTurnover.isStale
            }
            guard case .renderings(let renderings, let date)? = staged else {
                throw StoreError(.missingResource, "An edit was to be made without any file.")
            }
            try adjustAsset(
                record,
                renderings: renderings,
                adjustment: adjustment,
                input: input,
                date: date
            )
        case .revert(let choice):
            var durations: [String: Double] = [:]
            if case .durations(let found)? = staged { durations = found }
            try revertAsset(record, choice: choice, durations: durations)
        case .leaveOutMissing:
            guard case .missing(let rows, let durations, let original)? = staged else { return }
            try leaveOutMissing(rows, of: record, durations: durations, original: original)
        }
    }

    private func adjustAsset(
        _ record: AssetRecord,
        renderings: [ResourceDraft],
        adjustment: Adjustment,
        input: EditInput,
        date: Date
    ) throws {
        let present = try resources(of: record.rowID)
        try ResourceCombination.check(
            renderings.map(\.type),
            ofMediaType: record.mediaType,
            isLive: present.contains { $0.type == ResourceRole.pairedVideo }
        )
        let turnover = try ResourceTurnover(editing: input, Self.resourceTypes(of: present))
        try performTurnover(turnover, of: record.rowID)
        try insert(renderings, of: record.rowID)
        let isOnTop = !turnover.retyped.isEmpty
        let keepsBase = present.contains {
            ResourceRole.bases.contains($0.type) && !turnover.released.contains($0.rowID)
        }
        assets.change(record.rowID) { asset in
            if isOnTop, asset.adjustmentsState == .adjustedByCamera {
                asset.traits.insert(.cameraBase)
            } else if isOnTop || !keepsBase {
                asset.traits.remove(.cameraBase)
            }
            asset.adjustmentsState = .editedByUser
            asset.adjustmentFormat = adjustment.formatIdentifier
            asset.adjustmentVersion = adjustment.formatVersion
            asset.adjustmentDate = date
            asset.contentVersion += 1
            asset.show(renderings)
        }
    }

    func revertAsset(
        _ record: AssetRecord,
        choice: OriginalChoice?,
        durations: [String: Double]
    ) throws {
        let present = try resources(of: record.rowID)
        if let choice, !present.contains(where: { $0.type == ResourceRole.alternatePhoto }) {
            throw StoreError(
                .changeNotSupported,
                "Original \(choice.rawValue) cannot be chosen: only assets with a RAW and a compressed original have a choice."
            )
        }
        let isOtherChoice = choice != nil && choice != record.originalChoice
        // Adjustments that the camera applied are not an edit by a person, so there is nothing to revert.
        guard
            isOtherChoice || ![.unedited, .adjustedByCamera].contains(record.adjustmentsState)
        else {
            return
        }
        let turnover = ResourceTurnover(
            reverting: Self.resourceTypes(of: present),
            keepsBase: !isOtherChoice && record.traits.contains(.cameraBase)
        )
        try performTurnover(turnover, of: record.rowID)
        let keepsCameraBase = !turnover.retyped.isEmpty
        let shown = present.first {
            $0.pixelWidth > 0
                && (keepsCameraBase
                    ? turnover.retyped[$0.rowID].map(ResourceRole.fullSize.contains) == true
                    : ResourceRole.originals.contains($0.type))
        }
        let isPair = present.contains { $0.type == ResourceRole.pairedVideo }
        let now = now
        assets.change(record.rowID) { asset in
            asset.adjustmentsState = keepsCameraBase ? .adjustedByCamera : .unedited
            asset.traits.remove(.cameraBase)
            asset.adjustmentFormat = nil
            asset.adjustmentVersion = nil
            asset.adjustmentDate = now
            asset.contentVersion += 1
            if let choice { asset.originalChoice = choice }
            if let shown {
                (asset.pixelWidth, asset.pixelHeight) = (shown.pixelWidth, shown.pixelHeight)
                if let duration = durations[shown.file] { asset.duration = duration }
            }
            if isPair {
                asset.playbackStyle = .livePhoto
            } else {
                // The movie of the original was missing, and the photo goes on without it.
                asset.becomeStill()
            }
        }
    }

    private func performTurnover(_ turnover: ResourceTurnover, of rowID: Int64) throws {
        try release(turnover.released, of: rowID)
        for (row, type) in turnover.retyped {
            try db.cachedStatement(sql: "UPDATE resource SET type = ? WHERE id = ?").run(in: db) {
                $0.integer(Int64(type.rawValue))
                $0.integer(row)
            }
        }
    }

    private static func resourceTypes(of resources: [PresentResource]) -> [Int64: ResourceRole] {
        Dictionary(uniqueKeysWithValues: resources.map { ($0.rowID, $0.type) })
    }

    /// Returns the resources of an asset, with the changes of this block so far, originals first.
    func resources(of rowID: Int64) throws -> [PresentResource] {
        try Row.fetchAll(
            db.cachedStatement(
                sql: """
                    SELECT id, type, file, pixel_width, pixel_height FROM resource
                    WHERE asset_id = ? ORDER BY type, id
                    """
            ),
            arguments: [rowID]
        ).map {
            PresentResource(
                rowID: $0.integer(0),
                type: ResourceRole(rawValue: Int($0.integer(1))),
                file: $0.text(2),
                pixelWidth: Int($0.integer(3)),
                pixelHeight: Int($0.integer(4))
            )
        }
    }

    /// Deletes resources of an asset.
    ///
    /// Their files are removed after the commit.
    func release(_ rows: Set<Int64>, of rowID: Int64) throws {
        guard !rows.isEmpty else { return }
        for resource in try resources(of: rowID) where rows.contains(resource.rowID) {
            try db.cachedStatement(sql: "DELETE FROM resource WHERE id = ?").run(in: db) {
                $0.integer(resource.rowID)
            }
            try release(resource.file)
        }
    }
}

extension AssetRecord {
    /// Takes over size, duration and playback style from the rendering of an edit.
    mutating func show(_ renderings: [ResourceDraft]) {
        guard let main = renderings.first(where: { ResourceRole.fullSize.contains($0.type) }) else {
            return
        }
        if main.pixelWidth > 0 { (pixelWidth, pixelHeight) = (main.pixelWidth, main.pixelHeight) }
        if main.type == ResourceRole.fullSizeVideo { duration = main.duration }
        guard mediaSubtypes.contains(.live) else { return }
        // The movie of the original does not match an edited picture.
        playbackStyle =
            renderings.contains { $0.type == ResourceRole.fullSizePairedVideo }
            ? .livePhoto : .image
    }
}
