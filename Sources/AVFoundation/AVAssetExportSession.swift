// Apple's names.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import Foundation

/// Makes a file of another format of a movie: not on Linux, where there is no encoder for it.
///
/// None can be made. Copy the movie's file instead: its URL, or its resource, is at hand.
open class AVAssetExportSession: NSObject, @unchecked Sendable {
    // Unchecked because the class is open, as Apple's; there are no values of it.

    /// Where the file is to be written.
    open var outputURL: URL?
    /// The format of that file.
    open var outputFileType: AVFileType?

    /// Always nil.
    public init?(asset: AVAsset, presetName: String) { nil }

    /// Ends at once, since there is nothing to export.
    open func exportAsynchronously(completionHandler handler: @escaping @Sendable () -> Void) {
        handler()
    }

    /// How far the export is: nowhere.
    open var status: Status { .failed }
    /// Why there is no file.
    open var error: (any Error)? { CocoaError(.featureUnsupported) }

    /// How far an export is.
    public enum Status: Int, Sendable {
        /// Nobody knows.
        case unknown = 0
        /// It waits.
        case waiting = 1
        /// It is under way.
        case exporting = 2
        /// The file is there.
        case completed = 3
        /// There will be no file.
        case failed = 4
        /// Somebody ended it.
        case cancelled = 5
    }
}

/// The movie as it is, in another file.
public let AVAssetExportPresetPassthrough = "AVAssetExportPresetPassthrough"
/// The best quality.
public let AVAssetExportPresetHighestQuality = "AVAssetExportPresetHighestQuality"
/// A quality between.
public let AVAssetExportPresetMediumQuality = "AVAssetExportPresetMediumQuality"
/// The smallest file.
public let AVAssetExportPresetLowQuality = "AVAssetExportPresetLowQuality"

/// A format of movie files.
public struct AVFileType: RawRepresentable, Hashable, Sendable {
    /// The identifier of the type.
    public let rawValue: String

    /// Takes the identifier of a type.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// QuickTime.
    public static let mov = AVFileType(rawValue: "com.apple.quicktime-movie")
    /// MPEG-4.
    public static let mp4 = AVFileType(rawValue: "public.mpeg-4")
    /// MPEG-4 as Apple's programs write it.
    public static let m4v = AVFileType(rawValue: "com.apple.m4v-video")
}
