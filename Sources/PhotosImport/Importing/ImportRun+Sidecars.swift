import Foundation
import PhotosStore

/// Combining the metadata of an asset's sidecars.
extension ImportRun {
    /// Sets the sidecar metadata in an attachment: that of the new sidecars, together with that of the
    /// existing ones.
    func noteCompanions(
        of asset: UUID,
        _ parts: ImportParts,
        in work: inout ResourceAttachment
    ) throws {
        guard let row = try library.rows(of: [asset], in: .asset)[asset] else { return }
        let read = Set(parts.files.filter { $0.outcome == .sidecar }.map(\.file.url.path))
        let others = try library.companionFiles(ofAsset: row).filter {
            !read.contains($0.path) && FileManager.default.fileExists(atPath: $0.path)
        }
        let known = try library.facts(ofAsset: row)
        if var supplement = try? library.readCompanions(others) {
            supplement.take(parts.supplement)
            work.companion = .replaced(RecordedFacts(supplement))
        } else {
            // If the existing sidecars cannot be read, their recorded metadata stays.
            let said = RecordedFacts(parts.supplement)?.filled(from: known.companion)
            work.companion = .replaced(said ?? known.companion)
        }
        // The original's own metadata is needed to distinguish values that a person set.
        if known.original == nil, parts.resources.isEmpty {
            work.present = try? library.readOriginal(ofAsset: row)
        }
    }
}
