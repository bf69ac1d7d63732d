import Foundation

/// Writes a dictionary of plain values as a binary property list, with its keys in the given order.
///
/// Foundation's writer orders the keys differently in each process.
enum BinaryPropertyListWriter {
    enum Value {
        /// A number from 0 to 127.
        case integer(UInt8)
        case text(String)
        case data(Data)
        case date(Date)
    }

    /// - Parameter fields: The keys and values, at most 14.
    /// - Returns: The bytes of the file.
    static func bytes(of fields: [(String, Value)]) -> Data {
        var writer = Output()
        // The dictionary is the first object. Its keys and then its values follow.
        writer.begin()
        writer.bytes.append(0xD0 | UInt8(fields.count))
        writer.bytes += fields.indices.flatMap { number(1 + $0, Self.referenceSize) }
        writer.bytes += fields.indices.flatMap { number(1 + fields.count + $0, Self.referenceSize) }
        for (key, _) in fields { writer.write(.text(key)) }
        for (_, value) in fields { writer.write(value) }
        return writer.finished()
    }

    private static let referenceSize = 1
    private static let offsetSize = 8

    private static func number(_ value: Int, _ size: Int) -> [UInt8] {
        (0..<size).reversed().map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
    }

    private struct Output {
        var bytes = Data("bplist00".utf8)
        private var offsets: [Int] = []

        mutating func begin() { offsets.append(bytes.count) }

        mutating func write(_ value: Value) {
            begin()
            switch value {
            case .integer(let number): bytes += [0x10, number]
            case .date(let date):
                let bits = date.timeIntervalSinceReferenceDate.bitPattern
                bytes += [0x33] + BinaryPropertyListWriter.number(Int(bitPattern: UInt(bits)), 8)
            case .data(let data):
                head(0x40, data.count)
                bytes += data
            case .text(let text) where text.utf8.allSatisfy { $0 < 0x80 }:
                head(0x50, text.utf8.count)
                bytes += Array(text.utf8)
            case .text(let text):
                head(0x60, text.utf16.count)
                bytes += text.utf16.flatMap { BinaryPropertyListWriter.number(Int($0), 2) }
            }
        }

        /// Writes the kind of an object and its length; lengths of 15 and more follow as a number.
        private mutating func head(_ kind: UInt8, _ count: Int) {
            guard count >= 15 else {
                bytes.append(kind | UInt8(count))
                return
            }
            bytes += [kind | 0xF, 0x13] + BinaryPropertyListWriter.number(count, 8)
        }

        mutating func finished() -> Data {
            let table = bytes.count
            for offset in offsets {
                bytes += BinaryPropertyListWriter.number(
                    offset,
                    BinaryPropertyListWriter.offsetSize
                )
            }
            bytes += [0, 0, 0, 0, 0, 0]
            bytes += [
                UInt8(BinaryPropertyListWriter.offsetSize),
                UInt8(BinaryPropertyListWriter.referenceSize),
            ]
            bytes += BinaryPropertyListWriter.number(offsets.count, 8)
            bytes += BinaryPropertyListWriter.number(0, 8)
            bytes += BinaryPropertyListWriter.number(table, 8)
            return bytes
        }
    }
}
