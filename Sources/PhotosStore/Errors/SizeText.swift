import Foundation

/// Numbers of bytes in sentences.
///
/// The command has the same text in its tables. The command uses public modules alone, so it has a function of its own,
/// and a test compares both.
package enum SizeText {
    /// Returns a number of bytes with a decimal unit, rounded to two digits below 10 and to whole ones above, as `1.5 MB`.
    package static func text(_ byteCount: Int64) -> String {
        guard byteCount >= 1_000 else { return "\(byteCount) B" }
        var value = Double(byteCount)
        for unit in ["kB", "MB", "GB", "TB", "PB"] {
            value /= 1_000
            if value < 999.5 {
                return String(format: value < 9.95 ? "%.1f %@" : "%.0f %@", value, unit as NSString)
            }
        }
        return "\(byteCount) B"
    }
}
