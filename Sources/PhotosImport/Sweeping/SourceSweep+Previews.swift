import Foundation
import PhotosStore

/// Making previews during a sweep, because the files may be unavailable when a preview is requested later.
extension SourceSweep {
    /// Returns the preview maker of this sweep; nil where no previews are wanted.
    mutating func previewMaker() -> PreviewMaker? {
        guard options.makesPreviews, reader.problem == nil else { return nil }
        if let previews { return previews }
        let threads = ProcessInfo.processInfo.activeProcessorCount
        let maker = PreviewMaker(library.pictures, threads: threads)
        previews = maker
        return maker
    }

    mutating func makePreviewsOfEdited() throws {
        guard !editedAssets.isEmpty, !isCancelled(), let maker = previewMaker() else { return }
        for start in stride(from: 0, to: editedAssets.count, by: Self.previewBlock) {
            let part = Array(editedAssets.dropFirst(start).prefix(Self.previewBlock))
            maker.makePreviews(of: try library.records.shownResources(ofAssets: part))
        }
        editedAssets = []
    }

    private static let previewBlock = 128

    /// Waits for previews in progress, and reports their outcome.
    mutating func finishPreviews() throws {
        guard let previews else { return }
        self.previews = nil
        while let left = previews.left(after: 0.2) {
            if isCancelled() { previews.stop() }
            notify(.previewsLeft(left))
        }
        let outcome = previews.finish()
        if let obstacle = outcome.obstacle { notify(.noPreviews(reason: "\(obstacle)")) }
        report.withoutPreviewCount += outcome.failures.count
        // A full disk has one reason for all of them.
        if let full = outcome.failures.first(where: \.isForSpace) {
            notify(.noPreviews(reason: full.reason))
        }
        for failure in outcome.failures where !failure.isForSpace {
            let file = try failure.file ?? library.originals.url(of: failure.resource)
            notify(.withoutPreview(file, reason: failure.reason))
        }
    }
}
