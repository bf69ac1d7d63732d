import Crypto
import Foundation
import PhotosImport
import PhotosTestSupport
import TestPermits
import Testing

/// Reading written files back, and the checksums that are compared then.
@Suite(.permit) struct WrittenFileTests {
    private static func bytes(_ count: Int, seed: UInt64 = 1) -> Data {
        var numbers = SeededNumbers(seed: seed)
        var data = Data(capacity: count + 8)
        while data.count < count {
            withUnsafeBytes(of: numbers.next()) { data.append(contentsOf: $0) }
        }
        return data.prefix(count)
    }

    private static func quick(_ parts: Data...) -> UInt64 {
        var checksum = QuickChecksum()
        for part in parts { part.withUnsafeBytes { checksum.add($0) } }
        return checksum.value
    }

    @Test(arguments: [0, 1, 4_095, 4_096, 4_097, 1 << 20 - 1, 1 << 20, 1 << 20 + 1, 2_600_000])
    func `a file of any size is read to its end`(_ count: Int) throws {
        let folder = try TemporaryFolder()
        let url = folder.url.appendingPathComponent("file")
        let bytes = Self.bytes(count)
        try bytes.write(to: url)
        let content = try WrittenFile.readContent(of: url, isQuickAlso: true)
        #expect(content.checksum == Array(SHA256.hash(data: bytes)))
        #expect(content.byteCount == Int64(count))
        #expect(content.quick.value == Self.quick(bytes))
        #expect(try WrittenFile.readContent(of: url).quick == QuickChecksum())
    }

    @Test func `how bytes are divided does not change the quick checksum`() {
        let bytes = Self.bytes(1_000)
        let whole = Self.quick(bytes)
        for cut in 0...200 {
            let parts = (bytes.prefix(cut), bytes.dropFirst(cut))
            #expect(Self.quick(Data(parts.0), Data(parts.1)) == whole, "cut at \(cut)")
        }
        #expect(Self.quick(bytes, Data(), Data()) == whole)
    }

    @Test func `the quick checksum differs after every flipped bit, swap, cut and added zero`() {
        let bytes = Self.bytes(97)
        var seen: Set<UInt64> = [Self.quick(bytes)]
        var count = 1
        func add(_ changed: Data) {
            seen.insert(Self.quick(changed))
            count += 1
        }
        for index in 0..<bytes.count {
            for bit in 0..<8 {
                var changed = bytes
                changed[index] ^= 1 << bit
                add(changed)
            }
        }
        for length in 0..<bytes.count { add(bytes.prefix(length)) }
        for zeros in 1...64 { add(bytes + Data(repeating: 0, count: zeros)) }
        for index in 0..<64 {
            var changed = bytes
            changed.swapAt(index, index + 32)
            if changed != bytes { add(changed) }
        }
        #expect(seen.count == count)
    }
}
