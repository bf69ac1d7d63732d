import Foundation
import PhotosStore
import TestPermits
import Testing

/// `photokit settings`, and what it means for Recently Deleted.
@Suite(.permit) struct SettingsCommandTests {
    /// A library with four photos, two of them in Recently Deleted.
    private func fixture() async throws -> ProgramFixture {
        let fixture = try await ProgramFixture()
        _ = try await fixture.importPictures(4)
        #expect(try await fixture.run("delete", "1.jpg", "2.jpg").code == 0)
        return fixture
    }

    private func deleted(_ fixture: ProgramFixture) async throws -> Int {
        try await fixture.run("ls", "--deleted", "--ids").lines.count
    }

    @Test func `fewer days ask before they delete what is there`() async throws {
        let fixture = try await fixture()
        let fewer = ["settings", "--recently-deleted-days", "0"]
        let refused = try await fixture.run(fewer)
        #expect(refused.code == 2 && refused.output.isEmpty)
        #expect(
            refused.complaints.contains(
                "Nothing was changed: 2 photos and videos in Recently Deleted would be deleted for good"
            )
        )
        #expect(refused.complaints.contains("--yes"))
        let no = try await fixture.run(fewer, typing: "n")
        #expect(no.code == 7 && no.complaints.contains("Nothing was changed."), "\(no)")
        #expect(
            no.complaints.contains(
                "Delete 2 photos and videos in Recently Deleted for good? [y/N]"
            )
        )
        #expect(try await fixture.run("settings").lines[0] == "Recently Deleted:  30 days")
        #expect(try await deleted(fixture) == 2)
        let yes = try await fixture.run(fewer, typing: "y")
        #expect(yes.code == 0, "\(yes)")
        #expect(
            Array(yes.lines.prefix(2)) == [
                "2 photos and videos deleted for good.", "Recently Deleted:  nothing is kept",
            ]
        )
        #expect(try await deleted(fixture) == 0)
        #expect(try await fixture.run("check", "--read").code == 0)
    }

    @Test func `fewer days that delete nothing ask nothing`() async throws {
        let fixture = try await fixture()
        let fewer = try await fixture.run("settings", "--recently-deleted-days", "29", "--json")
        #expect(fewer.code == 0, "\(fewer)")
        #expect(try fewer.objects().first?["purged"] as? String == "0")
        #expect(try await deleted(fixture) == 2)
        let agreed = try await fixture.run(
            ["settings", "--recently-deleted-days", "0", "--yes", "--json"]
        )
        #expect(try agreed.objects().first?["purged"] as? String == "2", "\(agreed)")
    }

    @Test func `more days save what is due by the earlier number`() async throws {
        let fixture = try await fixture()
        let library = try Library.open(fixture.library)
        #expect(try library.commits.expiredCount(keptFor: 30) == 0)
        #expect(try library.commits.expiredCount(keptFor: 0) == 2)
        try library.settings.change(StoredSettings(trashDays: 0))
        library.close()
        // Both are due now, and the next command that writes would purge them.
        let more = try await fixture.run("settings", "--recently-deleted-days", "30")
        #expect(more.lines.first == "Recently Deleted:  30 days", "\(more)")
        #expect(try await deleted(fixture) == 2)
        #expect(try await fixture.run("restore", "--all").output == "2 photos restored.\n")
    }
}
