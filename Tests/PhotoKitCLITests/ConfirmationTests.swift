import Foundation
import TestPermits
import Testing

/// What cannot be undone is asked before, on a terminal, and says how much it is.
@Suite(.permit) struct ConfirmationTests {
    /// A library with two photos, and two more in Recently Deleted.
    private func fixture() async throws -> ProgramFixture {
        let fixture = try await ProgramFixture()
        _ = try await fixture.importPictures(4)
        #expect(try await fixture.run("delete", "1.jpg", "2.jpg").code == 0)
        return fixture
    }

    private func deleted(_ fixture: ProgramFixture) async throws -> Int {
        try await fixture.run("ls", "--deleted", "--ids").lines.count
    }

    // MARK: Photos

    @Test func `purging everything asks, and needs --yes where nobody can be asked`() async throws {
        let fixture = try await fixture()
        let refused = try await fixture.run("purge", "--all")
        #expect(refused.code == 2 && refused.output.isEmpty)
        #expect(
            refused.complaints.contains(
                "Nothing was deleted: 2 photos would be deleted for good"
            )
        )
        let token = try await fixture.run("token").output
        let dry = try await fixture.run("purge", "--all", "--dry-run")
        #expect(dry.code == 0 && dry.lines.count == 3)
        #expect(dry.lines.last?.hasPrefix("Dry run: 2 photos would be deleted for good.") == true)
        #expect(try await fixture.run("token").output == token)
        let no = try await fixture.run(["purge", "--all"], typing: "")
        #expect(
            no.code == 7 && no.complaints.contains("Delete 2 photos for good? [y/N]")
        )
        #expect(try await deleted(fixture) == 2)
        // On a terminal, a named photo is asked about, too. Without one it was meant.
        #expect(try await fixture.run(["purge", "1.jpg"], typing: "no").code == 7)
        #expect(try await fixture.run("purge", "1.jpg").output == "1 photo deleted for good.\n")
        let yes = try await fixture.run(["purge", "--all"], typing: "yes")
        #expect(yes.output == "1 photo deleted for good.\n", "\(yes)")
        let none = try await fixture.run("purge", "--all")
        #expect(
            none.code == 0 && none.output == "Recently Deleted is empty. Nothing was deleted.\n"
        )
    }

    @Test func `a deletion that is for good is asked on a terminal`() async throws {
        let fixture = try await fixture()
        try await fixture.run("settings", "--recently-deleted-days", "0", "--yes")
        let no = try await fixture.run(["delete", "3.jpg"], typing: "n")
        #expect(no.code == 7, "\(no)")
        #expect(no.complaints.contains("Delete 1 photo for good? [y/N]"))
        #expect(try await fixture.run("ls", "--ids").lines.count == 2)
        #expect(try await fixture.run(["delete", "3.jpg"], typing: "Y").code == 0)
        #expect(try await fixture.run("delete", "4.jpg").code == 0)
        #expect(try await fixture.run("ls", "--ids").lines.isEmpty)
    }

    // MARK: The history

    @Test(arguments: [
        (["--keep", "1"], 3), (["--older-than", "0"], 3), (["--before"], 2),
    ])
    func `pruning the history says how many changes it deletes`(
        choice: [String],
        count: Int
    ) async throws {
        // Four changes: the import, the deletion, and two marks.
        let fixture = try await fixture()
        let token = try await fixture.run("token").output.trimmingCharacters(in: .newlines)
        try await fixture.run("favorite", "3.jpg")
        try await fixture.run("favorite", "4.jpg")
        let prune = ["history", "prune"] + choice + (choice == ["--before"] ? [token] : [])
        let no = try await fixture.run(prune, typing: "n")
        #expect(no.code == 7 && no.complaints.contains("Nothing was deleted."), "\(no)")
        #expect(
            no.complaints.contains("Delete \(count) changes from the history? [y/N]"),
            "\(no)"
        )
        let yes = try await fixture.run(prune + ["--yes"])
        #expect(
            yes.output == "Deleted \(count) changes from the history; \(4 - count) kept.\n",
            "\(yes)"
        )
        // Nothing is left to be deleted, so nothing is asked, even where nobody would answer.
        #expect(try await fixture.run(prune, typing: "n").code == 0)
    }

    @Test func `keeping fewer changes is asked on a terminal, and a service goes on`() async throws
    {
        let fixture = try await fixture()
        let fewer = ["history", "retention", "--count", "1"]
        let no = try await fixture.run(fewer, typing: "n")
        #expect(no.code == 7, "\(no)")
        #expect(no.complaints.contains("Delete 1 change from the history? [y/N]"), "\(no)")
        #expect(
            try await fixture.run("history", "retention").lines.last
                == "History:           all changes"
        )
        #expect(try await fixture.run(fewer).code == 0)
    }
}
