import Foundation
import PhotosMedia

/// What exiftool says of all files below a folder, in one run of it.
enum Exiftool {
    struct Missing: Error, CustomStringConvertible {
        let description =
            "exiftool gave no answer. Install libimage-exiftool-perl, as Scripts/test does."
    }

    /// One file's tags.
    struct Answer {
        private let tags: [String: Any]

        init(_ tags: [String: Any]) { self.tags = tags }

        private func number(_ tag: String) -> Double? {
            tags[tag] as? Double ?? (tags[tag] as? Int).map(Double.init)
                ?? (tags[tag] as? String).flatMap { Double($0) }
        }

        var displayedSize: (Int, Int)? {
            guard let width = number("ImageWidth"), let height = number("ImageHeight") else {
                return nil
            }
            let turn = number("Rotation") ?? 0
            let isTurned = (number("Orientation") ?? 1) >= 5 || turn == 90 || turn == 270
            return isTurned ? (Int(height), Int(width)) : (Int(width), Int(height))
        }

        /// Seconds since 1970 and seconds east of GMT.
        var date: (Double, Int?)? {
            let text = tags["SubSecDateTimeOriginal"] ?? tags["CreationDate"]
            guard let time = (text as? String).flatMap(CaptureTime.init), let zone = time.zoneOffset
            else {
                return nil
            }
            return (time.localSeconds - Double(zone), zone)
        }

        /// Whether there is a date at all, with a zone or without; clocks that were not set say zeros.
        var hasDate: Bool {
            ["DateTimeOriginal", "CreationDate", "CreateDate"].contains { tag in
                (tags[tag] as? String).map { !$0.hasPrefix("0000") } == true
            }
        }

        var make: String? { tags["Make"] as? String }
        var latitude: Double? { number("GPSLatitude") }
        var longitude: Double? { number("GPSLongitude") }
        var duration: Double? { number("Duration") }
    }

    /// The answers by file name.
    static func answers(for folder: URL) throws -> [String: Answer] {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = [
            "exiftool", "-j", "-n", "-r", "-q", "-q", "-api", "QuickTimeUTC", folder.path,
        ]
        let output = Pipe()
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.run()
        let data = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        guard let list = try? JSONSerialization.jsonObject(with: data) as? [[String: Any]],
            !list.isEmpty
        else {
            throw Missing()
        }
        return Dictionary(
            list.compactMap { tags in (tags["FileName"] as? String).map { ($0, Answer(tags)) } },
            uniquingKeysWith: { first, _ in first }
        )
    }
}
