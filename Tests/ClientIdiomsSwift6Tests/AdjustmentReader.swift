import Photos

/// Reads the recipe of an edit out of its resource, the way programs do that show or copy edits.
struct AdjustmentReader {
    /// What the property list says.
    struct Adjustment: Decodable, Equatable, Sendable {
        let adjustmentFormatIdentifier: String
        let adjustmentFormatVersion: String
        let adjustmentTimestamp: Date
        let adjustmentData: Data
        let adjustmentBaseVersion: Int
        let adjustmentEditorBundleID: String
    }

    static func resource(of asset: PHAsset) -> PHAssetResource? {
        PHAssetResource.assetResources(for: asset).first {
            $0.type == .adjustmentData && $0.originalFilename == "Adjustments.plist"
                && $0.uniformTypeIdentifier == "com.apple.property-list"
        }
    }

    static func adjustment(of asset: PHAsset) async throws -> Adjustment? {
        guard let resource = resource(of: asset) else { return nil }
        var data = Data()
        for try await part in BackupClient.bytes(of: resource) { data.append(part) }
        return try PropertyListDecoder().decode(Adjustment.self, from: data)
    }

    /// The same by keys.
    static func values(of asset: PHAsset, in folder: URL) async throws -> [String: Any] {
        guard let resource = resource(of: asset) else { return [:] }
        let file = folder.appendingPathComponent(resource.originalFilename)
        try await PHAssetResourceManager.default().writeData(
            for: resource,
            toFile: file,
            options: nil
        )
        let list = try PropertyListSerialization.propertyList(
            from: Data(contentsOf: file),
            options: [],
            format: nil
        )
        return list as? [String: Any] ?? [:]
    }
}
