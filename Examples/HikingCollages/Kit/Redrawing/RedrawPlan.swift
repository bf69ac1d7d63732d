import Foundation

/// Decides which pages to draw: a function of what was drawn and what the library holds now.
package struct RedrawPlan: Equatable, Sendable {
    /// In the order of the hikes; nothing that looks the same as before.
    package var redraws: [Redraw]
    /// What to remember once the pages are safely on disk.
    package var state: CollageState

    /// Compares what the pages should show with what they were drawn with.
    ///
    /// - Parameters:
    ///   - photos: All photos that may belong to a hike, as they are now.
    ///   - old: What was remembered; its token is taken over as it is.
    ///   - finder: Used where hikes are found in the photos.
    ///   - missingPages: Hikes whose page is not where it was left.
    ///   - all: Draws every page again, changed or not.
    package init(
        photos: [PhotoFacts],
        since old: CollageState,
        finder: HikeFinder,
        missingPages: Set<String> = [],
        all: Bool = false
    ) {
        let ordered = photos.sorted(by: PhotoFacts.inOrder)
        let hikes =
            switch old.source {
            case .given(let hikes): hikes
            case .photos: finder.hikes(in: ordered, known: old.collages)
            }
        let collages = hikes.compactMap { hike -> Collage? in
            let shown = ordered.filter { hike.contains($0.takenAt) }
            return shown.isEmpty ? nil : Collage(hike: hike, photos: shown)
        }

        let before = Dictionary(uniqueKeysWithValues: old.collages.map { ($0.id, $0) })
        redraws = collages.compactMap { collage in
            guard let earlier = before[collage.id] else {
                return Redraw(collage: collage, reason: .new)
            }
            let difference = CollageDifference(from: earlier, to: collage)
            if !difference.isEmpty { return Redraw(collage: collage, reason: .changed(difference)) }
            if missingPages.contains(collage.id) {
                return Redraw(collage: collage, reason: .pageMissing)
            }
            if old.incomplete.contains(collage.id) {
                return Redraw(collage: collage, reason: .incomplete)
            }
            return all ? Redraw(collage: collage, reason: .asked) : nil
        }
        let kept = Set(collages.map(\.id))
        redraws += old.collages.filter { !kept.contains($0.id) }.map {
            Redraw(collage: $0, reason: .gone)
        }

        state = old
        state.collages = collages
        state.incomplete = old.incomplete.intersection(kept)
        let shown = Set(collages.flatMap { $0.photos.map(\.id) })
        state.strays = old.source == .photos ? ordered.filter { !shown.contains($0.id) } : []
    }
}
