// Apple's names.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

/// The unchanged movie in another file: the only preset that exports here.
public let AVAssetExportPresetPassthrough = "AVAssetExportPresetPassthrough"
/// The smallest file; Linux has no encoder for this preset.
public let AVAssetExportPresetLowQuality = "AVAssetExportPresetLowQuality"
/// A medium quality; Linux has no encoder for this preset.
public let AVAssetExportPresetMediumQuality = "AVAssetExportPresetMediumQuality"
/// The best quality; Linux has no encoder for this preset.
public let AVAssetExportPresetHighestQuality = "AVAssetExportPresetHighestQuality"
/// The best quality in HEVC; Linux has no encoder for this preset.
public let AVAssetExportPresetHEVCHighestQuality = "AVAssetExportPresetHEVCHighestQuality"
/// 640 by 480 pixels; Linux has no encoder for this preset.
public let AVAssetExportPreset640x480 = "AVAssetExportPreset640x480"
/// 960 by 540 pixels; Linux has no encoder for this preset.
public let AVAssetExportPreset960x540 = "AVAssetExportPreset960x540"
/// 1280 by 720 pixels; Linux has no encoder for this preset.
public let AVAssetExportPreset1280x720 = "AVAssetExportPreset1280x720"
/// 1920 by 1080 pixels; Linux has no encoder for this preset.
public let AVAssetExportPreset1920x1080 = "AVAssetExportPreset1920x1080"
/// 3840 by 2160 pixels; Linux has no encoder for this preset.
public let AVAssetExportPreset3840x2160 = "AVAssetExportPreset3840x2160"
/// 1920 by 1080 pixels in HEVC; Linux has no encoder for this preset.
public let AVAssetExportPresetHEVC1920x1080 = "AVAssetExportPresetHEVC1920x1080"
/// 3840 by 2160 pixels in HEVC; Linux has no encoder for this preset.
public let AVAssetExportPresetHEVC3840x2160 = "AVAssetExportPresetHEVC3840x2160"
/// Sound only; Linux has no encoder for this preset.
public let AVAssetExportPresetAppleM4A = "AVAssetExportPresetAppleM4A"

enum ExportPresets {
    static let all = [
        AVAssetExportPresetPassthrough, AVAssetExportPresetLowQuality,
        AVAssetExportPresetMediumQuality, AVAssetExportPresetHighestQuality,
        AVAssetExportPresetHEVCHighestQuality, AVAssetExportPreset640x480,
        AVAssetExportPreset960x540, AVAssetExportPreset1280x720, AVAssetExportPreset1920x1080,
        AVAssetExportPreset3840x2160, AVAssetExportPresetHEVC1920x1080,
        AVAssetExportPresetHEVC3840x2160, AVAssetExportPresetAppleM4A,
    ]
}
