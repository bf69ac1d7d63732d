import Foundation
import PhotosTestSupport
import TestPermits
import Testing

/// `photokit edit` of videos.
@Suite(.permit) struct TrimCommandTests {
    private func duration(_ fixture: ProgramFixture, _ name: String) async throws -> Double {
        let object = try await fixture.run("show", name, "--json").objects().first
        let text = try #require(object?["duration"] as? String)
        return try #require(Double(text))
    }

    @Test func `a video is trimmed and reverted`() async throws {
        let fixture = try await ProgramFixture()
        let movie = TestMovie(.quickTime, frameCount: 20, seed: 3)
        let file = try fixture.write("lake.mov", movie.data())
        try await fixture.run("import", file.path)
        let dry = try await fixture.run("edit", "lake.mov", "--trim", "0.5..1.25", "--dry-run")
        #expect(dry.output.contains("trim: 0.5..1.25"))
        #expect(try await abs(duration(fixture, "lake.mov") - 2) < 0.01)
        #expect(try await fixture.run("edit", "lake.mov", "--trim", "0.5..1.25").code == 0)
        #expect(try await abs(duration(fixture, "lake.mov") - 0.75) < 0.01)
        #expect(try await fixture.run("edit", "lake.mov", "--trim", "0:01..").code == 0)
        #expect(try await abs(duration(fixture, "lake.mov") - 1) < 0.01)
        #expect(try await fixture.run("edit", "lake.mov", "--revert").code == 0)
        #expect(try await abs(duration(fixture, "lake.mov") - 2) < 0.01)
    }

    @Test(arguments: ["5", "..", "3..2", "a..b", "1:75..2:00", "-1..2", "1..2..3"])
    func `what is no part of a video is refused`(text: String) async throws {
        let fixture = try await ProgramFixture()
        let answer = try await fixture.run("edit", "lake.mov", "--trim=\(text)")
        #expect(answer.code == 2)
        #expect(answer.complaints.contains("is no part of a video"))
    }

    @Test func `photos are not trimmed, and one video at a time`() async throws {
        let fixture = try await ProgramFixture()
        let identifier = try #require(try await fixture.importPictures(1)["1.jpg"])
        #expect(try await fixture.run("edit", identifier, "--trim", "1..2").code == 2)
        #expect(try await fixture.run("edit", "a", "b", "--trim", "1..2").code == 2)
        #expect(try await fixture.run("edit", "a", "--trim", "1..2", "--revert").code == 2)
    }
}
