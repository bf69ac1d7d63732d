import Foundation

/// Reads hikes from a JSON list: `[{"title": "…", "start": "2024-06-14T08:00:00+02:00", "end": "…"}]`.
package struct HikeListReader {
    package var timeZone: TimeZone

    package init(timeZone: TimeZone) {
        self.timeZone = timeZone
    }

    private struct Entry: Decodable {
        let title: String
        let start: String
        let end: String
    }

    package func hikes(in data: Data) throws -> [Hike] {
        let entries: [Entry]
        do {
            entries = try JSONDecoder().decode([Entry].self, from: data)
        } catch {
            throw HikeFileError(
                "The list of hikes is no JSON list of objects with “title”, “start” and “end”: "
                    + "\(error)"
            )
        }
        var hikes: [Hike] = []
        for entry in entries {
            let start = try time(entry.start, of: entry)
            let end = try time(entry.end, of: entry)
            guard start <= end else {
                throw HikeFileError("“\(entry.title)” ends before it starts.")
            }
            hikes.append(
                Hike(
                    title: entry.title,
                    start: start,
                    end: end,
                    in: timeZone,
                    taken: Set(hikes.map(\.id))
                )
            )
        }
        return hikes
    }

    private func time(_ text: String, of entry: Entry) throws -> Date {
        guard let date = TimeStamp.date(from: text) else {
            throw HikeFileError(
                "“\(entry.title)” has the time “\(text)”; "
                    + "write times with their zone, like 2024-06-14T08:00:00+02:00."
            )
        }
        return date
    }
}
