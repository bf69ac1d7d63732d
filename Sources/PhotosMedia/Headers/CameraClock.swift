/// Converts the seconds of a camera's clock to local time in Exif's form.
enum CameraClock {
    /// Returns a date and time.
    ///
    /// - Parameter seconds: Seconds since the beginning of 1970 in the camera's own time.
    /// - Returns: Text like "2004:05:01 12:30:00"; nil for a clock that was never set.
    static func text(_ seconds: Int) -> String? {
        guard (1...0xFFFF_FFFF).contains(seconds) else { return nil }
        var year = 1970
        var days = seconds / 86_400
        while days >= length(of: year) {
            days -= length(of: year)
            year += 1
        }
        var month = 0
        while days >= lengths(of: year)[month] {
            days -= lengths(of: year)[month]
            month += 1
        }
        let rest = seconds % 86_400
        let date = [year, month + 1, days + 1].map(padded).joined(separator: ":")
        let time = [rest / 3600, rest / 60 % 60, rest % 60].map(padded).joined(separator: ":")
        return date + " " + time
    }

    private static func padded(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }

    private static func length(of year: Int) -> Int { lengths(of: year).reduce(0, +) }

    private static func lengths(of year: Int) -> [Int] {
        let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
        return [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    }
}

extension ImageOrientation {
    /// The orientation for a clockwise rotation in degrees; nil unless it is a quarter turn.
    init?(degrees: Int) {
        switch degrees {
        case 0: self = .up
        case 90: self = .right
        case 180: self = .down
        case 270, -90: self = .left
        default: return nil
        }
    }
}
