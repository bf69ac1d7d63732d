/// The degrees of a latitude or longitude, in any form that programs write.
///
/// Degrees, minutes and seconds are numbers or fractions, with any separators. Minutes and seconds may be missing. A
/// sign or a letter may state the direction.
struct Degrees {
    /// The degrees without a sign.
    private(set) var magnitude: Double
    /// Whether the degrees count south or west; nil if neither a sign nor a letter says so.
    private(set) var isNegative: Bool?

    init?(_ text: String) {
        // Real texts have some twenty characters.
        let characters = Array(text.utf8.prefix(128))
        var parts = Self.numbersInText(characters)
        // Some programs write 0/0 for minutes or seconds that they do not use.
        while parts.count > 1, parts.last?.isFinite == false { parts.removeLast() }
        guard let first = parts.first, parts.allSatisfy(\.isFinite) else { return nil }
        magnitude = parts.prefix(3).reversed().reduce(0) { $0 / 60 + $1.magnitude }
        isNegative = Self.isNegativeDirection(characters)
        // Minus zero keeps a sign before the minutes: "-0 30 0".
        if isNegative == nil, first.sign == .minus { isNegative = true }
    }

    /// Returns the signed degrees.
    ///
    /// `reference` is the field that states the direction, if there is one.
    func signedValue(reference: String?) -> Double {
        let isNamed = reference.flatMap { Self.isNegative(String($0.prefix(1))) }
        return isNamed ?? isNegative ?? false ? -magnitude : magnitude
    }

    /// Returns the direction in the last or the first word; nil if there is none.
    private static func isNegativeDirection(_ characters: [UInt8]) -> Bool? {
        let text = String(decoding: characters, as: UTF8.self).trimmingBlanks()
        let last = String(text.reversed().prefix { $0.isLetter }.reversed())
        return isNegative(last) ?? isNegative(String(text.prefix { $0.isLetter }))
    }

    /// Whether a letter or word for a direction means south or west; nil for other words.
    private static func isNegative(_ word: String) -> Bool? {
        switch word.lowercased() {
        case "s", "south", "w", "west": true
        case "n", "north", "e", "east": false
        default: nil
        }
    }

    /// Returns all numbers and fractions of a text.
    ///
    /// A fraction with the divisor 0 becomes not-a-number.
    private static func numbersInText(_ characters: [UInt8]) -> [Double] {
        var numbers: [Double] = []
        var rest = characters[...]
        while let start = rest.firstIndex(where: { isPartOfNumber($0) }) {
            // Only the first number has a sign. Later hyphens are separators.
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

    /// Reads the number at the beginning, with its exponent; returns nil if it has two decimal points.
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
