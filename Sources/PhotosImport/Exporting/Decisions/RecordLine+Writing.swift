import Foundation
import PhotosBase
import PhotosStore

extension RecordLine {
    /// Writes the fields of a line, without a text for each.
    struct Writer {
        private(set) var bytes: [UInt8]

        /// - Parameter bytes: The bytes before the fields.
        init(_ bytes: consuming [UInt8]) { self.bytes = bytes }

        mutating func add(_ text: String) {
            separate()
            let start = bytes.count
            bytes += text.utf8
            guard bytes[start...].contains(where: Self.isEscaped) else { return }
            bytes.removeSubrange(start...)
            for byte in text.utf8 {
                if Self.isEscaped(byte) {
                    bytes.append(UInt8(ascii: "%"))
                    Hexadecimal.add([byte], to: &bytes)
                } else {
                    bytes.append(byte)
                }
            }
        }

        mutating func add(_ number: Int64) {
            separate()
            bytes += String(number).utf8
        }

        /// Adds bytes as hexadecimal digits.
        mutating func add(_ value: [UInt8]) {
            separate()
            Hexadecimal.add(value, to: &bytes)
        }

        mutating func add(_ uuid: UUID) {
            separate()
            IdentifierText.add(uuid, to: &bytes)
        }

        mutating func addFile(ofAsset uuid: UUID, file: RecordedFile) {
            add(uuid)
            add(file.part)
            add(file.kind.rawValue)
            add(file.byteCount)
            add(file.modification)
            add(file.checksum)
            add(file.sourceField)
            add(file.path)
        }

        private mutating func separate() { bytes.append(0x09) }

        /// Whether a byte would end a field or a line, or begin an escaped byte.
        private static func isEscaped(_ byte: UInt8) -> Bool { byte < 0x20 || byte == 0x25 }
    }
}
