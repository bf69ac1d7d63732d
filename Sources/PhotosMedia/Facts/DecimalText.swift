/// Writes numbers as decimal texts, without the system's locale.
enum DecimalText {
    /// Returns a number with at most `digits` decimals and without zeros at the end: "0.25", "-12", "3".
    ///
    /// - Precondition: The number's magnitude times 10 to the power of `digits` is less than 2 to the power of 63.
    static func text(_ value: Double, digits: Int) -> String {
        var scale = 1.0
        for _ in 0..<digits { scale *= 10 }
        let scaled = Int64((value.magnitude * scale).rounded())
        let whole = scaled / Int64(scale)
        let rest = String(scaled % Int64(scale))
        var decimals = String(repeating: "0", count: digits - rest.count) + rest
        while decimals.last == "0" { decimals.removeLast() }
        let sign = value < 0 && scaled != 0 ? "-" : ""
        return decimals.isEmpty ? "\(sign)\(whole)" : "\(sign)\(whole).\(decimals)"
    }

    /// Returns a number as a fraction of two whole numbers that 32 bits hold: "1705/10".
    ///
    /// The divisor is the smallest power of ten that gives the same number again, or else the greatest that fits.
    ///
    /// - Precondition: The number is not negative, and less than 2 to the power of 32.
    static func fractionText(of value: Double) -> String {
        let limit = Double(UInt32.max)
        var best = "\(UInt32(min(value.rounded(), limit)))/1"
        var divisor = 1.0
        while divisor <= 1e9 {
            let numerator = (value * divisor).rounded()
            guard numerator <= limit else { break }
            best = "\(UInt32(numerator))/\(UInt32(divisor))"
            if numerator / divisor == value { break }
            divisor *= 10
        }
        return best
    }

    /// Returns a whole number with at least `width` digits.
    static func padded(_ number: Int, width: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
}
