// Apple's names.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

/// The movie in another file without encoding, or a part of it.
public let AVAssetExportPresetPassthrough = "AVAssetExportPresetPassthrough"
/// H.264 of at most 224 by 128 pixels.
public let AVAssetExportPresetLowQuality = "AVAssetExportPresetLowQuality"
/// H.264 of at most 568 by 320 pixels.
public let AVAssetExportPresetMediumQuality = "AVAssetExportPresetMediumQuality"
/// H.264 in the size of the movie, of at most 3,840 pixels at the longer side.
public let AVAssetExportPresetHighestQuality = "AVAssetExportPresetHighestQuality"
/// The best quality in HEVC, which is not encoded here.
public let AVAssetExportPresetHEVCHighestQuality = "AVAssetExportPresetHEVCHighestQuality"
/// H.264 of at most 640 by 480 pixels.
public let AVAssetExportPreset640x480 = "AVAssetExportPreset640x480"
/// H.264 of at most 960 by 540 pixels.
public let AVAssetExportPreset960x540 = "AVAssetExportPreset960x540"
/// H.264 of at most 1280 by 720 pixels.
public let AVAssetExportPreset1280x720 = "AVAssetExportPreset1280x720"
/// H.264 of at most 1920 by 1080 pixels.
public let AVAssetExportPreset1920x1080 = "AVAssetExportPreset1920x1080"
/// H.264 of at most 3840 by 2160 pixels.
public let AVAssetExportPreset3840x2160 = "AVAssetExportPreset3840x2160"
/// 1920 by 1080 pixels in HEVC, which is not encoded here.
public let AVAssetExportPresetHEVC1920x1080 = "AVAssetExportPresetHEVC1920x1080"
/// 3840 by 2160 pixels in HEVC, which is not encoded here.
public let AVAssetExportPresetHEVC3840x2160 = "AVAssetExportPresetHEVC3840x2160"
/// Sound only, which is not exported here.
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
