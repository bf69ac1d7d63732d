import Foundation
import TestPermits
import Testing

@Suite(.permit) struct AccessCommandTests {
    @Test func `what is decided shows in what an application sees`() async throws {
        let fixture = try await ProgramFixture()
        let pictures = try await fixture.importPictures(3)
        let first = try #require(pictures["1.jpg"])
        let second = try #require(pictures["2.jpg"])
        #expect(try await fixture.run("access", "limit", "frame").lines == ["frame sees 0 photos."])
        #expect(
            try await fixture.run("access", "select", "frame", first, second).lines
                == ["frame sees 2 photos more."]
        )
        #expect(try await fixture.run("ls", "--as", "frame", "--json").objects().count == 2)
        #expect(try await fixture.run("ls", "--json").objects().count == 3)
        try await fixture.run("access", "deselect", "frame", second)
        let seen = try await fixture.run("ls", "--as", "frame", "--json").objects()
        #expect(seen.compactMap { $0["identifier"] as? String } == [first])
        #expect(try await fixture.run("access", "selection", "frame").lines == [first])
        #expect(
            try await fixture.run("access").lines.contains {
                $0.hasPrefix("frame") && $0.contains("1 selected photo")
            }
        )
        try await fixture.run("access", "deny", "frame")
        #expect(try await fixture.run("ls", "--as", "frame", "--json").objects().isEmpty)
        try await fixture.run("access", "forget", "frame")
        #expect(try await fixture.run("ls", "--as", "frame", "--json").objects().count == 3)
    }

    @Test func `the policy holds for all others`() async throws {
        let fixture = try await ProgramFixture()
        _ = try await fixture.importPictures(1)
        #expect(try await fixture.run("access", "policy", "deny").lines == ["All others:  denied"])
        #expect(try await fixture.run("ls", "--as", "any", "--json").objects().isEmpty)
        #expect(try await fixture.run("ls", "--json").objects().count == 1)
        try await fixture.run("access", "allow", "frame")
        let decisions = try await fixture.run("access", "--json").objects()
        #expect(decisions.map { $0["application"] as? String } == ["frame", "<null>"])
        #expect(decisions.map { $0["photos"] as? String } == ["allowed", "denied"])
        let refused = try await fixture.run("import", "--as", "any", fixture.folder.path)
        #expect(refused.code == 1)
        #expect(refused.complaints.contains("photokit access"))
    }

    @Test func `what makes no sense is refused with a sentence`() async throws {
        let fixture = try await ProgramFixture()
        let pictures = try await fixture.importPictures(1)
        let picture = try #require(pictures["1.jpg"])
        let unlimited = try await fixture.run("access", "select", "frame", picture)
        #expect(unlimited.code == 1)
        #expect(unlimited.complaints.contains("not limited"))
        #expect(try await fixture.run("access", "forget", "nobody").code == 2)
        #expect(try await fixture.run("access", "select", "frame").code == 2)
        #expect(try await fixture.run("access", "allow", "a\u{1B}[2J").code == 1)
        let made = try await fixture.run("album", "create", "Mine", "--as", "frame")
        #expect(made.code == 0)
        try await fixture.run("access", "limit", "frame")
        #expect(try await fixture.run("album", "create", "Mine", "--as", "frame").code == 1)
    }
}
