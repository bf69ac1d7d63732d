/// Converts sort keys to numbers that have the same order as the keys have in a plan.
///
/// Each term of the order takes some bits, the first term the highest ones. The first term that does not fit
/// is cut, and later terms are left out. So equal numbers may belong to different keys, which must then be
/// compared themselves.
package struct SortCode: Sendable {
    private struct Part: Sendable {
        var form: Form
        var bits: UInt64
        var ascending: Bool
    }

    /// The conversion of a term's values to numbers.
    ///
    /// A missing value becomes 0.
    private enum Form: Sendable {
        case integer
        case real
        case text
        case position
    }

    /// The number of a key, and whether keys with the same number are equal.
    package struct Value: Hashable, Sendable {
        package var code: UInt64
        package var isExact: Bool
    }

    private let parts: [Part]
    /// Whether there are more terms than bits.
    private let isCut: Bool

    package init(_ order: [FetchPlan.SortTerm]) {
        var parts: [Part] = []
        var left: UInt64 = 64
        var isCut = false
        for term in order {
            let (form, wanted) = Self.form(of: term.field)
            let bits = min(wanted, left)
            if bits > 0 { parts.append(Part(form: form, bits: bits, ascending: term.ascending)) }
            left -= bits
            // After a term that is cut, comparing the next term would be meaningless.
            if bits < wanted {
                isCut = true
                break
            }
        }
        self.parts = parts
        self.isCut = isCut
    }

    /// Returns the code of a key.
    ///
    /// `value` returns the value of the term with a given index.
    package func value(_ value: (Int) -> FieldValue) -> Value {
        var code: UInt64 = 0
        var left: UInt64 = 64
        for (index, part) in parts.enumerated() {
            let (number, isExact) = Self.codeNumber(
                of: value(index),
                form: part.form,
                bits: part.bits
            )
            left -= part.bits
            let mask = part.bits == 64 ? UInt64.max : (1 << part.bits) - 1
            code |= (part.ascending ? number : ~number & mask) << left
            // Other values have the same number, so the following terms are meaningless.
            guard isExact else { return Value(code: code, isExact: false) }
        }
        return Value(code: code, isExact: !isCut)
    }

    /// Returns the code of a key that is one uncut real number, as in most orders.
    static func real(_ number: Double, ascending: Bool) -> UInt64 {
        let code = risingBits(number)
        return ascending ? code : ~code
    }

    /// Whether ``real(_:ascending:)`` computes the codes.
    var isOneReal: Bool { parts.count == 1 && !isCut && parts[0].form == .real }

    var ascendsFirst: Bool { parts.first?.ascending ?? true }

    private static func codeNumber(of value: FieldValue, form: Form, bits: UInt64) -> (UInt64, Bool)
    {
        switch (form, value) {
        case (_, .null):
            // The first bits of a real number may be 0, too.
            return (0, form != .real || bits == 64)
        case (.integer, .integer(let number)):
            // Zero is in the middle of the range. Numbers beyond the range get the smallest or largest code.
            let limit = Int64(truncatingIfNeeded: (UInt64(1) << (bits - 1)) - 2)
            let held = min(max(number, -limit), limit)
            let isInside = held == number && abs(held) < limit
            return (UInt64(bitPattern: held &+ limit) &+ 1, isInside)
        case (.real, .real(let number)):
            let rising = risingBits(number)
            return (rising >> (64 - bits), bits == 64)
        case (.real, .integer(let number)):
            return Self.codeNumber(of: .real(Double(number)), form: form, bits: bits)
        case (.text, .text(let text)):
            return (leadingBytes(of: text.utf8, bits: bits), false)
        case (.text, .blob(let bytes)):
            return (leadingBytes(of: bytes, bits: bits), false)
        case (.position, .blob(let bytes)):
            return positionNumber(of: bytes, bits: bits)
        default:
            return (0, false)
        }
    }

    /// Returns a number above 0 that has the same order as the real number.
    ///
    /// Both zeros have the same number.
    private static func risingBits(_ number: Double) -> UInt64 {
        let bits = (number == 0 ? 0 : number).bitPattern
        return bits >> 63 == 0 ? bits | 1 << 63 : ~bits
    }

    /// Returns a 1 bit followed by the first bytes, so that empty text comes after a missing value.
    private static func leadingBytes(of bytes: some Sequence<UInt8>, bits: UInt64) -> UInt64 {
        var number: UInt64 = 0
        var count: UInt64 = 0
        for byte in bytes.prefix(8) {
            number = number << 8 | UInt64(byte)
            count += 1
        }
        number <<= 8 * (8 - count)
        return number >> (65 - bits) | 1 << (bits - 1)
    }

    /// Returns the whole part of a position near the middle of the range, and the first four bytes of its
    /// fraction.
    ///
    /// See ``Position`` for its format.
    private static func positionNumber(of bytes: [UInt8], bits: UInt64) -> (UInt64, Bool) {
        guard bits == 64, bytes.count >= 8 else { return (0, false) }
        let whole = bytes.prefix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        let limit = Int64(Int32.max) - 1
        let centred = Int64(bitPattern: whole &- 1 << 63)
        let held = min(max(centred, -limit), limit)
        let high = UInt64(held + limit + 1) << 32
        guard held == centred, abs(held) < limit else { return (high, false) }
        var fraction: UInt64 = 0
        for index in 8..<12 {
            fraction = fraction << 8 | (index < bytes.count ? UInt64(bytes[index]) : 0)
        }
        // The last bit marks positions with a cut fraction, which come after the position with the uncut
        // fraction.
        let isExact = bytes.count <= 12 && fraction & 1 == 0
        return (high | (isExact ? fraction : fraction | 1), isExact)
    }
}

extension SortCode {
    private static func form(of field: Field) -> (Form, UInt64) {
        switch field {
        case .rowID, .memberCount, .pixelCount: (.integer, 64)
        case .localDate: (.real, 64)
        // A result in this order is fetched again rather than updated, and needs no codes.
        case .related: (.text, 64)
        case .memberPosition: (.position, 64)
        case .asset(let field): form(of: field.storage)
        case .collection(let field): form(of: field.storage)
        }
    }

    private static func form(of storage: FieldStorage) -> (Form, UInt64) {
        switch storage {
        case .flag: (.integer, 4)
        case .code: (.integer, 8)
        case .number: (.integer, 32)
        case .bits: (.integer, 64)
        case .date, .real: (.real, 64)
        case .text, .bytes: (.text, 64)
        case .position: (.position, 64)
        }
    }
}
