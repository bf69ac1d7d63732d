public import CoreMedia
import Dispatch
public import Foundation
import PhotosMedia
import Synchronization

/// A session that writes a movie, or a part of it, to another file.
///
/// With ``AVAssetExportPresetPassthrough`` and the type of the movie's own file, the session copies the file with its
/// metadata, and nothing is encoded. Presets of H.264 make a file for any player: upright, in a standard range of
/// brightness, with sound as AAC, and without metadata. Other presets and types fail with an ``AVError`` that gives the
/// reason. A session exports once. Safe on any thread.
open class AVAssetExportSession: NSObject, @unchecked Sendable {
    // Unchecked because the class is open; the mutex guards all mutable state.

    /// The state of an export.
    public enum Status: Int, Sendable {
        /// The export has not started.
        case unknown = 0
        /// The export waits.
        case waiting = 1
        /// The export is in progress.
        case exporting = 2
        /// The file is complete.
        case completed = 3
        /// The export failed, without a file.
        case failed = 4
        /// The export was cancelled, without a file.
        case cancelled = 5
    }

    private struct State {
        var outputURL: URL?
        var outputFileType: AVFileType?
        var shouldOptimizeForNetworkUse = false
        var timeRange = CMTimeRange(start: .zero, duration: .positiveInfinity)
        var fileLengthLimit: Int64 = 0
        var status = Status.unknown
        var error: AVError?
        var progress: Float = 0
    }

    private static let copying = DispatchQueue(
        label: "OpenPhotoKit exports",
        attributes: .concurrent
    )
    /// One movie after another is encoded, because each uses all processors.
    private static let encoding = DispatchQueue(label: "OpenPhotoKit encoded exports")

    /// The movie to export.
    public let asset: AVAsset
    /// The name of the preset.
    public let presetName: String
    private let state = Mutex(State())
    private let cancellation = WorkCancellation()

    /// Makes a session; nil for an unknown preset.
    public init?(asset: AVAsset, presetName: String) {
        guard ExportPresets.all.contains(presetName) else { return nil }
        self.asset = asset
        self.presetName = presetName
        super.init()
    }

    /// The URL of the new file, which must not exist yet.
    open var outputURL: URL? {
        get { state.withLock { $0.outputURL } }
        set { state.withLock { $0.outputURL = newValue } }
    }

    /// The type of the new file: one of ``supportedFileTypes``.
    open var outputFileType: AVFileType? {
        get { state.withLock { $0.outputFileType } }
        set { state.withLock { $0.outputFileType = newValue } }
    }

    /// A property without effect: copies keep the order of the bytes, and encoded files have their tables at the end.
    open var shouldOptimizeForNetworkUse: Bool {
        get { state.withLock { $0.shouldOptimizeForNetworkUse } }
        set { state.withLock { $0.shouldOptimizeForNetworkUse = newValue } }
    }

    /// The part of the movie to export; the whole movie by default.
    ///
    /// A part that is not encoded begins with the key frame before it, and an edit list hides the pictures up to its
    /// start. An encoded part has no others.
    open var timeRange: CMTimeRange {
        get { state.withLock { $0.timeRange } }
        set { state.withLock { $0.timeRange = newValue } }
    }

    /// The most bytes that the new file may have; 0, the default, is no limit.
    ///
    /// A longer file is not cut off: the export fails with `maximumFileSizeReached`.
    open var fileLengthLimit: Int64 {
        get { state.withLock { $0.fileLengthLimit } }
        set { state.withLock { $0.fileLengthLimit = newValue } }
    }

    /// The state of the export.
    open var status: Status { state.withLock { $0.status } }
    /// The ``AVError`` that explains why there is no file.
    open var error: (any Error)? { state.withLock { $0.error } }
    /// The written part of the file, from 0 to 1.
    open var progress: Float { state.withLock { $0.progress } }

    /// The types that the movie can be exported to: the type of its file, or those that can be encoded.
    open var supportedFileTypes: [AVFileType] {
        guard let type = try? asset.read({ try MediaHeader.read(from: $0).type }) else { return [] }
        if presetName == AVAssetExportPresetPassthrough { return [AVFileType(type.identifier)] }
        guard ExportSize(preset: presetName) != nil, type.kind == .video else { return [] }
        return [.mov, .mp4, .m4v]
    }

    /// Starts the export; the handler is called once, on a queue of the library, after success or failure.
    ///
    /// The call traps on a session that was used before.
    open func exportAsynchronously(completionHandler handler: @escaping @Sendable () -> Void) {
        begin()
        let queue = presetName == AVAssetExportPresetPassthrough ? Self.copying : Self.encoding
        queue.async { [self] in
            perform()
            handler()
        }
    }

