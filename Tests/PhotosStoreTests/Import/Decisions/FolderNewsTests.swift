import Foundation
import PhotosImport
import PhotosStore
import TestPermits
import Testing

/// Which files of a folder an import reads, decided without any file.
@Suite(.permit) struct FolderNewsTests {
    private static let rules = KnownFileRules(trashed: [9])

    @Test(
        arguments: [
            (.imported, 1, true), (.imported, 9, false), (.imported, nil, false),
            (.duplicate, 1, true), (.duplicate, 9, false), (.sidecar, 1, true),
            (.sidecar, nil, false),
            (.other, nil, true), (.refused, nil, false), (.refused, 1, false), (.absent, 1, false),
        ] as [(SourceOutcome, Int64?, Bool)]
    )
    func `a file is done while its asset is in the library`(
        _ outcome: SourceOutcome,
        _ asset: Int64?,
        _ isDone: Bool
    ) {
        #expect(Self.rules.isDone(.test(1, "a.jpg", outcome, asset: asset)) == isDone)
    }

    @Test func `only finished files with a checksum are checked for lost bytes`() {
        func row(_ difference: FolderComparison.Difference) -> Int64? {
            Self.rules.rowToCheck(difference)
        }
        #expect(row(.same(.test(3, "a.jpg", asset: 1))) == 3)
        #expect(row(.same(.test(3, "a.jpg", checksum: nil, asset: 1))) == nil)
        #expect(row(.same(.test(3, "a.jpg", asset: 9))) == nil)
        #expect(row(.missing(.test(3, "a.jpg", asset: 1))) == nil)
    }

    @Test func `an unchanged file's asset is a relative unless it is in Recently Deleted`() {
        let known = Self.rules.relativeName(in: .same(.test(3, "a.jpg", asset: 1)))
        #expect(known?.name == "a.jpg" && known?.asset == 1)
        #expect(Self.rules.relativeName(in: .same(.test(3, "a.jpg", asset: 9))) == nil)
        #expect(Self.rules.relativeName(in: .same(.test(3, "a.jpg"))) == nil)
        #expect(Self.rules.relativeName(in: .missing(.test(3, "a.jpg", asset: 1))) == nil)
    }

    /// A date after 1980, with a fraction of a second.
    private static let date: Int64 = 1_000_000_000_123_456_789

    /// Compares a folder of six files with five rows.
    private func news(
        lost: Set<Int64> = [],
        except shown: Set<ExactText> = [],
        date: Int64 = date,
        isVolumeKnown: Bool = true
    ) throws -> (
        read: [String], unchanged: Int, bytes: Int64
    ) {
        let names = ["changed.jpg", "done.jpg", "new.jpg", "notes.txt", "refused.jpg", "trash.jpg"]
        let listing = FolderListing(
            files: names.map { ($0, $0 == "changed.jpg" ? 2 : 1, 10, date) }
        )
        let rows: [SourceFileRow] = [
            .test(1, "changed.jpg", asset: 1), .test(2, "done.jpg", asset: 2),
            .test(3, "gone.jpg", asset: 3), .test(4, "notes.txt", .other, checksum: nil),
            .test(5, "refused.jpg", .refused, checksum: nil), .test(6, "trash.jpg", asset: 9),
        ].map { (row: SourceFileRow) in
            var row = row
            row.modification = date
            return row
        }
        let now = Date(timeIntervalSince1970: 1_100_000_000)
        var news = FolderNews(
            listing,
            rules: Self.rules,
            lost: lost,
            dates: isVolumeKnown ? FileDates(listing, now: now) : nil
        )
        var comparison = FolderComparison(listing) { news.addDifference($0) }
        for row in rows { try comparison.compareFile(row) }
        try comparison.finish()
        news.finish(except: shown)
        return (
            news.fresh.map(listing.name(of:)), news.unchangedFiles, news.unchangedBytes
        )
    }

    @Test func `new, changed and unfinished files are read, and the others counted`() throws {
        let news = try news()
        #expect(news.read == ["changed.jpg", "new.jpg", "refused.jpg", "trash.jpg"])
        #expect(news.unchanged == 1 && news.bytes == 10)
    }

    @Test func `a file that is read again is read once, in the order of the listing`() throws {
        let names = ["a.jpg", "a.jpg.xmp", "b.jpg"]
        let listing = FolderListing(files: names.map { ($0, 1, 10, Self.date) })
        var row = SourceFileRow.test(1, "a.jpg.xmp", .sidecar, asset: 1)
        row.modification = Self.date
        let now = Date(timeIntervalSince1970: 1_100_000_000)
        var news = FolderNews(
            listing,
            rules: Self.rules,
            lost: [],
            dates: FileDates(listing, now: now)
        )
        var comparison = FolderComparison(listing) { news.addDifference($0) }
        try comparison.compareFile(row)
        try comparison.finish()
        news.finish(except: [])
        try #require(news.unchangedFiles == 1)
        for _ in 1...2 {
            news.readAgain([row])
            #expect(news.fresh.map(listing.name(of:)) == names)
            #expect(news.unchangedFiles == 0 && news.unchangedBytes == 0)
        }
    }

    @Test func `where the volume is not known, every file is read`() throws {
        let news = try news(isVolumeKnown: false)
        #expect(news.read.count == 6 && news.unchanged == 0)
    }

    @Test(arguments: [0, 315_532_800, 1_200_000_000, 1_000_000_000] as [Int64])
    func `files with an impossible date, or one that many have, are read`(
        _ seconds: Int64
    ) throws {
        let news = try news(date: seconds * 1_000_000_000)
        #expect(news.read.count == 6 && news.unchanged == 0)
    }

    @Test func `a date that few files have is believed`() throws {
        let listing = FolderListing(
            files: (1...4).map { ("\($0).jpg", $0, 10, 1_000_000_000_000_000_000) }
        )
        let dates = FileDates(listing, now: Date(timeIntervalSince1970: 1_100_000_000))
        #expect(dates.distinguish(1_000_000_000_000_000_000))
    }

    @Test func `a file whose bytes the library has lost is read again`() throws {
        let news = try news(lost: [2])
        #expect(news.read == ["changed.jpg", "done.jpg", "new.jpg", "refused.jpg", "trash.jpg"])
        #expect(news.unchanged == 0)
    }

    @Test func `a file that was named and read before is left out`() throws {
        let news = try news(except: [ExactText("new.jpg"), ExactText("done.jpg")])
        #expect(news.read == ["changed.jpg", "refused.jpg", "trash.jpg"])
        #expect(news.unchanged == 1)
    }
}
