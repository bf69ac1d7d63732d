import PhotosMedia

extension AVAssetExportSession {
    /// Returns the names of all presets.
    public class func allExportPresets() -> [String] { ExportPresets.all }

    /// Returns the presets that can encode a movie: those of H.264.
    ///
    /// As on Apple's systems, the passthrough preset is not included.
    public class func exportPresets(compatibleWith asset: AVAsset) -> [String] {
        ExportPresets.all.filter { name in
            guard ExportSize(preset: name) != nil else { return false }
            let session = AVAssetExportSession(asset: asset, presetName: name)
            return session?.supportedFileTypes.isEmpty == false
        }
    }

    /// Returns whether a movie can be exported with a preset to a type; a nil type means any.
    @concurrent
    public class func compatibility(
        ofExportPreset presetName: String,
        with asset: AVAsset,
        outputFileType: AVFileType?
    ) async -> Bool {
        let types = AVAssetExportSession(asset: asset, presetName: presetName)?.supportedFileTypes
        return types.map { outputFileType.map($0.contains) ?? !$0.isEmpty } ?? false
    }

    /// Determines whether a movie can be exported with a preset to a type; a new task calls the handler.
    public class func determineCompatibility(
        ofExportPreset presetName: String,
        with asset: AVAsset,
        outputFileType: AVFileType?,
        completionHandler handler: @escaping @Sendable (Bool) -> Void
    ) {
        Task {
            handler(
                await compatibility(
                    ofExportPreset: presetName,
                    with: asset,
                    outputFileType: outputFileType
                )
            )
        }
    }

    /// The types that the movie can be exported to.
    public var compatibleFileTypes: [AVFileType] {
        get async { supportedFileTypes }
    }
}
