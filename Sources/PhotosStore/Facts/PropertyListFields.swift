package import Foundation

/// The plain values at the top level of a property list from an untrusted source.
///
/// Foundation's reader of the binary form follows every reference. In a file of a hundred bytes, objects that refer to
/// each other twice keep it busy for hours. Only the top dictionary is read here, without anything nested in it.
package struct PropertyListFields {
    /// The numbers, texts, dates, data and flags by their keys.
    package let values: [String: Any]

    /// Returns nil if the data is not a property list with a dictionary at its top level.
    package init?(_ data: Data) {
        if data.starts(with: Array("bplist00".utf8)) {
            guard let values = BinaryPropertyList(Array(data))?.topValues() else { return nil }
            self.values = values
        } else {
            // The text form has no references, and Foundation limits its nesting depth.
            let list = try? PropertyListSerialization.propertyList(from: data, format: nil)
            guard let values = list as? [String: Any] else { return nil }
            self.values = values
        }
    }
}

/// The objects of a binary property list, each identified by its number.
private struct BinaryPropertyList {
    private let bytes: [UInt8]
    private let offsetSize: Int
    private let referenceSize: Int
    private let count: Int
    private let top: Int
    private let table: Int

    private static let trailer = 32

    init?(_ bytes: [UInt8]) {
        guard bytes.count >= 8 + Self.trailer else { return nil }
        self.bytes = bytes
        let start = bytes.count - Self.trailer
        offsetSize = Int(bytes[start + 6])
        referenceSize = Int(bytes[start + 7])
        guard (1...8).contains(offsetSize), (1...8).contains(referenceSize),
            let count = Self.wholeNumber(in: bytes, at: start + 8, size: 8),
            let top = Self.wholeNumber(in: bytes, at: start + 16, size: 8),
            let table = Self.wholeNumber(in: bytes, at: start + 24, size: 8),
            count <= bytes.count, top < count, table <= start
        else { return nil }
        (self.count, self.top, self.table) = (count, top, table)
    }

    /// Returns the values of the top dictionary that contain no other objects.
    func topValues() -> [String: Any]? {
        guard let offset = offset(of: top), bytes[offset] >> 4 == 0xD,
            let (length, start) = length(at: offset), length <= bytes.count / referenceSize
        else { return nil }
        var values: [String: Any] = [:]
        for index in 0..<length {
            let key = start + index * referenceSize
            guard let name = reference(at: key).flatMap(value) as? String else { return nil }
            values[name] = reference(at: key + length * referenceSize).flatMap(value)
        }
        return values
    }

    /// Returns the value of an object, or nil for containers and damaged objects.
    private func value(of object: Int) -> Any? {
        guard let offset = offset(of: object) else { return nil }
        let size = 1 << Int(bytes[offset] & 0xF)
        switch bytes[offset] >> 4 {
        case 0x0: return bytes[offset] == 9 ? true : bytes[offset] == 8 ? false : nil
        case 0x1: return Self.wholeNumber(in: bytes, at: offset + 1, size: size)
        case 0x2: return realNumber(at: offset + 1, size: size)
        case 0x3:
            return realNumber(at: offset + 1, size: size).map(
                Date.init(timeIntervalSinceReferenceDate:)
            )
        case 0x4: return content(at: offset, unit: 1).map { Data($0) }
        case 0x5: return content(at: offset, unit: 1).map { String(decoding: $0, as: UTF8.self) }
        case 0x6:
            return content(at: offset, unit: 2).map { content in
                let units = stride(from: content.startIndex, to: content.endIndex, by: 2)
                    .map { UInt16(content[$0]) << 8 | UInt16(content[$0 + 1]) }
                return String(decoding: units, as: UTF16.self)
            }
        default: return nil
        }
    }

    private func realNumber(at offset: Int, size: Int) -> Double? {
        guard offset + size <= bytes.count else { return nil }
        let bits = bytes[offset..<offset + min(size, 8)].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        switch size {
        case 4: return Double(Float(bitPattern: UInt32(bits)))
        case 8: return Double(bitPattern: bits)
        default: return nil
        }
    }

    private func content(at offset: Int, unit: Int) -> ArraySlice<UInt8>? {
        guard let (length, start) = length(at: offset), length <= (bytes.count - start) / unit
        else {
            return nil
        }
        return bytes[start..<start + length * unit]
    }

    /// Returns the length of an object and the offset of its content; long lengths are stored as a number.
    private func length(at offset: Int) -> (Int, Int)? {
        let short = Int(bytes[offset] & 0xF)
        guard short == 0xF else { return (short, offset + 1) }
        guard offset + 1 < bytes.count, bytes[offset + 1] >> 4 == 0x1 else { return nil }
        let size = 1 << Int(bytes[offset + 1] & 0xF)
        return Self.wholeNumber(in: bytes, at: offset + 2, size: size).map {
            ($0, offset + 2 + size)
        }
    }

    private func offset(of object: Int) -> Int? {
        guard object < count else { return nil }
        return Self.wholeNumber(in: bytes, at: table + object * offsetSize, size: offsetSize)
            .flatMap { $0 < bytes.count - Self.trailer ? $0 : nil }
    }

    private func reference(at offset: Int) -> Int? {
        Self.wholeNumber(in: bytes, at: offset, size: referenceSize)
    }

    /// Reads a number of up to eight bytes; nil for negative numbers and those from 2^53, which no file needs.
    private static func wholeNumber(in bytes: [UInt8], at offset: Int, size: Int) -> Int? {
        guard size <= 8, offset >= 0, offset <= bytes.count - size else { return nil }
        let number = bytes[offset..<offset + size].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        return number < 1 << 53 ? Int(number) : nil
    }
}
