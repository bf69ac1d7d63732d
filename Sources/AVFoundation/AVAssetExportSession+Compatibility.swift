import PhotosMedia

extension AVAssetExportSession {
    /// All presets that there are names for.
    public class func allExportPresets() -> [String] { ExportPresets.all }

    /// The presets that can encode a movie: none here.
    ///
    /// As on Apple's systems, passing through is not among them.
    public class func exportPresets(compatibleWith asset: AVAsset) -> [String] { [] }

    /// Whether a movie can be exported with a preset to a type; nil stands for any.
    @concurrent
    public class func compatibility(
        ofExportPreset presetName: String,
        with asset: AVAsset,
        outputFileType: AVFileType?
    ) async -> Bool {
        let types = AVAssetExportSession(asset: asset, presetName: presetName)?.supportedFileTypes
        return types.map { outputFileType.map($0.contains) ?? !$0.isEmpty } ?? false
    }

    /// Tells whether a movie can be exported with a preset to a type, on a queue of ours.
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
