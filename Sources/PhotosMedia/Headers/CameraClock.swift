import PhotosBase

/// Converts the seconds of a camera's clock to local time in Exif's form.
enum CameraClock {
    /// Returns a date and time.
    ///
    /// - Parameter seconds: Seconds since the beginning of 1970 in the camera's own time.
    /// - Returns: Text like "2004:05:01 12:30:00"; nil for a clock that was never set.
    static func dateText(ofSeconds seconds: Int) -> String? {
        guard (1...0xFFFF_FFFF).contains(seconds) else { return nil }
        // Exif's form differs in its separators.
        return String(
            CivilTime(secondsSince1970: Double(seconds)).text.map { mark in
                switch mark {
                case "-": ":"
                case "T": " "
                default: mark
                }
            }
        )
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
