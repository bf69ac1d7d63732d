import Foundation
import PhotosBase
import PhotosStore

extension RecordLine {
    /// Reads the fields of a line from left to right, without a text for each.
    struct Fields {
        private var rest: ArraySlice<UInt8>?

        init(_ line: ArraySlice<UInt8>) { rest = line }

        /// Whether all fields were read.
        var isAtEnd: Bool { rest == nil }

        /// The next field as it stands in the line; nil where there is none.
        private mutating func next() -> ArraySlice<UInt8>? {
            guard let line = rest else { return nil }
            guard let tab = line.firstIndex(of: 0x09) else {
                rest = nil
                return line
            }
            rest = line[(tab + 1)...]
            return line[..<tab]
        }

        /// A field of one byte.
        mutating func byte() -> UInt8? {
            next().flatMap { $0.count == 1 ? $0.first : nil }
        }

        mutating func number() -> Int64? {
            guard let field = next() else { return nil }
            let isNegative = field.first == UInt8(ascii: "-")
            let digits = isNegative ? field.dropFirst() : field
            guard !digits.isEmpty else { return nil }
            var number: Int64 = 0
            for digit in digits {
                guard 0x30...0x39 ~= digit else { return nil }
                let (product, isTooLarge) = number.multipliedReportingOverflow(by: 10)
                let (sum, isBeyond) = product.subtractingReportingOverflow(Int64(digit - 0x30))
                if isTooLarge || isBeyond { return nil }
                // Below zero there is one number more.
                number = sum
            }
            if isNegative { return number }
            return number == .min ? nil : -number
        }

        /// A field of hexadecimal digits.
        mutating func bytes() -> [UInt8]? { next().flatMap { Hexadecimal.bytes(of: $0) } }

        mutating func uuid() -> UUID? {
            guard let field = next(), field.count == 36 else { return nil }
            return IdentifierText.uuid(field)
        }

        mutating func text() -> String? {
            guard let field = next() else { return nil }
            guard field.contains(0x25) else { return String(decoding: field, as: UTF8.self) }
            var plain: [UInt8] = []
            var rest = field
            while let byte = rest.popFirst() {
                if byte == 0x25, rest.count >= 2,
                    let value = Hexadecimal.bytes(of: rest.prefix(2))
                {
                    plain += value
                    rest = rest.dropFirst(2)
                } else {
                    plain.append(byte)
                }
            }
            return String(decoding: plain, as: UTF8.self)
        }
    }
}
