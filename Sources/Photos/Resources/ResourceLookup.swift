import Foundation
import PhotosStore

/// Finds the resources of assets.
enum ResourceLookup {
    /// Returns the resources of an asset, read together with those of the assets in its batch.
    static func resources(of asset: PHAsset, in source: ObjectSource) -> [PHAssetResource] {
        let library = source.library
        let records = library.read(orElse: []) { try asset.batch.resources(of: source.row, in: $0) }
        let isEdited = records.contains {
            $0.type == ResourceRole.fullSizePhoto || $0.type == ResourceRole.fullSizeVideo
        }
        return records.map {
            PHAssetResource(
                $0,
                of: asset.localIdentifier,
                in: library,
                isCurrent: isCurrent($0, isEdited: isEdited),
                recipe: $0.isPlainRecipe
                    ? adjustmentFile(of: asset, in: source, beside: records) : nil
            )
        }
    }

    /// Returns the property list for adjustment data whose file contains only the bytes of the editing program.
    private static func adjustmentFile(
        of asset: PHAsset,
        in source: ObjectSource,
        beside records: [ResourceRecord]
    ) -> AdjustmentFile {
        var record = asset.record
        if record.adjustmentFormat == nil {
            // The asset was fetched before it was edited.
            record = source.library.read(orElse: record) { store in
                try store.records.assets([source.row]).records[source.row] ?? record
            }
        }
        return AdjustmentFile(
            formatIdentifier: record.adjustmentFormat ?? "",
            formatVersion: record.adjustmentVersion ?? "",
            data: Data(),
            date: record.adjustmentDate,
            isOnTop: records.contains { $0.isBase }
        )
    }

    /// Returns whether the asset currently shows a resource.
    private static func isCurrent(_ record: ResourceRecord, isEdited: Bool) -> Bool {
        switch record.type {
        case ResourceRole.fullSizePhoto, ResourceRole.fullSizeVideo,
            ResourceRole.fullSizePairedVideo:
            true
        case ResourceRole.photo, ResourceRole.video, ResourceRole.audio, ResourceRole.pairedVideo:
            !isEdited
        default: false
        }
    }
}
