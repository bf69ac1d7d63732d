import Foundation
import TestPermits
import Testing

@testable import PhotosStore

/// What becomes of a photo with the bytes of one that is restored without its files.
@Suite(.permit) struct TwinDecisionTests {
    /// A file of an asset whose bytes are told by one number.
    private func file(_ bytes: UInt8, of asset: Int64, source: Int64? = nil) -> HeldFile {
        HeldFile(
            row: asset * 100 + Int64(bytes),
            assetRow: asset,
            asset: .zero,
            type: .photo,
            file: "",
            byteCount: 1,
            checksum: [bytes],
            state: nil,
            sourceFileID: source,
            isOffline: source == nil,
            hasLeft: false
        )
    }

    private func decision(
        _ twin: [HeldFile],
        restored: [UInt8] = [1, 2],
        lacking: [UInt8] = [1],
        isUntouched: Bool = true
    ) -> TwinDecision {
        TwinDecision(
            twin: twin,
            isUntouched: isUntouched,
            restored: restored.map { file($0, of: 5) },
            lacking: lacking.map { file($0, of: 5) }
        )
    }

    @Test func `a photo in a source hands its file over`() {
        #expect(decision([file(1, of: 6, source: 3)]) == .handOver)
    }

    @Test func `a file of the library that the restored photo has, too, holds nothing back`() {
        #expect(decision([file(1, of: 6, source: 3), file(2, of: 6)]) == .handOver)
    }

    @Test func `a photo with a file in the library's folder makes way for a copy`() {
        #expect(decision([file(1, of: 6)]) == .makeWay)
        let mixed = [file(1, of: 6, source: 3), file(2, of: 6)]
        #expect(decision(mixed, lacking: [1, 2]) == .makeWay)
    }

    @Test func `a photo that a person has changed stays`() {
        #expect(decision([file(1, of: 6, source: 3)], isUntouched: false) == .stay)
    }

    @Test func `a photo with bytes that the restored one never had stays`() {
        #expect(decision([file(1, of: 6, source: 3), file(9, of: 6, source: 4)]) == .stay)
    }

    @Test func `a photo that was there before the restored one stays`() {
        #expect(decision([file(1, of: 4, source: 3)]) == .stay)
    }

    @Test func `a record is untouched while it is as its files made it`() {
        var record = AssetRecord(rowID: 1, uuid: .zero)
        var metadata = FileMetadata(original: nil, companion: nil)
        #expect(record.isUntouched(since: metadata))
        metadata.caption = "Harbour"
        #expect(!record.isUntouched(since: metadata))
        record.caption = "Harbour"
        #expect(record.isUntouched(since: metadata))
        for change in [
            { $0.isFavorite = true }, { $0.isHidden = true },
            { $0.adjustmentsState = .editedByUser },
            { $0.dateSource = AssetRecord.personsDate }, { $0.keywords = ["boats"] },
            { $0.rating = 4 },
        ] as [(inout AssetRecord) -> Void] {
            var changed = record
            change(&changed)
            #expect(!changed.isUntouched(since: metadata))
        }
    }
}
