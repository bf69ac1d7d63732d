/// Reads texts of fractions and plain numbers: "48/1 12/1 3000/100".
enum Rational {
    /// Returns the values; empty if one of the values is invalid.
    static func numberList(in text: String) -> [Double] {
        var values: [Double] = []
        for part in text.split(separator: " ") {
            guard let value = fractionValue(of: part) else { return [] }
            values.append(value)
        }
        return values
    }

    static func firstNumber(in text: String?) -> Double? {
        text.flatMap { numberList(in: $0).first }
    }

    /// Returns the fraction with the smallest parts that gives the same number again, or else the nearest one.
    ///
    /// The continued fraction of the number has it among its convergents, so that a number read from a fraction
    /// becomes this fraction again.
    ///
    /// - Parameters:
    ///   - value: A number.
    ///   - limit: The greatest numerator and denominator.
    /// - Returns: The fraction; nil if the number is not finite, or its magnitude is greater than the limit.
    static func fraction(_ value: Double, limit: Int) -> (numerator: Int, denominator: Int)? {
        let magnitude = value.magnitude
        guard magnitude.isFinite, magnitude <= Double(limit) else { return nil }
        var (before, last) = ((0, 1), (1, 0))
        var rest = magnitude
        for _ in 0..<40 {
            let whole = rest.rounded(.down)
            guard whole <= Double(limit) else { break }
            let factor = Int(whole)
            let (numerator, first) = factor.multipliedReportingOverflow(by: last.0)
            let (denominator, second) = factor.multipliedReportingOverflow(by: last.1)
            guard !first, !second, numerator <= limit - before.0, denominator <= limit - before.1
            else { break }
            (before, last) = (last, (numerator + before.0, denominator + before.1))
            if Double(last.0) / Double(last.1) == magnitude || rest == whole { break }
            rest = 1 / (rest - whole)
        }
        return (value < 0 ? -last.0 : last.0, last.1)
    }

    private static func fractionValue(of text: Substring) -> Double? {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        guard let numerator = parts.first.flatMap({ Double($0) }) else { return nil }
        switch parts.count {
        case 1: return numerator.isFinite ? numerator : nil
        case 2:
            guard let denominator = Double(parts[1]), denominator != 0 else { return nil }
            let value = numerator / denominator
            return value.isFinite ? value : nil
        default: return nil
        }
    }
}
