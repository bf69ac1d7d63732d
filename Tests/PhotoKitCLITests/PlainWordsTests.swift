import Foundation
import TestPermits
import Testing

/// Sentences that say plainly what happened, or what a person may have meant.
@Suite(.permit) struct PlainWordsTests {
    @Test func `nothing in Recently Deleted is said by restore and purge`() async throws {
        let fixture = try await ProgramFixture()
        let restored = try await fixture.run("restore", "--all")
        #expect(restored.output == "Recently Deleted is empty. Nothing was restored.\n")
        let purged = try await fixture.run("purge", "--all", "--yes")
        #expect(purged.output == "Recently Deleted is empty. Nothing was deleted.\n")
        #expect(restored.code == 0 && purged.code == 0)
    }

    @Test func `a history without old changes says so, and days may have a unit`() async throws {
        let fixture = try await ProgramFixture()
        _ = try await fixture.importPictures(1)
        for days in ["3000", "3000d"] {
            let outcome = try await fixture.run("history", "prune", "--older-than", days)
            #expect(outcome.code == 0)
            #expect(
                outcome.output
                    == "No change is older than 3000 days. Nothing was deleted; the history has 1 change.\n"
            )
        }
        let kept = try await fixture.run("history", "prune", "--keep", "5")
        #expect(kept.output.contains("Nothing was deleted"), "\(kept)")
        let wrong = try await fixture.run("history", "prune", "--older-than", "3000x")
        #expect(wrong.code == 2 && wrong.complaints.contains("such as 90 or 90d"), "\(wrong)")
    }

    @Test func `a mistyped name of a file is answered with near ones`() async throws {
        let fixture = try await ProgramFixture()
        for (index, name) in ["lake como.jpg", "IMG_0001.jpg", "IMG_0002.jpg"].enumerated() {
            try fixture.write(picture: name, seed: UInt8(index + 1))
        }
        try await fixture.run("import", fixture.source.path)
        for command in [["show"], ["delete"], ["edit", "--rating", "3"]] {
            let outcome = try await fixture.run(command + ["lake cmoo.jpg"])
            #expect(outcome.code == 2)
            #expect(outcome.complaints.contains("Did you mean \"lake como.jpg\"?"), "\(outcome)")
        }
        let beginning = try await fixture.run("show", "Lake")
        #expect(beginning.complaints.contains("Did you mean \"lake como.jpg\"?"), "\(beginning)")
        let two = try await fixture.run("show", "IMG_0003.jpg")
        #expect(
            two.complaints.contains("Did you mean \"IMG_0001.jpg\" or \"IMG_0002.jpg\"?"),
            "\(two)"
        )
        let far = try await fixture.run("show", "something else.jpg")
        #expect(far.complaints.contains("\"photokit ls\" lists"), "\(far)")
    }

    @Test func `a dry run of edit says what would change`() async throws {
        let fixture = try await ProgramFixture()
        _ = try await fixture.importPictures(1)
        try await fixture.run("edit", "1.jpg", "--rating", "2", "--add-keyword", "old")
        let outcome = try await fixture.run(
            "edit",
            "1.jpg",
            "--rating",
            "4",
            "--add-keyword",
            "lake",
            "--remove-keyword",
            "old",
            "--place",
            "46.5,7.9",
            "--caption",
            "At the lake",
            "--dry-run"
        )
        #expect(outcome.code == 0)
        for part in [
            "rating: 2 -> 4", "keyword to be added: lake", "keyword to be removed: old",
            "place: none -> 46.500000, 7.900000", "caption: none -> \"At the lake\"",
        ] { #expect(outcome.output.contains(part), "\(outcome)") }
        #expect(try await fixture.run("show", "1.jpg").output.contains("2 of 5"))
    }
}