    /// Exports the movie, and returns at the end; ``status`` and ``error`` contain the result.
    open func export() async {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                exportAsynchronously { continuation.resume() }
            }
        } onCancel: {
            cancelExport()
        }
    }

    /// Exports the movie to a file.
    ///
    /// - Parameters:
    ///   - url: The URL of the new file, which must not exist yet.
    ///   - fileType: One of ``supportedFileTypes``.
    /// - Throws: ``AVError``, or `CancellationError` if the task or the export was cancelled. Then there is no
    ///   file.
    open func export(to url: URL, as fileType: AVFileType) async throws {
        outputURL = url
        outputFileType = fileType
        await export()
        if status == .cancelled { throw CancellationError() }
        if let error { throw error }
    }

    /// Cancels the export; the partial file is removed, and the handler is called.
    open func cancelExport() { cancellation.cancel() }

    private func begin() {
        let isFirst = state.withLock { state in
            defer { if state.status == .unknown { state.status = .waiting } }
            return state.status == .unknown
        }
        precondition(
            isFirst,
            "An AVAssetExportSession exports once. Make another one to export again."
        )
    }

    private func perform() {
        state.withLock { $0.status = .exporting }
        let settings = state.withLock { $0 }
        let end: (Status, AVError?)
        do {
            try write(settings)
            end = (.completed, nil)
        } catch is CancellationError {
            end = (.cancelled, AVError(.operationCancelled, "The export was cancelled."))
        } catch {
            end = (.failed, error as? AVError ?? AVError(.unknown, "\(error)"))
        }
        state.withLock { state in
            (state.status, state.error) = end
            if state.status == .completed { state.progress = 1 }
        }
    }

    private func write(_ settings: State) throws {
        guard let url = settings.outputURL, url.isFileURL, let type = settings.outputFileType else {
            throw AVError(.exportFailed, "Set outputURL to the URL of a file, and outputFileType.")
        }
        let progress = { (done: Float) in self.state.withLock { $0.progress = done } }
        if presetName == AVAssetExportPresetPassthrough {
            let copy = try plannedCopy(to: url.path, type, settings)
            try copy.run(progress: progress, isCancelled: { cancellation.isCancelled })
        } else {
            let encoding = try plannedEncoding(to: url.path, type, settings)
            try encoding.run(progress: progress, cancellation: cancellation)
        }
    }

    private func plannedCopy(
        to path: String,
        _ type: AVFileType,
        _ settings: State
    ) throws -> MovieCopy {
        let own = try asset.read { try MediaHeader.read(from: $0).type }
        guard type.rawValue == own.identifier else {
            throw AVError(
                .incompatibleAsset,
                "The movie is a file of type \(own.identifier), and is only copied as that. Choose one of supportedFileTypes, or a preset that encodes."
            )
        }
        guard let source = asset.file else { throw AVError(.operationNotSupportedForAsset) }
        return MovieCopy(
            source: source.path,
            target: path,
            part: try part(settings.timeRange),
            mostBytes: settings.fileLengthLimit > 0 ? settings.fileLengthLimit : nil
        )
    }

    private func plannedEncoding(
        to path: String,
        _ type: AVFileType,
        _ settings: State
    ) throws -> MovieEncoding {
        guard let size = ExportSize(preset: presetName) else {
            throw AVError(
                .encoderNotFound,
                "There is no encoder for \(presetName). Export with AVAssetExportPresetHighestQuality as H.264, or with AVAssetExportPresetPassthrough without encoding."
            )
        }
        let kinds: [AVFileType: MadeMovieFile.Kind] = [
            .mp4: .mp4, .m4v: .m4v, .mov: .quickTime,
        ]
        guard let kind = kinds[type] else {
            throw AVError(
                .incompatibleAsset,
                "H.264 is not written to files of type \(type.rawValue). Choose one of supportedFileTypes."
            )
        }
        let ticks = Double(FragmentGrid.ticksPerSecond)
        let longest = Double(FragmentGrid.longestTicks) / ticks
        let span = try part(settings.timeRange).map { part in
            let start = Int((min(part.lowerBound, longest - 1) * ticks).rounded())
            let end = Int((min(part.upperBound, longest) * ticks).rounded())
            return start..<max(start + 1, end)
        }
        return MovieEncoding(
            source: asset,
            target: path,
            kind: kind,
            size: size,
            span: span,
            mostBytes: settings.fileLengthLimit > 0 ? settings.fileLengthLimit : nil
        )
    }

    /// Returns the seconds to export; nil for the whole movie.
    private func part(_ range: CMTimeRange) throws -> Range<Double>? {
        let whole = asset.duration.seconds
        let start = range.start.isNumeric ? max(0, range.start.seconds) : 0
        let end = range.end.isNumeric ? range.end.seconds : .infinity
        if start == 0, !(end < whole), whole.isFinite || end == .infinity { return nil }
        guard start < end, !(start >= whole) else {
            throw AVError(
                .operationNotSupportedForAsset,
                "The timeRange has nothing of the movie. Choose an earlier one."
            )
        }
        return start..<end
    }
}
