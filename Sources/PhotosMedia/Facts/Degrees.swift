/// Degrees of a latitude or longitude, in whatever form a program wrote them.
///
/// Degrees, minutes and seconds are numbers or fractions, parted by anything; the later ones may be missing. A sign or a letter for
/// the direction may stand with them.
struct Degrees {
    /// Without a sign.
    private(set) var magnitude: Double
    /// Whether they count south or west; nil where neither sign nor letter tells.
    private(set) var isNegative: Bool?

    init?(_ text: String) {
        // Real ones have some twenty characters.
        let characters = Array(text.utf8.prefix(128))
        var parts = Self.numbers(characters)
        // Some programs write 0/0 for minutes or seconds that they do not use.
        while parts.count > 1, parts.last?.isFinite == false { parts.removeLast() }
        guard let first = parts.first, parts.allSatisfy(\.isFinite) else { return nil }
        magnitude = parts.prefix(3).reversed().reduce(0) { $0 / 60 + $1.magnitude }
        isNegative = Self.direction(characters)
        // With minus zero the sign stands before minutes: "-0 30 0".
        if isNegative == nil, first.sign == .minus { isNegative = true }
    }

    /// The signed degrees, where a field of its own may name the direction.
    func value(_ reference: String?) -> Double {
        let isNamed = reference.flatMap { Self.isNegative(String($0.prefix(1))) }
        return isNamed ?? isNegative ?? false ? -magnitude : magnitude
    }

    /// The direction that the last or the first word names; nil without one.
    private static func direction(_ characters: [UInt8]) -> Bool? {
        let text = String(decoding: characters, as: UTF8.self).trimmingBlanks()
        let last = String(text.reversed().prefix { $0.isLetter }.reversed())
        return isNegative(last) ?? isNegative(String(text.prefix { $0.isLetter }))
    }

    /// Whether a letter for a direction, or its word, counts south or west; nil for other words.
    private static func isNegative(_ word: String) -> Bool? {
        switch word.lowercased() {
        case "s", "south", "w", "west": true
        case "n", "north", "e", "east": false
        default: nil
        }
    }

    /// All numbers and fractions of a text; a fraction without a value is none that can be used, and comes out as not a number.
    private static func numbers(_ characters: [UInt8]) -> [Double] {
        var numbers: [Double] = []
        var rest = characters[...]
        while let start = rest.firstIndex(where: { isPartOfNumber($0) }) {
            // A sign belongs to the first number alone: later ones are strokes.
            let hasSign =
                numbers.isEmpty && start > characters.startIndex
                && characters[start - 1] == UInt8(ascii: "-")
            rest = characters[start...]
            guard var number = takeNumber(&rest) else { return [] }
            if rest.first == UInt8(ascii: "/"), rest.dropFirst().first.map(isPartOfNumber) == true {
                rest = rest.dropFirst()
                guard let divisor = takeNumber(&rest) else { return [] }
                number = divisor == 0 ? .nan : number / divisor
            } else if rest.first == UInt8(ascii: "/"), rest.dropFirst().first == UInt8(ascii: "-") {
                return []
            }
            numbers.append(hasSign ? -number : number)
        }
        return numbers
    }

    private static func isPartOfNumber(_ character: UInt8) -> Bool {
        (0x30...0x39).contains(character) || character == UInt8(ascii: ".")
    }

    /// The number at the beginning, with its exponent; nil where points stand too close.
    private static func takeNumber(_ rest: inout ArraySlice<UInt8>) -> Double? {
        var digits = Array(rest.prefix(while: isPartOfNumber))
        rest = rest.dropFirst(digits.count)
        if let mark = rest.first, mark | 0x20 == UInt8(ascii: "e"),
            let sign = rest.dropFirst().first,
            sign == UInt8(ascii: "-") || sign == UInt8(ascii: "+")
        {
            let exponent = rest.dropFirst(2).prefix { (0x30...0x39).contains($0) }
            if !exponent.isEmpty {
                digits += [mark, sign] + exponent
                rest = rest.dropFirst(2 + exponent.count)
            }
        }
        return Double(String(decoding: digits, as: UTF8.self))
    }
}
