import Foundation
import ServeRules
import TestPermits
import Testing

/// Tests of how much guests may add, and of the names that they give.
@Suite(.permit) struct GuestUploadRulesTests {
    @Test func theFilesOfALinkCanBeChosenAtOnceInOneRequest() throws {
        let most = UploadLimit.chosenCounts.upperBound
        #expect(UploadLimit.fileCounts.upperBound <= most)
        let ids = Array(repeating: String(repeating: "a", count: 16), count: most)
        #expect(try JSONEncoder().encode(["ids": ids]).count <= 1 << 20)
    }

    @Test func aFileCountsBeforeItComes() {
        let limit = UploadLimit(files: 3, bytes: 100)
        var usage = UploadUsage()
        let counted = [60, 41, 40, 0, 0].map { usage.countFile(of: $0, within: limit) }
        #expect(counted == [true, false, true, true, false])
        #expect(usage.files == 3 && usage.bytes == 100)
        #expect(usage.rest(of: limit) == UploadLimit(files: 0, bytes: 0))
        usage.discountFile(of: 40)
        #expect(usage.rest(of: limit) == UploadLimit(files: 1, bytes: 40))
        // A limit that is smaller than what came is no reason to overflow.
        #expect(usage.rest(of: UploadLimit(files: 1, bytes: 1)) == UploadLimit(files: 0, bytes: 0))
        let isHuge = usage.countFile(of: .max, within: limit)
        #expect(!isHuge)
    }

    @Test(
        arguments: [
            ("Anna", "Anna"), ("  Anna \t von\n\nOben ", "Anna von Oben"),
            ("\u{202E}Anna\u{200B}\u{7}\u{0}", "Anna"), ("", nil), (" \n\u{200F}", nil),
            ("Zoë 🐟", "Zoë 🐟"), ("\u{E000}x", "x"),
        ] as [(String, String?)]
    )
    func namesAreOneShortLineThatCanBeSeen(_ typed: String, _ name: String?) {
        #expect(GuestName.cleaned(typed) == name)
    }

    @Test func longNamesAreCut() throws {
        #expect(GuestName.cleaned(String(repeating: "a", count: 10_000))?.count == 60)
        let marks = "e" + String(repeating: "\u{301}", count: 900)
        #expect(try #require(GuestName.cleaned(marks)).utf8.count <= 240)
    }

    @Test func visibleCharactersKeepTheLengthThatANameHas() {
        let name = String(repeating: "a", count: 200) + "\u{202E}\n.png"
        let shown = String(repeating: "a", count: 200) + " .png"
        #expect(GuestName.visibleCharacters(of: name) == shown)
    }

    @Test func archivesAreKnownByTheirFirstBytes() {
        let tar = [UInt8](repeating: 0, count: 257) + Array("ustar".utf8)
        for start in [[0x50, 0x4B, 3, 4], [0x1F, 0x8B, 8], tar] as [[UInt8]] {
            #expect(ArchiveSignature.begins(start))
        }
        for start in [[], [0x50], [0xFF, 0xD8, 0xFF], Array(tar.dropLast())] as [[UInt8]] {
            #expect(!ArchiveSignature.begins(start))
        }
        #expect(tar.count == ArchiveSignature.length)
    }
}
