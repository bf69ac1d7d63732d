public import CoreMedia
import Dispatch
public import Foundation
import PhotosMedia
import Synchronization

/// Copies a movie into another file, without encoding it anew.
///
/// There is no encoder on Linux. With ``AVAssetExportPresetPassthrough`` and the type that the movie's file has, the file is
/// copied as it is, metadata included; every other preset and type fails with an ``AVError`` that says so. A session exports
/// once. It is safe on any thread.
open class AVAssetExportSession: NSObject, @unchecked Sendable {
    // Unchecked because the class is open; the mutex guards everything that changes.

    /// How far an export is.
    public enum Status: Int, Sendable {
        /// It was not begun.
        case unknown = 0
        /// It waits.
        case waiting = 1
        /// It is under way.
        case exporting = 2
        /// The file is there.
        case completed = 3
        /// There is no file.
        case failed = 4
        /// Somebody ended it; there is no file.
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

    /// The movie.
    public let asset: AVAsset
    /// The preset.
    public let presetName: String
    private let state = Mutex(State())

    /// Makes a session; nil for a name that is no preset.
    public init?(asset: AVAsset, presetName: String) {
        guard ExportPresets.all.contains(presetName) else { return nil }
        self.asset = asset
        self.presetName = presetName
        super.init()
    }

    /// Where the file is to be written: a file URL where nothing is yet.
    open var outputURL: URL? {
        get { state.withLock { $0.outputURL } }
        set { state.withLock { $0.outputURL = newValue } }
    }

    /// The type of that file: one of ``supportedFileTypes``.
    open var outputFileType: AVFileType? {
        get { state.withLock { $0.outputFileType } }
        set { state.withLock { $0.outputFileType = newValue } }
    }

    /// Of no effect: the bytes stay in their order.
    open var shouldOptimizeForNetworkUse: Bool {
        get { state.withLock { $0.shouldOptimizeForNetworkUse } }
        set { state.withLock { $0.shouldOptimizeForNetworkUse = newValue } }
    }

    /// The part that is wanted: everything, which it is to begin with; a part fails the export.
    open var timeRange: CMTimeRange {
        get { state.withLock { $0.timeRange } }
        set { state.withLock { $0.timeRange = newValue } }
    }

    /// How far the export is.
    open var status: Status { state.withLock { $0.status } }
    /// Why there is no file: an ``AVError``.
    open var error: (any Error)? { state.withLock { $0.error } }
    /// How much is written, from 0 to 1.
    open var progress: Float { state.withLock { $0.progress } }

    /// The types that the movie can be exported to: that of its file.
    open var supportedFileTypes: [AVFileType] {
        guard presetName == AVAssetExportPresetPassthrough,
            let type = try? asset.read({ try MediaHeader.read(from: $0).type })
        else { return [] }
        return [AVFileType(type.identifier)]
    }

    /// Begins the export; the handler is called once, on a queue of ours, whatever becomes of it.
    ///
    /// A session that was used before traps.
    open func exportAsynchronously(completionHandler handler: @escaping @Sendable () -> Void) {
        begin()
        Self.queue.async { [self] in
            perform()
            handler()
        }
    }

    /// Exports, and returns when that is over: ``status`` and ``error`` tell how.
    open func export() async {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                exportAsynchronously { continuation.resume() }
            }
        } onCancel: {
            cancelExport()
        }
    }

    /// Exports to a file.
    ///
    /// - Parameters:
    ///   - url: Where the file is to be written: a file URL where nothing is yet.
    ///   - fileType: The type of the movie's file.
    /// - Throws: ``AVError``; `CancellationError` where the task or the export was cancelled. There is no file then.
    open func export(to url: URL, as fileType: AVFileType) async throws {
        outputURL = url
        outputFileType = fileType
        await export()
        if status == .cancelled { throw CancellationError() }
        if let error { throw error }
    }

    /// Ends the export; what was written is removed, and the handler is called.
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
