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
        let read = parts.files.filter { $0.outcome == .sidecar }
        let paths = Set(read.map(\.file.url.path))
        // A file of the same name takes the place of the one that the asset keeps.
        let names = Set(parts.kept.map { ExactText($0.filename) })
        let others = try library.companionFiles(ofAsset: row).filter {
            !paths.contains($0.url.path) && !names.contains(ExactText($0.name))
                && FileManager.default.fileExists(atPath: $0.url.path)
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
