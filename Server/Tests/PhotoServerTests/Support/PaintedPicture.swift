import Foundation
import Photos
import PhotosBase
import ServeRules

/// PNG files of one colour, made without a library.
enum PaintedPicture {
    static func png(width: Int, height: Int, seed: UInt8, xmp: String? = nil) -> Data {
        var data = Data([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])
        chunk("IHDR", number(width) + number(height) + [8, 2, 0, 0, 0], &data)
        if let xmp {
            let head = Array("XML:com.adobe.xmp".utf8) + [0, 0, 0, 0, 0]
            chunk("iTXt", head + Array(xmp.utf8), &data)
        }
        let row = [UInt8(0)] + (0..<width).flatMap { _ in [seed, 255 - seed, seed / 2] }
        let rows = Array(repeating: row, count: height).flatMap(\.self)
        chunk("IDAT", zlib(rows), &data)
        chunk("IEND", [], &data)
        return data
    }

    private static func number(_ value: Int) -> [UInt8] {
        (0..<4).map { UInt8(truncatingIfNeeded: value >> (24 - 8 * $0)) }
    }

    private static func chunk(_ name: String, _ content: [UInt8], _ data: inout Data) {
        let body = Array(name.utf8) + content
        data += number(content.count) + body + number(Int(CRC32(body).value))
    }

    /// Stores bytes without compression in the form of zlib.
    private static func zlib(_ bytes: [UInt8]) -> [UInt8] {
        var result: [UInt8] = [0x78, 0x01]
        var rest = bytes[...]
        repeat {
            let part = rest.prefix(65_535)
            rest = rest.dropFirst(part.count)
            let (low, high) = (UInt8(part.count & 255), UInt8(part.count >> 8))
            result += [rest.isEmpty ? 1 : 0, low, high, ~low, ~high] + part
        } while !rest.isEmpty
        var (a, b) = (1, 0)
        for byte in bytes {
            a = (a + Int(byte)) % 65_521
            b = (b + a) % 65_521
        }
        return result + number(b << 16 | a)
    }
}
