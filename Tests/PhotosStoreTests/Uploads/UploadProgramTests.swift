import Foundation
import PhotosStore
import PhotosTestSupport
import TestPermits
import Testing

/// The programs that may upload.
@Suite(.permit) struct UploadProgramTests {
    let suite: UploadSuite

    init() throws { suite = try UploadSuite() }

    @Test func `the owner names and forgets programs`() throws {
        let jobs = suite.library.uploadJobs
        #expect(try jobs.programs().isEmpty)
        let first = UploadProgram(path: "/usr/bin/first", client: "first")
        var second = UploadProgram(path: "/usr/bin/second", client: "second", isEnabled: false)
        try jobs.enable(first)
        try jobs.enable(second)
        #expect(try jobs.programs() == [first, second])
        second.isEnabled = true
        try jobs.enable(second)
        let later = try suite.open()
        #expect(try later.uploadJobs.programs() == [first, second])
        #expect(try jobs.disable("/usr/bin/first"))
        #expect(try !jobs.disable("/usr/bin/first"))
        #expect(try later.uploadJobs.programs() == [second])
    }

    @Test func `a program changes its own entry alone, if it has one`() throws {
        let jobs = suite.library.uploadJobs
        let named = try suite.open(as: "named")
        let code = suite.code { try named.uploadJobs.changeOwnProgram { $0.isEnabled = true } }
        #expect(code == .accessDenied)
        try jobs.enable(UploadProgram(path: "/usr/bin/named", client: "named"))
        try jobs.enable(UploadProgram(path: "/usr/bin/other", client: "other"))
        try named.uploadJobs.changeOwnProgram { $0.isEnabled = false }
        #expect(try jobs.programs().map(\.isEnabled) == [false, true])
    }

    @Test func `a copied library names no program`() throws {
        try suite.library.uploadJobs.enable(UploadProgram(path: "/usr/bin/up", client: "up"))
        suite.library.close()
        try FileManager.default.copyItem(
            at: suite.folder.url.appendingPathComponent("Test.photolib"),
            to: suite.folder.url.appendingPathComponent("Copy.photolib")
        )
        #expect(try suite.open("Copy.photolib").uploadJobs.programs().isEmpty)
        #expect(try suite.open().uploadJobs.programs().map(\.client) == ["up"])
    }
}
