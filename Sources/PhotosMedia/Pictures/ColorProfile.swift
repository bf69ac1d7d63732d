import Foundation

/// Recognizes ICC profiles that are equivalent to sRGB, the default of pictures without a profile.
package enum ColorProfile {
    /// The largest sRGB profile in bytes.
    ///
    /// Larger profiles contain tables that sRGB does not need.
    package static let maximumSRGB = 64 << 10

    /// Whether a profile describes sRGB by primaries and curves.
    package static func isSRGB(_ bytes: [UInt8]) -> Bool {
        guard code(in: bytes, at: 16) == "RGB ", code(in: bytes, at: 20) == "XYZ ",
            let tags = tagRanges(in: bytes), tags["A2B0"] == nil
        else { return false }
        let channels = zip(["r", "g", "b"], primaries)
        return channels.allSatisfy { channel, primary in
            guard let range = tags[channel + "XYZ"], let curve = tags[channel + "TRC"],
                let found = color(in: bytes, at: range)
            else { return false }
            let isPrimary = zip(found, primary).allSatisfy { abs($0 - $1) < 0.003 }
            return isPrimary
                && samples.allSatisfy { sample in
                    guard let light = curveLight(in: bytes, at: curve, of: sample) else {
                        return false
                    }
                    let expected = self.light(of: sample)
                    return abs(light - expected) < 0.001 + 0.015 * expected
                }
        }
    }

    /// Converts a value of sRGB to light.
    package static func light(of value: Double) -> Double {
        value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
    }

    /// Converts light to a value of sRGB.
    package static func value(of light: Double) -> Double {
        light <= 0.003_130_8 ? light * 12.92 : 1.055 * pow(light, 1 / 2.4) - 0.055
    }

    /// The red, green and blue of sRGB under the profiles' white point (D50).
    private static let primaries = [
        [0.4360, 0.2225, 0.0139], [0.3851, 0.7169, 0.0971], [0.1431, 0.0606, 0.7141],
    ]
    private static let samples = [0.02, 0.05, 0.1, 0.2, 0.35, 0.5, 0.65, 0.8, 0.95]

    private static func tagRanges(in bytes: [UInt8]) -> [String: Range<Int>]? {
        guard let count = number(in: bytes, at: 128, count: 4), count <= 100 else { return nil }
        var tags: [String: Range<Int>] = [:]
        for index in 0..<count {
            let entry = 132 + index * 12
            guard let name = code(in: bytes, at: entry),
                let offset = number(in: bytes, at: entry + 4, count: 4),
                let length = number(in: bytes, at: entry + 8, count: 4),
                offset + length <= bytes.count
            else { return nil }
            tags[name] = offset..<offset + length
        }
        return tags
    }

    private static func color(in bytes: [UInt8], at range: Range<Int>) -> [Double]? {
        guard range.count >= 20, code(in: bytes, at: range.lowerBound) == "XYZ " else { return nil }
        return (0..<3).map { fixedPointNumber(in: bytes, at: range.lowerBound + 8 + $0 * 4) }
    }

    /// Returns the light that a curve assigns to a value.
    private static func curveLight(
        in bytes: [UInt8],
        at range: Range<Int>,
        of value: Double
    ) -> Double? {
        guard range.count >= 12 else { return nil }
        let start = range.lowerBound
        switch code(in: bytes, at: start) {
        case "curv":
            guard let count = number(in: bytes, at: start + 8, count: 4),
                12 + count * 2 <= range.count
            else {
                return nil
            }
            let entries = (0..<count).map {
                Double(number(in: bytes, at: start + 12 + $0 * 2, count: 2) ?? 0)
            }
            switch count {
            case 0: return value
            case 1: return pow(value, entries[0] / 256)
            default:
                let position = value * Double(count - 1)
                let below = min(Int(position), count - 2)
                let part = position - Double(below)
                return (entries[below] * (1 - part) + entries[below + 1] * part) / 65535
            }
        case "para":
            guard let kind = number(in: bytes, at: start + 8, count: 2), kind <= 4 else {
                return nil
            }
            let count = [1, 3, 4, 5, 7][kind]
            guard 12 + count * 4 <= range.count else { return nil }
            return parametricLight(
                kind: kind,
                parameters: (0..<count).map {
                    fixedPointNumber(in: bytes, at: start + 12 + $0 * 4)
                },
                of: value
            )
        default:
            return nil
        }
    }

    /// Computes the five forms of parametric curves in the ICC specification.
    private static func parametricLight(kind: Int, parameters p: [Double], of x: Double) -> Double {
        switch kind {
        case 0: pow(x, p[0])
        case 1: x >= -p[2] / p[1] ? pow(p[1] * x + p[2], p[0]) : 0
        case 2: (x >= -p[2] / p[1] ? pow(p[1] * x + p[2], p[0]) : 0) + p[3]
        case 3: x >= p[4] ? pow(p[1] * x + p[2], p[0]) : p[3] * x
        default: x >= p[4] ? pow(p[1] * x + p[2], p[0]) + p[5] : p[3] * x + p[6]
        }
    }

    private static func code(in bytes: [UInt8], at offset: Int) -> String? {
        guard offset + 4 <= bytes.count else { return nil }
        return String(decoding: bytes[offset..<offset + 4], as: UTF8.self)
    }

    private static func number(in bytes: [UInt8], at offset: Int, count: Int) -> Int? {
        guard offset + count <= bytes.count else { return nil }
        return bytes[offset..<offset + count].reduce(0) { $0 << 8 | Int($1) }
    }

    /// Reads a signed number with 16 fractional bits, at an offset that the caller has checked.
    private static func fixedPointNumber(in bytes: [UInt8], at offset: Int) -> Double {
        Double(Int32(truncatingIfNeeded: number(in: bytes, at: offset, count: 4) ?? 0)) / 65536
    }
}
