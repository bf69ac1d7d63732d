import Foundation

/// Times as cameras write them.
enum CameraTime {
    static let offset = String(format: "+%02d:00", Int(DemoHike.zone))

    /// "2024:06:14 08:15:00", on the hiker's watch.
    static func local(_ time: Date) -> String {
        text(time, "yyyy:MM:dd HH:mm:ss", hoursEast: DemoHike.zone)
    }

    /// "2024:06:14", in GMT.
    static func day(_ time: Date) -> String {
        text(time, "yyyy:MM:dd", hoursEast: 0)
    }

    /// Hours, minutes and seconds in GMT.
    static func clock(_ time: Date) -> [Int] {
        text(time, "HH:mm:ss", hoursEast: 0).split(separator: ":").compactMap { Int($0) }
    }

    private static func text(_ time: Date, _ pattern: String, hoursEast: Double) -> String {
        let formatter = DateFormatter()
        formatter.locale = Locale(identifier: "en_US_POSIX")
        formatter.timeZone = TimeZone(secondsFromGMT: Int(hoursEast * 3600))
        formatter.dateFormat = pattern
        return formatter.string(from: time)
    }
}
