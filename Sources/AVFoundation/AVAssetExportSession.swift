public import CoreMedia
import Dispatch
public import Foundation
import PhotosMedia
import Synchronization

/// A session that copies a movie to another file without encoding.
///
/// Linux has no encoder. With ``AVAssetExportPresetPassthrough`` and the type of the movie's own file, the session
/// copies the file with its metadata. Every other preset and type fails with an ``AVError`` that gives the reason.
/// A session exports once. Safe on any thread.
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
        var status = Status.unknown
        var error: AVError?
        var progress: Float = 0
        var isCancelled = false
    }

    private static let queue = DispatchQueue(label: "OpenPhotoKit exports", attributes: .concurrent)

    /// The movie to export.
    public let asset: AVAsset
    /// The name of the preset.
    public let presetName: String
    private let state = Mutex(State())

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

    /// A property without effect: the bytes keep their order.
    open var shouldOptimizeForNetworkUse: Bool {
        get { state.withLock { $0.shouldOptimizeForNetworkUse } }
        set { state.withLock { $0.shouldOptimizeForNetworkUse = newValue } }
    }

    /// The part of the movie to export; the default is the whole movie, and any other part fails.
    open var timeRange: CMTimeRange {
        get { state.withLock { $0.timeRange } }
        set { state.withLock { $0.timeRange = newValue } }
    }

    /// The state of the export.
    open var status: Status { state.withLock { $0.status } }
    /// The ``AVError`` that explains why there is no file.
    open var error: (any Error)? { state.withLock { $0.error } }
    /// The written part of the file, from 0 to 1.
    open var progress: Float { state.withLock { $0.progress } }

    /// The types that the movie can be exported to: only the type of its file.
    open var supportedFileTypes: [AVFileType] {
        guard presetName == AVAssetExportPresetPassthrough,
            let type = try? asset.read({ try MediaHeader.read(from: $0).type })
        else { return [] }
        return [AVFileType(type.identifier)]
    }

    /// Starts the export; the handler is called once, on a queue of the library, after success or failure.
    ///
    /// The call traps on a session that was used before.
    open func exportAsynchronously(completionHandler handler: @escaping @Sendable () -> Void) {
        begin()
        Self.queue.async { [self] in
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
    ///   - fileType: The type of the movie's file.
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
    open func cancelExport() { state.withLock { $0.isCancelled = true } }

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
            let copy = try plan(settings)
            try copy.run(
                progress: { done in state.withLock { $0.progress = done } },
                isCancelled: { state.withLock { $0.isCancelled } }
            )
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

    private func plan(_ settings: State) throws -> MovieCopy {
        guard presetName == AVAssetExportPresetPassthrough else {
            throw AVError(
                .encoderNotFound,
                "There is no encoder for \(presetName). Export with AVAssetExportPresetPassthrough, or copy the file of the asset."
            )
        }
        guard let url = settings.outputURL, url.isFileURL, let type = settings.outputFileType else {
            throw AVError(.exportFailed, "Set outputURL to the URL of a file, and outputFileType.")
        }
        let own = try asset.read { try MediaHeader.read(from: $0).type }
        guard type.rawValue == own.identifier else {
            throw AVError(
                .incompatibleAsset,
                "The movie is a file of type \(own.identifier), and is only copied as that. Choose one of supportedFileTypes."
            )
        }
        let range = settings.timeRange
        guard range.start.seconds <= 0, !(range.end.seconds < asset.duration.seconds) else {
            throw AVError(
                .operationNotSupportedForAsset,
                "A part of a movie cannot be exported. Leave timeRange as it is."
            )
        }
        guard let source = asset.file else { throw AVError(.operationNotSupportedForAsset) }
        return MovieCopy(source: source.path, target: url.path)
    }
}
