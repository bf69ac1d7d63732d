/// Turns sort keys into numbers that rise as the keys do in the order of a plan.
///
/// Each term of the order takes some bits, the first ones highest, until a term does not fit whole: from there on
/// nothing is told, so that equal numbers then may hide unequal keys, and only the keys themselves can say.
package struct SortCode: Sendable {
    private struct Part: Sendable {
        var form: Form
        var bits: UInt64
        var ascending: Bool
    }

    /// How the values of a term become numbers; 0 stands for a missing value.
    private enum Form: Sendable {
        case integer
        case real
        case text
        case place
    }

    /// A key's number, and whether keys with the same number are equal.
    package struct Value: Hashable, Sendable {
        package var code: UInt64
        package var isExact: Bool
    }

    private let parts: [Part]
    /// Whether the bits ran out before the terms did.
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
            // Behind a term that is told in part only, the next one would compare what is not comparable.
            if bits < wanted {
                isCut = true
                break
            }
        }
        self.parts = parts
        self.isCut = isCut
    }

    /// The code of a key, whose values are asked for by the places of their terms in the order.
    package func value(_ value: (Int) -> FieldValue) -> Value {
        var code: UInt64 = 0
        var left: UInt64 = 64
        for (index, part) in parts.enumerated() {
            let (number, isExact) = Self.number(value(index), part.form, part.bits)
            left -= part.bits
            let mask = part.bits == 64 ? UInt64.max : (1 << part.bits) - 1
            code |= (part.ascending ? number : ~number & mask) << left
            // Other values have the same number, so what follows tells nothing.
            guard isExact else { return Value(code: code, isExact: false) }
        }
        return Value(code: code, isExact: !isCut)
    }

    /// The code of a key of one real number that is not cut, which most orders are.
    static func real(_ number: Double, ascending: Bool) -> UInt64 {
        let code = risingBits(number)
        return ascending ? code : ~code
    }

    /// Whether ``real(_:ascending:)`` gives the codes.
    var isOneReal: Bool { parts.count == 1 && !isCut && parts[0].form == .real }

    var ascendsFirst: Bool { parts.first?.ascending ?? true }

    private static func number(_ value: FieldValue, _ form: Form, _ bits: UInt64) -> (UInt64, Bool)
    {
        switch (form, value) {
        case (_, .null):
            // The first bits of a real number may be 0, too.
            return (0, form != .real || bits == 64)
        case (.integer, .integer(let number)):
            // Zero stands in the middle; the outermost numbers stand for everything beyond them, too.
            let limit = Int64(truncatingIfNeeded: (UInt64(1) << (bits - 1)) - 2)
            let held = min(max(number, -limit), limit)
            let isInside = held == number && abs(held) < limit
            return (UInt64(bitPattern: held &+ limit) &+ 1, isInside)
        case (.real, .real(let number)):
            let rising = risingBits(number)
            return (rising >> (64 - bits), bits == 64)
        case (.real, .integer(let number)):
            return Self.number(.real(Double(number)), form, bits)
        case (.text, .text(let text)):
            return (leadingBytes(text.utf8, bits), false)
        case (.text, .blob(let bytes)):
            return (leadingBytes(bytes, bits), false)
        case (.place, .blob(let bytes)):
            return place(bytes, bits)
        default:
            return (0, false)
        }
    }

    /// A number that rises with a real one and is never 0; both zeros have the same.
    private static func risingBits(_ number: Double) -> UInt64 {
        let bits = (number == 0 ? 0 : number).bitPattern
        return bits >> 63 == 0 ? bits | 1 << 63 : ~bits
    }

    /// 1 and then the first bytes, so that an empty text stands behind a missing one.
    private static func leadingBytes(_ bytes: some Sequence<UInt8>, _ bits: UInt64) -> UInt64 {
        var number: UInt64 = 0
        var count: UInt64 = 0
        for byte in bytes.prefix(8) {
            number = number << 8 | UInt64(byte)
            count += 1
        }
        number <<= 8 * (8 - count)
        return number >> (65 - bits) | 1 << (bits - 1)
    }

    /// The whole part of a place near the middle of its range and the first four bytes of its fraction: see ``Position``.
    private static func place(_ bytes: [UInt8], _ bits: UInt64) -> (UInt64, Bool) {
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
        // The last bit is kept for places that are not told whole, which stand behind the one they begin like.
        let isExact = bytes.count <= 12 && fraction & 1 == 0
        return (high | (isExact ? fraction : fraction | 1), isExact)
    }
}

extension SortCode {
    private static func form(of field: Field) -> (Form, UInt64) {
        switch field {
        case .rowID, .memberCount: (.integer, 64)
        case .memberPosition: (.place, 64)
        case .asset(let field): form(of: field)
        case .collection(let field): form(of: field)
        }
    }

    private static func form(of field: AssetField) -> (Form, UInt64) {
        switch field {
        case .isFavorite, .isHidden, .representsBurst: (.integer, 4)
        case .mediaType, .playbackStyle, .playbackVariation, .rating, .burstSelection, .sourceType,
            .adjustmentsState, .originalChoice:
            (.integer, 8)
        case .pixelWidth, .pixelHeight, .contentVersion, .creationZone: (.integer, 32)
        case .mediaSubtypes, .traits: (.integer, 64)
        case .modificationDate, .trashedDate, .creationDate, .latitude, .longitude, .altitude,
            .horizontalAccuracy, .verticalAccuracy, .course, .speed, .locationDate, .duration,
            .addedDate, .adjustmentDate:
            (.real, 64)
        case .caption, .keywords, .contentType, .filename, .burstIdentifier, .adjustmentFormat,
            .adjustmentVersion, .dateSource, .uuid:
            (.text, 64)
        }
    }

    private static func form(of field: CollectionField) -> (Form, UInt64) {
        switch field {
        case .kind: (.integer, 8)
        case .subtype: (.integer, 32)
        case .parent: (.integer, 64)
        case .modificationDate, .creationDate: (.real, 64)
        case .title, .uuid: (.text, 64)
        case .position: (.place, 64)
        }
    }
}
