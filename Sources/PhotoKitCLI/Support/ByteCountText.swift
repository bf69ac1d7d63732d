import ArgumentParser

/// Numbers of bytes as people type them.
enum ByteCountText {
    /// Reads a number with an optional unit: k, M, G or T, each a thousand times the one before.
    ///
    /// Small and capital letters mean the same, and a B may follow, as in "50 GB".
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - subject: The thing that has the number of bytes, as the first words of an error's sentence.
    /// - Returns: The number of bytes, from 0 to 10^15.
    /// - Throws: `ValidationError` for other texts.
    static func parsedBytes(_ text: String, subject: String) throws -> Int64 {
        let units: [Character: Double] = ["k": 1e3, "m": 1e6, "g": 1e9, "t": 1e12]
        let lowered = text.lowercased()
        let body = lowered.hasSuffix("b") ? lowered.dropLast() : lowered[...]
        let factor = body.last.flatMap { units[$0] }
        let digits = factor == nil ? body : body.dropLast()
        let number = digits.hasSuffix(" ") ? digits.dropLast() : digits
        guard number.first?.isNumber == true || number.first == ".",
            !number.hasPrefix("0x"), let count = Double(number), count.isFinite,
            count * (factor ?? 1) <= 1e15
        else {
            throw ValidationError(
                "\(subject) is a number of bytes, such as 500k, 2M or 50G, and at most 1000T."
            )
        }
        return Int64(count * (factor ?? 1))
    }
}
