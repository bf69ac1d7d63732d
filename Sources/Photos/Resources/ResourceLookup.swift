import Foundation
import PhotosStore

/// Finds the resources of assets.
enum ResourceLookup {
    /// The resources of an asset, read together with those of the assets that were read along with it.
    static func resources(of asset: PHAsset, _ source: ObjectSource) -> [PHAssetResource] {
        let library = source.library
        let records = library.read([]) { try asset.batch.resources(source.row, $0) }
        let isEdited = records.contains {
            $0.type == ResourceRole.fullSizePhoto || $0.type == ResourceRole.fullSizeVideo
        }
        return records.map {
            PHAssetResource(
                $0,
                of: asset.localIdentifier,
                in: library,
                isCurrent: isCurrent($0, isEdited),
                recipe: $0.isPlainRecipe ? recipe(of: asset, source, beside: records) : nil
            )
        }
    }

    /// What the library knows of a recipe whose file holds nothing but what its program wrote.
    private static func recipe(
        of asset: PHAsset,
        _ source: ObjectSource,
        beside records: [ResourceRecord]
    ) -> AdjustmentFile {
        var record = asset.record
        if record.adjustmentFormat == nil {
            // The asset was fetched before it was edited.
            record = source.library.read(record) { store in
                try store.assets([source.row]).records[source.row] ?? record
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

    /// Whether a resource is what the asset shows at present.
    private static func isCurrent(_ record: ResourceRecord, _ isEdited: Bool) -> Bool {
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
