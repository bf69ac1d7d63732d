import ArgumentParser

/// Numbers of days as people type them: `90` or `90d`.
enum DayCount {
    /// Days that lie in all calendars, and whose seconds every number has.
    private static let most = 1_000_000

    /// Returns the number of days that a text says.
    ///
    /// - Parameter text: The text.
    /// - Returns: The number, which may be negative.
    /// - Throws: `ValidationError` for a text that is no number of days.
    static func parsedDays(_ text: String) throws -> Int {
        let digits = text.hasSuffix("d") ? text.dropLast() : text[...]
        guard let days = Int(digits), days <= most else {
            throw ValidationError(
                "\"\(Table.printableText(text))\" is no number of days. Write one up to \(most), such as 90 or 90d."
            )
        }
        return days
    }
}
