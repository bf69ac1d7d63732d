import Foundation

/// Writes hikes as a recorder would have noted them.
enum GPXWriter {
    static func document(of hikes: [DemoHike]) -> String {
        var lines = [
            #"<?xml version="1.0" encoding="UTF-8"?>"#,
            #"<gpx version="1.1" creator="DemoPhotos" xmlns="http://www.topografix.com/GPX/1/1">"#,
        ]
        for hike in hikes {
            lines.append("<trk><name>\(hike.title)</name><trkseg>")
            let last = Double(hike.route.points.count - 1)
            for (index, point) in hike.route.points.enumerated() {
                let place = String(
                    format: #"<trkpt lat="%.6f" lon="%.6f"><ele>%.1f</ele>"#,
                    point.latitude,
                    point.longitude,
                    point.elevation
                )
                let time = hike.time(at: Double(index) / last).formatted(.iso8601)
                lines.append("\(place)<time>\(time)</time></trkpt>")
            }
            lines.append("</trkseg></trk>")
        }
        lines.append("</gpx>")
        return lines.joined(separator: "\n") + "\n"
    }
}
