import Foundation

/// Finds hikes in photos: runs of places that are near each other in time and space.
package struct HikeFinder {
    /// A longer pause between two photos ends a hike, in seconds.
    package var longestPause: TimeInterval = 4 * 3600
    /// A longer way between two photos ends a hike, in metres.
    package var longestLeap = 8000.0
    /// Fewer located photos are no hike.
    package var fewestPhotos = 3
    /// Photos that all lie within this distance of the first, in metres, are no hike but a visit.
    package var shortestReach = 400.0
    package var timeZone: TimeZone

    package init(timeZone: TimeZone) {
        self.timeZone = timeZone
    }

    /// The hikes in the order of their starts.
    ///
    /// A hike keeps the identifier of the known collage with which it shares the most photos, also
    /// when it begins earlier or ends later now.
    package func hikes(in photos: some Collection<PhotoFacts>, known: [Collage] = []) -> [Hike] {
        let runs = runs(in: photos)
        let kept = identifiers(of: runs, from: known)
        var taken = Set(known.map(\.id))
        return runs.enumerated().map { index, run in
            let start = run[0].takenAt
            let zone = run[0].zone(or: timeZone)
            let end = run[run.count - 1].takenAt
            let title = "Hike on \(start.text("EEEE d MMMM yyyy", in: zone))"
            if let id = kept[index] { return Hike(id: id, title: title, start: start, end: end) }
            let hike = Hike(title: title, start: start, end: end, in: zone, taken: taken)
            taken.insert(hike.id)
            return hike
        }
    }

    /// Which run goes on as which known collage: the pairs with the most photos in common first.
    private func identifiers(of runs: [[PhotoFacts]], from known: [Collage]) -> [Int: String] {
        let home = Dictionary(
            known.flatMap { collage in collage.photos.map { ($0.id, collage.id) } },
            uniquingKeysWith: { first, _ in first }
        )
        var pairs: [(run: Int, id: String, shared: Int)] = []
        for (index, run) in runs.enumerated() {
            let counts = Dictionary(
                run.compactMap { home[$0.id] }.map { ($0, 1) },
                uniquingKeysWith: +
            )
            pairs += counts.map { (index, $0.key, $0.value) }
        }
        pairs.sort { ($1.shared, $0.run, $0.id) < ($0.shared, $1.run, $1.id) }
        var kept: [Int: String] = [:]
        var used: Set<String> = []
        for pair in pairs where kept[pair.run] == nil && used.insert(pair.id).inserted {
            kept[pair.run] = pair.id
        }
        return kept
    }

    private func runs(in photos: some Collection<PhotoFacts>) -> [[PhotoFacts]] {
        var runs: [[PhotoFacts]] = []
        var last: (time: Date, place: Place)?
        for photo in photos.sorted(by: PhotoFacts.inOrder) {
            guard let place = photo.place else { continue }
            if let last, photo.takenAt.timeIntervalSince(last.time) <= longestPause,
                place.distance(to: last.place) <= longestLeap
            {
                runs[runs.count - 1].append(photo)
            } else {
                runs.append([photo])
            }
            last = (photo.takenAt, place)
        }
        return runs.filter { run in
            guard run.count >= fewestPhotos, let first = run.first?.place else { return false }
            return run.contains { ($0.place?.distance(to: first) ?? 0) >= shortestReach }
        }
    }
}
