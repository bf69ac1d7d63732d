import Foundation
import PhotosTestSupport
import TestPermits
import Testing

/// What commands say of files that are not where their source had them, before it is swept.
@Suite(.permit) struct SourceGapCommandTests {
    let fixture: ProgramFixture
    let photos: URL

    init() async throws {
        fixture = try await ProgramFixture()
        photos = fixture.source.appendingPathComponent("photos", isDirectory: true)
        for seed in 1...3 { try fixture.write(picture: "photos/\(seed).jpg", seed: UInt8(seed)) }
        try await fixture.run("source", "add", photos.path)
    }

    @Test func `a file that is gone is counted and named`() async throws {
        #expect(try await fixture.run("check").output.hasPrefix("Nothing found: "))
        let gone = photos.appendingPathComponent("2.jpg")
        try FileManager.default.removeItem(at: gone)
        let check = try await fixture.run("check")
        #expect(check.code == 0, "\(check)")
        #expect(!check.output.contains("Nothing found"), "\(check)")
        #expect(check.output.contains("1 file of the source"), "\(check)")
        let finished = try await fixture.run("check", "--json").objects().last
        #expect((finished?["sourceGaps"] as? String)?.contains("2.jpg") == true)
    }

    @Test func `a file of a deleted photo may go`() async throws {
        let list = try await fixture.run("ls", "--search", "2.jpg", "--json").objects()
        let identifier = try #require(list.first?["identifier"] as? String)
        try await fixture.run("delete", identifier)
        try FileManager.default.removeItem(at: photos.appendingPathComponent("2.jpg"))
        #expect(try await fixture.run("check").output.hasPrefix("Nothing found: "))
    }

    @Test func `a folder that was renamed is offline at once`() async throws {
        try FileManager.default.moveItem(
            at: photos,
            to: fixture.source.appendingPathComponent("renamed")
        )
        let list = try await fixture.run("source", "list", "--json").objects()
        #expect(list.first?["isOffline"] as? String == "1", "\(list)")
        #expect(try await fixture.run("source", "status").output.contains("(offline)"))
        let check = try await fixture.run("check")
        #expect(check.code == 0, "\(check)")
        #expect(check.output.contains("is offline: 3 files of photos were not looked for."))
    }
}
