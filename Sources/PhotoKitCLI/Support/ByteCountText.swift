import ArgumentParser

/// Numbers of bytes as people type them.
enum ByteCountText {
    /// Reads a number with an optional unit: k, M, G or T, each a thousand times the one before.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - subject: What the number is of, as the first words of an error's sentence.
    /// - Returns: The number of bytes, from 0 to 10^15.
    /// - Throws: `ValidationError` for other texts.
    static func bytes(_ text: String, _ subject: String) throws -> Int64 {
        let units: [Character: Double] = ["k": 1e3, "M": 1e6, "G": 1e9, "T": 1e12]
        let unit = text.last.flatMap { units[$0] }
        guard let number = Double(unit == nil ? text[...] : text.dropLast()), number.isFinite,
            number >= 0, number * (unit ?? 1) <= 1e15
        else {
            throw ValidationError("\(subject) is a number of bytes, such as 500k, 2M or 50G.")
        }
        return Int64(number * (unit ?? 1))
    }
}
