import Foundation
public import Photos

/// The start and the end of a video, as an edit that can be resumed and reverted.
///
/// The edit's movie is a copy without encoding, where the video is a QuickTime or MPEG-4 file with a table of its samples. Nothing
/// of its quality is lost, and it takes a moment. It begins at any picture: the pictures since the key frame before are in the
/// file, and its edit list hides them. Other videos are encoded as H.264, which leaves nothing hidden.
///
/// The adjustment data of the edit are JSON with the numbers `start` and `end`, in seconds.
public struct VideoTrim: Sendable, Hashable, Codable {
    /// The format of the adjustment data.
    public static let formatIdentifier = "org.openphotokit.trim"
    /// The version of the format.
    public static let formatVersion = "1"

    /// The first second that is shown, counted from the beginning of the video before its trim.
    public let start: Double
    /// The second at which the video ends; nil for its own end.
    public let end: Double?

    /// Makes a trim; nil if it would leave nothing.
    public init?(start: Double, end: Double? = nil) {
        guard start.isFinite, start >= 0, end.map({ $0.isFinite && $0 > start }) ?? true else {
            return nil
        }
        self.start = start
        self.end = end
    }

    /// Returns the trim that leaves a part of the video as this trim shows it.
    ///
    /// - Parameter shown: The part, counted from the beginning of the trimmed video.
    /// - Returns: The trim; nil if nothing would be left.
    public func trimmed(to shown: VideoTrim) -> VideoTrim? {
        let ends = [end, shown.end.map { start + $0 }].compactMap(\.self)
        return VideoTrim(start: start + shown.start, end: ends.min())
    }

    /// Reads the trim of an edit; nil for an edit of another kind.
    public init?(_ data: PHAdjustmentData) {
        guard Self.canRead(data),
            let read = try? JSONDecoder().decode(Self.self, from: data.data),
            let trim = Self(start: read.start, end: read.end)
        else { return nil }
        self = trim
    }

    /// Returns whether adjustment data are those of a trim.
    public static func canRead(_ data: PHAdjustmentData) -> Bool {
        data.formatIdentifier == formatIdentifier && data.formatVersion == formatVersion
    }

    /// Returns the trim of a video.
    ///
    /// - Parameter asset: The video.
    /// - Returns: The trim; nil if the video has none, or another edit.
    /// - Throws: `PHPhotosError` if the edit cannot be read.
    public static func trim(of asset: PHAsset) async throws -> VideoTrim? {
        guard asset.mediaType == .video, asset.adjustmentFormatIdentifier == formatIdentifier else {
            return nil
        }
        return try await input(of: asset).adjustmentData.flatMap { VideoTrim($0) }
    }

    /// A trimmed video that waits for its change block.
    public struct Rendering: @unchecked Sendable {
        // Unchecked because outputs are not Sendable: each goes to one change block, and nowhere else.
        /// The video.
        public let asset: PHAsset
        /// The output to set as `contentEditingOutput` of the video's change request.
        public let output: PHContentEditingOutput
        /// The trim, whose end is not behind that of the video.
        public let trim: VideoTrim
    }

    /// Makes the movie of the trimmed video.
    ///
    /// A trim that the video has already is replaced: this one counts from the beginning of the video before it. An edit of another
    /// program stays below. The file is fetched if it is in a remote alone.
    ///
    /// - Parameter asset: The video.
    /// - Returns: What a change block needs.
    /// - Throws: `PHPhotosError` if the asset is no video or cannot be read, `AVError` if the movie cannot be made, and
    ///   `CancellationError`.
    public func rendering(of asset: PHAsset) async throws -> Rendering {
        guard asset.mediaType == .video else {
            throw Self.refusal("Only videos can be trimmed.")
        }
        let input = try await Self.input(of: asset)
        guard let movie = input.audiovisualAsset else { throw PHPhotosError(.missingResource) }
        let duration = movie.duration.seconds
        guard !(start >= duration),
            let trim = VideoTrim(
                start: start,
                end: duration.isFinite ? min(end ?? duration, duration) : end
            )
        else {
            throw Self.refusal("The video ends before the trim begins. Choose an earlier start.")
        }
        let output = PHContentEditingOutput(contentEditingInput: input)
        output.adjustmentData = PHAdjustmentData(
            formatIdentifier: Self.formatIdentifier,
            formatVersion: Self.formatVersion,
            data: try JSONEncoder().encode(trim)
        )
        let targets = [
            (AVFileType.mov, try output.renderedContentURL(for: .quickTimeMovie)),
            (AVFileType.mp4, try output.renderedContentURL(for: .mpeg4Movie)),
        ]
        try await trim.write(movie, to: targets)
        return Rendering(asset: asset, output: output, trim: trim)
    }

    /// Copies the part of a movie to the target of its type, or encodes it to the last one.
    private func write(_ movie: AVAsset, to targets: [(type: AVFileType, url: URL)]) async throws {
        for target in targets {
            let copy = session(movie, AVAssetExportPresetPassthrough)
            guard copy.supportedFileTypes.contains(target.type) else { continue }
            do {
                return try await copy.export(to: target.url, as: target.type)
            } catch AVError.operationNotSupportedForAsset {
                continue
            }
        }
        guard let target = targets.last else { return }
        let encoded = session(movie, AVAssetExportPresetHighestQuality)
        try await encoded.export(to: target.url, as: target.type)
    }

    private func session(_ movie: AVAsset, _ preset: String) -> AVAssetExportSession {
        guard let session = AVAssetExportSession(asset: movie, presetName: preset) else {
            preconditionFailure("\(preset) is a preset.")
        }
        func time(_ seconds: Double) -> CMTime {
            CMTime(seconds: seconds, preferredTimescale: 90_000)
        }
        session.timeRange = CMTimeRange(
            start: time(start),
            duration: end.map { time($0 - start) } ?? .positiveInfinity
        )
        return session
    }

    private struct Answer: @unchecked Sendable {
        // Unchecked because inputs are not Sendable: each goes to the task that waits for it, and nowhere else.
        let input: PHContentEditingInput?
        let error: (any Error)?
    }

    /// Returns the input of an edit, which resumes a trim.
    private static func input(of asset: PHAsset) async throws -> PHContentEditingInput {
        let options = PHContentEditingInputRequestOptions()
        options.isNetworkAccessAllowed = true
        options.canHandleAdjustmentData = canRead
        options.skipsDisplaySizeImage = true
        let answer = await withCheckedContinuation { continuation in
            asset.requestContentEditingInput(with: options) { input, info in
                let error = info[PHContentEditingInputErrorKey] as? any Error
                continuation.resume(returning: Answer(input: input, error: error))
            }
        }
        guard let input = answer.input else {
            throw answer.error ?? PHPhotosError(.missingResource)
        }
        return input
    }

    private static func refusal(_ sentence: String) -> PHPhotosError {
        PHPhotosError(
            .requestNotSupportedForAsset,
            userInfo: [NSLocalizedDescriptionKey: sentence]
        )
    }
}
