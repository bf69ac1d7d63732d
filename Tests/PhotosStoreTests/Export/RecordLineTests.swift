import Foundation
import PhotosImport
import PhotosStore
import TestPermits
import Testing

@Suite(.permit) struct RecordLineTests {
    private static let uuid = UUID(uuidString: "3F2A81C0-0000-4000-8000-000000000001") ?? UUID()
    private static let file = RecordedFile(
        part: "r1",
        path: "100%/a\tb\nc \u{1F3D4}.jpg",
        byteCount: 12,
        modification: -5,
        checksum: [1, 2, 255],
        source: [],
        kind: .foreign
    )
    private static let madeFile: RecordedFile = {
        var made = Self.file
        made.source = Array(1...16)
        made.origin = .init(row: 0x0102_0304_0506, role: .fullSizePairedVideo)
        return made
    }()
    private static let lines: [RecordLine] = [
        .head(library: uuid, export: uuid), .asset(uuid, state: [9], number: 2, base: "x/%25"),
        .pending(uuid, file), .file(uuid, file), .file(uuid, madeFile),
        .removed(uuid, part: "a:r1"), .forgotten(uuid),
        .retired(path: "old\r", byteCount: 1, modification: 2), .cleared,
        .manifest(byteCount: 3, modification: 4, albums: [5]),
    ]

    @Test func `a line is read as it was written`() {
        for line in Self.lines {
            let text = line.text
            #expect(!text.contains("\n"))
            #expect(RecordLine(Array(text.utf8)[...]) == line, "\(text)")
        }
    }

    @Test func `a line has the form that earlier versions wrote`() {
        #expect(
            RecordLine.file(Self.uuid, Self.file).text
                == "af880ae2\tF\t3F2A81C0-0000-4000-8000-000000000001\tr1\tf\t12\t-5\t0102ff\t\t100%25/a%09b%0ac \u{1F3D4}.jpg"
        )
    }

    @Test func `a line says from which file of the library a file was made`() {
        let text = RecordLine.file(Self.uuid, Self.madeFile).text
        #expect(text.contains("\t0102030405060708090a0b0c0d0e0f1000000102030405060a\t"), "\(text)")
    }

    @Test(arguments: [Int64.min, .min + 1, -1, 0, 1, .max - 1, .max])
    func `every number is read as it was written`(_ number: Int64) {
        let line = RecordLine.manifest(byteCount: number, modification: number, albums: [])
        #expect(RecordLine(Array(line.text.utf8)[...]) == line)
    }

    @Test func `a line with any changed byte is no line`() {
        for line in Self.lines {
            var bytes = Array(line.text.utf8)
            for index in bytes.indices {
                bytes[index] ^= 1
                #expect(RecordLine(bytes[...]) == nil)
                bytes[index] ^= 1
            }
            for length in 0..<bytes.count { #expect(RecordLine(bytes.prefix(length)) == nil) }
        }
    }
}
