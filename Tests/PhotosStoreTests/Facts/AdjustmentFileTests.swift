import Foundation
import PhotosStore
import TestPermits
import Testing

@Suite(.permit) struct AdjustmentFileTests {
    private func file(_ data: Data, identifier: String = "org.example.editor") -> AdjustmentFile {
        AdjustmentFile(
            formatIdentifier: identifier,
            formatVersion: "1.0",
            data: data,
            date: Date(timeIntervalSinceReferenceDate: 1_234.567_89),
            isOnTop: true
        )
    }

    @Test(arguments: [0, 1, 14, 15, 16, 255, 256, 70_000])
    func `Foundation and our own reader read what is written`(_ count: Int) throws {
        let data = Data((0..<count).map { UInt8(truncatingIfNeeded: $0 &* 7) })
        for identifier in ["e", "org.example.éditeur-🖌", String(repeating: "x", count: 300)] {
            let file = file(data, identifier: identifier)
            let list = try PropertyListSerialization.propertyList(from: file.bytes, format: nil)
            let fields = try #require(list as? [String: Any])
            #expect(fields.count == 7)
            #expect(fields["adjustmentData"] as? Data == data)
            #expect(fields["adjustmentFormatIdentifier"] as? String == identifier)
            #expect(fields["adjustmentTimestamp"] as? Date == file.date)
            #expect(fields["adjustmentBaseVersion"] as? Int == 1)
            let read = try AppleAdjustment(file.bytes)
            #expect(read.data == data && read.formatIdentifier == identifier)
            #expect(read.date == file.date && read.baseVersion == 1)
            #expect(file.byteCount(forData: count) == file.bytes.count)
            #expect(AdjustmentFile.data(in: file.bytes, isPlain: false) == data)
            #expect(AdjustmentFile.data(in: file.bytes, isPlain: true) == file.bytes)
        }
    }

    @Test func `without a date there is none in the list`() throws {
        var file = file(Data([1]))
        file.date = nil
        #expect(try AppleAdjustment(file.bytes).date == nil)
    }

    @Test func `bytes that are no such list are the recipe themselves`() {
        for bytes in [Data(), Data("recipe".utf8), Data("bplist00".utf8)] {
            #expect(AdjustmentFile.data(in: bytes, isPlain: false) == bytes)
        }
    }
}
