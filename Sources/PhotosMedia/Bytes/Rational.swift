/// Reads texts of fractions and plain numbers: "48/1 12/1 3000/100".
enum Rational {
    /// Returns the values; empty if one of the values is invalid.
    static func list(_ text: String) -> [Double] {
        var values: [Double] = []
        for part in text.split(separator: " ") {
            guard let value = value(part) else { return [] }
            values.append(value)
        }
        return values
    }

    static func first(_ text: String?) -> Double? {
        text.flatMap { list($0).first }
    }

    private static func value(_ text: Substring) -> Double? {
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
