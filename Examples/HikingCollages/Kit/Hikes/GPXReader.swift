import Foundation

#if canImport(FoundationXML)
import FoundationXML
#endif

/// Reads hikes from a GPX file: each track with times is a hike.
package struct GPXReader {
    package var timeZone: TimeZone

    package init(timeZone: TimeZone) {
        self.timeZone = timeZone
    }

    package func hikes(in data: Data) throws -> [Hike] {
        let collector = TrackCollector()
        let parser = XMLParser(data: data)
        parser.delegate = collector
        guard parser.parse() else {
            throw HikeFileError(
                "The file is no readable GPX: line \(parser.lineNumber) breaks the rules of XML."
            )
        }
        var hikes: [Hike] = []
        for track in collector.tracks {
            let times = track.points.compactMap(\.time)
            guard let start = times.min(), let end = times.max() else { continue }
            hikes.append(
                Hike(
                    title: track.name.isEmpty ? "Hike" : track.name,
                    start: start,
                    end: end,
                    track: track.points,
                    in: timeZone,
                    taken: Set(hikes.map(\.id))
                )
            )
        }
        guard !hikes.isEmpty else {
            throw HikeFileError("The GPX file has no track whose points have times.")
        }
        return hikes
    }
}

/// Gathers the tracks of a GPX file while it is parsed.
private final class TrackCollector: NSObject, XMLParserDelegate {
    struct Track {
        var name = ""
        var points: [TrackPoint] = []
    }

    private(set) var tracks: [Track] = []
    private var path: [String] = []
    private var text = ""

    func parser(
        _ parser: XMLParser,
        didStartElement elementName: String,
        namespaceURI: String?,
        qualifiedName: String?,
        attributes: [String: String] = [:]
    ) {
        text = ""
        path.append(elementName)
        switch elementName {
        case "trk":
            tracks.append(Track())
        case "trkpt":
            guard let point = Self.place(in: attributes), !tracks.isEmpty else { return }
            tracks[tracks.count - 1].points.append(TrackPoint(place: point))
        default:
            break
        }
    }

    func parser(_ parser: XMLParser, foundCharacters string: String) {
        text += string
    }

    func parser(
        _ parser: XMLParser,
        didEndElement elementName: String,
        namespaceURI: String?,
        qualifiedName: String?
    ) {
        path.removeLast()
        guard !tracks.isEmpty else { return }
        let content = text.trimmingCharacters(in: .whitespacesAndNewlines)
        let track = tracks.count - 1
        switch (path.last, elementName) {
        case ("trk", "name"):
            tracks[track].name = content
        case ("trkpt", "time"):
            guard let point = tracks[track].points.indices.last else { return }
            tracks[track].points[point].time = TimeStamp.date(from: content)
        case ("trkpt", "ele"):
            guard let point = tracks[track].points.indices.last else { return }
            // What no place on earth has is a fault of the recorder.
            tracks[track].points[point].elevation = Double(content).flatMap {
                (-12_000...100_000).contains($0) ? $0 : nil
            }
        default:
            break
        }
    }

    private static func place(in attributes: [String: String]) -> Place? {
        guard let latitude = attributes["lat"].flatMap(Double.init), abs(latitude) <= 90,
            let longitude = attributes["lon"].flatMap(Double.init), abs(longitude) <= 180
        else { return nil }
        return Place(latitude: latitude, longitude: longitude)
    }
}
