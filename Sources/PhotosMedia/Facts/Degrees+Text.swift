extension Degrees {
    /// Writes degrees as XMP states them: "48,12.5N".
    ///
    /// The minutes have at least four decimals, and as many as read back to the same number, but at most twelve.
    ///
    /// - Parameters:
    ///   - value: The degrees, negative in the south and west, from -180 to 180.
    ///   - letters: The letters for positive and negative degrees: "NS" or "EW".
    /// - Returns: The text.
    static func xmpText(_ value: Double, letters: String) -> String {
        let letter = value < 0 ? letters.suffix(1) : letters.prefix(1)
        let degrees = value.magnitude.rounded(.down)
        let minutes = (value.magnitude - degrees) * 60
        var text = ""
        for digits in 4...12 {
            text = "\(Int(degrees)),\(DecimalText.text(minutes, digits: digits))\(letter)"
            if Degrees(text)?.signedValue(reference: nil) == value { break }
        }
        return text
    }

    /// Returns degrees, minutes and seconds as Exif states them: "48/1 12/1 300000000/10000000".
    ///
    /// The seconds are exact to a ten-millionth, which is three micrometres.
    static func exifText(_ value: Double) -> String {
        let scale = 10_000_000.0
        let units = Int64((value.magnitude * 3600 * scale).rounded())
        let perMinute = 60 * Int64(scale)
        let (minutes, seconds) = units.quotientAndRemainder(dividingBy: perMinute)
        return "\(minutes / 60)/1 \(minutes % 60)/1 \(seconds)/\(Int64(scale))"
    }
}
