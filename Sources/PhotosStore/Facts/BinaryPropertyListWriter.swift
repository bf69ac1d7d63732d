import Foundation
import PhotosMedia

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
        writer.bytes.byte(0xD0 | UInt8(fields.count))
        // References have one byte: first those to the keys, then those to the values.
        for index in fields.indices { writer.bytes.uint8(1 + index) }
        for index in fields.indices { writer.bytes.uint8(1 + fields.count + index) }
        for (key, _) in fields { writer.write(.text(key)) }
        for (_, value) in fields { writer.write(value) }
        return writer.finished()
    }

    private static let referenceSize = 1
    private static let offsetSize = 8

    private struct Output {
        var bytes = ByteWriter { $0.text("bplist00") }
        private var offsets: [Int] = []

        mutating func begin() { offsets.append(bytes.count) }

        mutating func write(_ value: Value) {
            begin()
            switch value {
            case .integer(let number): bytes.append([0x10, number])
            case .date(let date):
                bytes.byte(0x33)
                bytes.number(date.timeIntervalSinceReferenceDate.bitPattern, endian: .big)
            case .data(let data):
                writeHead(0x40, count: data.count)
                bytes.append(data)
            case .text(let text) where text.utf8.allSatisfy { $0 < 0x80 }:
                writeHead(0x50, count: text.utf8.count)
                bytes.text(text)
            case .text(let text):
                writeHead(0x60, count: text.utf16.count)
                for unit in text.utf16 { bytes.number(unit, endian: .big) }
            }
        }

        /// Writes the kind of an object and its length; lengths of 15 and more follow as a number.
        private mutating func writeHead(_ kind: UInt8, count: Int) {
            guard count >= 15 else {
                bytes.byte(kind | UInt8(count))
                return
            }
            bytes.append([kind | 0xF, 0x13])
            bytes.number(count, endian: .big)
        }

        mutating func finished() -> Data {
            let table = bytes.count
            for offset in offsets { bytes.number(offset, endian: .big) }
            bytes.zeros(6)
            bytes.uint8(BinaryPropertyListWriter.offsetSize)
            bytes.uint8(BinaryPropertyListWriter.referenceSize)
            for number in [offsets.count, 0, table] { bytes.number(number, endian: .big) }
            return Data(bytes.bytes)
        }
    }
}
