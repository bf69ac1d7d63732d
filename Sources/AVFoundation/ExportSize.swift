import PhotosMedia

/// The largest pictures that a preset makes.
struct ExportSize: Hashable {
    var longSide: Int
    var shortSide: Int

    /// Returns the size of a preset that encodes; nil for another preset.
    init?(preset name: String) {
        switch name {
        case AVAssetExportPresetHighestQuality, AVAssetExportPreset3840x2160:
            self.init(longSide: 3_840, shortSide: 2_160)
        case AVAssetExportPreset1920x1080: self.init(longSide: 1_920, shortSide: 1_080)
        case AVAssetExportPreset1280x720: self.init(longSide: 1_280, shortSide: 720)
        case AVAssetExportPreset960x540: self.init(longSide: 960, shortSide: 540)
        case AVAssetExportPreset640x480: self.init(longSide: 640, shortSide: 480)
        case AVAssetExportPresetMediumQuality: self.init(longSide: 568, shortSide: 320)
        case AVAssetExportPresetLowQuality: self.init(longSide: 224, shortSide: 128)
        default: return nil
        }
        // A movie of any shape keeps the pixels that encoders take.
        if name == AVAssetExportPresetHighestQuality { shortSide = longSide }
    }

    init(longSide: Int, shortSide: Int) {
        self.longSide = longSide
        self.shortSide = shortSide
    }

    /// Returns the longest side with which both sides of a movie fit.
    ///
    /// - Parameters:
    ///   - width: The width that the movie has if its longer side fits.
    ///   - height: Its height then.
    /// - Returns: The longer side.
    func longestSide(width: Int, height: Int) -> Int {
        let (long, short) = (max(width, height), min(width, height))
        guard short > shortSide else { return longSide }
        let side = Double(long) * Double(shortSide) / Double(short)
        return min(longSide, max(MovieRequest.sides.lowerBound, Int(side.rounded())))
    }
}
