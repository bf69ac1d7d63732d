import Foundation

/// One outing: its photos are those taken from its start to its end.
package struct Hike: Codable, Hashable, Sendable, Identifiable {
    /// Safe as a file name; the same for the same hike at every start of the program.
    package let id: String
    package var title: String
    package var start: Date
    package var end: Date
    /// Empty where only the photos tell the way.
    package var track: [TrackPoint]

    package init(id: String, title: String, start: Date, end: Date, track: [TrackPoint] = []) {
        self.id = id
        self.title = title
        self.start = start
        self.end = end
        self.track = track
    }

    package func contains(_ time: Date) -> Bool {
        start <= time && time <= end
    }
}

extension Hike {
    /// A hike whose identifier is made of its day and title, and is none of those taken.
    package init(
        title: String,
        start: Date,
        end: Date,
        track: [TrackPoint] = [],
        in timeZone: TimeZone,
        taken: Set<String> = []
    ) {
        let day = start.text("yyyy-MM-dd", in: timeZone)
        let base = SafeFileName.stem(of: "\(day)-\(title)").lowercased()
        var id = base
        var number = 2
        while taken.contains(id) {
            id = "\(base)-\(number)"
            number += 1
        }
        self.init(id: id, title: title, start: start, end: end, track: track)
    }
}
