import PhotosMedia
import TestPermits
import Testing

/// Our own formats: what a writer wrote is read again, and nothing beyond the end is.
@Suite(.permit) struct ByteReaderTests {
    private static let numbers: [Int64] = [
        0, 1, -1, 63, 64, -64, -65, 127, 128, 300, 1 << 31, -1 << 40, .max, .min,
    ]

    @Test(arguments: [BoundedReader.Endian.big, .little])
    func `numbers of fixed size come back`(_ endian: BoundedReader.Endian) throws {
        var reader = ByteReader(
            ByteWriter { writer in
                for number in Self.numbers {
                    writer.number(number, endian: endian)
                    writer.number(UInt32(truncatingIfNeeded: number), endian: endian)
                }
            }.bytes
        )
        for number in Self.numbers {
            #expect(try reader.number(Int64.self, endian: endian) == number)
            #expect(
                try reader.number(UInt32.self, endian: endian) == UInt32(truncatingIfNeeded: number)
            )
        }
        #expect(reader.isAtEnd)
    }

    @Test func `the bytes of numbers are those of the formats`() {
        let bytes = ByteWriter {
            $0.number(UInt32(0x0102_0304), endian: .big)
            $0.number(UInt32(0x0102_0304), endian: .little)
            $0.packed(300)
            $0.packedSigned(-2)
            $0.packed([7, 8])
            $0.uint16(0x0506)
        }.bytes
        #expect(bytes == [1, 2, 3, 4, 4, 3, 2, 1, 0xAC, 2, 3, 2, 7, 8, 5, 6])
    }

    @Test func `packed numbers and bytes come back`() throws {
        let texts: [[UInt8]] = [[], [1], Array(repeating: 9, count: 200)]
        var reader = ByteReader(
            ByteWriter { writer in
                for number in Self.numbers {
                    writer.packedSigned(number)
                    writer.packed(UInt64(bitPattern: number))
                }
                for text in texts { writer.packed(text) }
            }.bytes
        )
        for number in Self.numbers {
            #expect(try reader.packedSigned() == number)
            #expect(try reader.packed() == UInt64(bitPattern: number))
        }
        for text in texts { #expect(try Array(reader.packedSlice()) == text) }
        #expect(reader.isAtEnd)
    }

    @Test func `a value that the bytes do not hold is damage, and reads nothing`() {
        var reader = ByteReader([1, 2, 3])
        #expect(throws: ByteReader.Damage.self) { try reader.number(UInt32.self, endian: .big) }
        #expect(throws: ByteReader.Damage.self) { try reader.slice(4) }
        #expect(throws: ByteReader.Damage.self) { try reader.slice(-1) }
        #expect(throws: ByteReader.Damage.self) { try reader.skip(.max) }
        #expect((try? reader.slice(3)).map(Array.init) == [1, 2, 3])
        #expect(throws: ByteReader.Damage.self) { try reader.byte() }
        for bytes: [UInt8] in [
            [0x80], Array(repeating: 0xFF, count: 11), [5, 1, 2],
            [0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x7F],
        ] {
            var reader = ByteReader(bytes)
            #expect(throws: ByteReader.Damage.self) { try reader.packedSlice() }
        }
    }
}
