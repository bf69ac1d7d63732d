import PhotosBase
import TestPermits
import Testing

@Suite(.permit) struct BytesTests {
    @Test func `bytes become digits in lower case, and digits of either case bytes`() {
        #expect(Hexadecimal.digits(of: [0, 9, 10, 15, 16, 255]) == "00090a0f10ff")
        #expect(Hexadecimal.digits(of: [UInt8]()).isEmpty)
        var text = Array("x".utf8)
        Hexadecimal.add([0x4F, 0xA0], to: &text)
        #expect(String(decoding: text, as: UTF8.self) == "x4fa0")
        let all = (0...255).map { UInt8($0) }
        #expect(Hexadecimal.bytes(of: Hexadecimal.digits(of: all)) == all)
        #expect(Hexadecimal.bytes(of: Hexadecimal.digits(of: all).uppercased()) == all)
        for text in ["0", "0g", "é0", "0 "] { #expect(Hexadecimal.bytes(of: text) == nil) }
    }

    @Test func `a checksum is 64 digits in lower case`() {
        let text = String(repeating: "0a", count: 32)
        #expect(Hexadecimal.checksum(of: text) == [UInt8](repeating: 10, count: 32))
        for other in [
            text.uppercased(), text + "00", String(text.dropLast(2)), text.dropLast() + "g",
        ] {
            #expect(Hexadecimal.checksum(of: String(other)) == nil)
        }
    }

    @Test func `numbers have one to eight digits`() {
        func number(_ text: String) -> UInt32? { Hexadecimal.number(of: Array(text.utf8)[...]) }
        #expect(number("ffFFffFF") == .max && number("0") == 0 && number("1f") == 31)
        #expect(number("") == nil && number("123456789") == nil && number("x") == nil)
    }

    @Test func `the checksum of ZIP is added up in parts`() {
        var sum = CRC32()
        #expect(sum.value == 0)
        sum.add(Array("1234".utf8))
        sum.add(Array("56789".utf8))
        #expect(sum.value == 0xCBF4_3926)
        #expect(CRC32("123456789".utf8) == sum)
    }

    /// "photo photo photo …" as zlib compresses it.
    private static let packed: [UInt8] = [
        0x78, 0x9C, 0x2B, 0xC8, 0xC8, 0x2F, 0xC9, 0x57, 0x28, 0x18, 0x31, 0x24, 0x00, 0x39, 0xF5,
        0x5B, 0x91,
    ]

    @Test func `data is decompressed up to a limit`() throws {
        let whole = Array(String(repeating: "photo ", count: 40).utf8)
        #expect(Inflation.bytes(ofZlib: Self.packed[...], limit: whole.count) == whole)
        #expect(Inflation.bytes(ofZlib: Self.packed[...], limit: whole.count - 1) == nil)
        #expect(Inflation.bytes(ofZlib: Self.packed.prefix(9), limit: whole.count) == nil)
        #expect(Inflation.bytes(ofZlib: Self.packed.dropFirst(), limit: whole.count) == nil)
        for count in 0...whole.count {
            let start = Inflation.start(ofDeflate: Self.packed.dropFirst(2), count: count)
            #expect(start == Array(whole.prefix(count)))
        }
        #expect(Inflation.start(ofDeflate: Self.packed[2..<5], count: 100).count < 100)
    }

    @Test func `stored data is read up to a limit`() {
        let stored: [UInt8] = [1, 3, 0, 0xFC, 0xFF, 7, 8, 9]
        #expect(Inflation.start(ofDeflate: stored[...], count: 9) == [7, 8, 9])
        #expect(Inflation.start(ofDeflate: stored[...], count: 2) == [7, 8])
        #expect(Inflation.start(ofDeflate: stored.dropLast(), count: 9) == [7, 8])
    }
}
