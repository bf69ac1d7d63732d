import Foundation

/// Recognizes ICC profiles that are equivalent to sRGB, the default of pictures without a profile.
package enum ColorProfile {
    /// The largest sRGB profile in bytes.
    ///
    /// Larger profiles contain tables that sRGB does not need.
    package static let maximumSRGB = 64 << 10

    /// Whether a profile describes sRGB by primaries and curves.
    package static func isSRGB(_ bytes: [UInt8]) -> Bool {
        guard code(bytes, 16) == "RGB ", code(bytes, 20) == "XYZ ",
            let tags = tags(bytes), tags["A2B0"] == nil
        else { return false }
        let channels = zip(["r", "g", "b"], primaries)
        return channels.allSatisfy { channel, primary in
            guard let range = tags[channel + "XYZ"], let curve = tags[channel + "TRC"],
                let found = color(bytes, range)
            else { return false }
            let isPrimary = zip(found, primary).allSatisfy { abs($0 - $1) < 0.003 }
            return isPrimary
                && samples.allSatisfy { sample in
                    guard let light = light(bytes, curve, sample) else { return false }
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

    private static func tags(_ bytes: [UInt8]) -> [String: Range<Int>]? {
        guard let count = number(bytes, 128, 4), count <= 100 else { return nil }
        var tags: [String: Range<Int>] = [:]
        for index in 0..<count {
            let entry = 132 + index * 12
            guard let name = code(bytes, entry), let offset = number(bytes, entry + 4, 4),
                let length = number(bytes, entry + 8, 4), offset + length <= bytes.count
            else { return nil }
            tags[name] = offset..<offset + length
        }
        return tags
    }

    private static func color(_ bytes: [UInt8], _ range: Range<Int>) -> [Double]? {
        guard range.count >= 20, code(bytes, range.lowerBound) == "XYZ " else { return nil }
        return (0..<3).map { fixed(bytes, range.lowerBound + 8 + $0 * 4) }
    }

    /// Returns the light that a curve assigns to a value.
    private static func light(_ bytes: [UInt8], _ range: Range<Int>, _ value: Double) -> Double? {
        guard range.count >= 12 else { return nil }
        let start = range.lowerBound
        switch code(bytes, start) {
        case "curv":
            guard let count = number(bytes, start + 8, 4), 12 + count * 2 <= range.count else {
                return nil
            }
            let entries = (0..<count).map { Double(number(bytes, start + 12 + $0 * 2, 2) ?? 0) }
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
            guard let kind = number(bytes, start + 8, 2), kind <= 4 else { return nil }
            let count = [1, 3, 4, 5, 7][kind]
            guard 12 + count * 4 <= range.count else { return nil }
            return parametric(kind, (0..<count).map { fixed(bytes, start + 12 + $0 * 4) }, value)
        default:
            return nil
        }
    }

    /// Computes the five forms of parametric curves in the ICC specification.
    private static func parametric(_ kind: Int, _ p: [Double], _ x: Double) -> Double {
        switch kind {
        case 0: pow(x, p[0])
        case 1: x >= -p[2] / p[1] ? pow(p[1] * x + p[2], p[0]) : 0
        case 2: (x >= -p[2] / p[1] ? pow(p[1] * x + p[2], p[0]) : 0) + p[3]
        case 3: x >= p[4] ? pow(p[1] * x + p[2], p[0]) : p[3] * x
        default: x >= p[4] ? pow(p[1] * x + p[2], p[0]) + p[5] : p[3] * x + p[6]
        }
    }

    private static func code(_ bytes: [UInt8], _ offset: Int) -> String? {
        guard offset + 4 <= bytes.count else { return nil }
        return String(decoding: bytes[offset..<offset + 4], as: UTF8.self)
    }

    private static func number(_ bytes: [UInt8], _ offset: Int, _ count: Int) -> Int? {
        guard offset + count <= bytes.count else { return nil }
        return bytes[offset..<offset + count].reduce(0) { $0 << 8 | Int($1) }
    }

    /// Reads a signed number with 16 fractional bits, at an offset that the caller has checked.
    private static func fixed(_ bytes: [UInt8], _ offset: Int) -> Double {
        Double(Int32(truncatingIfNeeded: number(bytes, offset, 4) ?? 0)) / 65536
    }
}
