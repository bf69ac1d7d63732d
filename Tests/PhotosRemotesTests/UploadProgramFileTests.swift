import Foundation
import Glibc
import PhotosRemotes
import PhotosTestSupport
import TestPermits
import Testing

/// Which files are run as programs that upload.
@Suite(.permit) struct UploadProgramFileTests {
    private static let user: UInt32 = 1_000

    private func problem(
        owner: UInt32 = user,
        mode: UInt32 = S_IFREG | 0o755,
        folderOwner: UInt32 = user,
        folderMode: UInt32 = S_IFDIR | 0o755
    ) -> String? {
        UploadProgramFile([
            .init(path: "/home/anna/bin/program", owner: owner, mode: mode),
            .init(path: "/home/anna/bin", owner: folderOwner, mode: folderMode),
            .init(path: "/", owner: 0, mode: S_IFDIR | 0o755),
        ]).problemSentence(forUser: Self.user)
    }

    @Test func `a program of the user or of root runs, and none of another user`() {
        for owner in [Self.user, 0] { #expect(problem(owner: owner) == nil) }
        #expect(problem(owner: 1_001)?.contains("another user") == true)
        #expect(problem(folderOwner: 1_001)?.contains("/home/anna/bin belongs") == true)
        #expect(problem(folderOwner: 0) == nil)
    }

    @Test func `of all modes those run that nobody else can write, and no other`() {
        for mode in 0o000...0o7777 as ClosedRange<UInt32> {
            let isSafe = mode & 0o111 != 0 && mode & 0o022 == 0 && mode & 0o6000 == 0
            #expect((problem(mode: S_IFREG | mode) == nil) == isSafe, "\(String(mode, radix: 8))")
            let isSafeFolder = mode & 0o022 == 0 || mode & 0o1000 != 0
            #expect(
                (problem(folderMode: S_IFDIR | mode) == nil) == isSafeFolder,
                "\(String(mode, radix: 8))"
            )
        }
    }

    @Test func `what is no file does not run`() {
        for kind in [S_IFDIR, S_IFLNK, S_IFIFO, S_IFSOCK, S_IFCHR] {
            #expect(problem(mode: kind | 0o755)?.contains("no program") == true)
        }
        #expect(problem(folderMode: S_IFLNK | 0o777)?.contains("has become a link") == true)
        #expect(UploadProgramFile([]).problemSentence(forUser: Self.user) != nil)
    }

    @Test func `files of the disk are looked at with the folders above them`() throws {
        let folder = try TemporaryFolder()
        let path = try #require(UploadProgramFile.resolvedPath(of: folder.url.path)) + "/program"
        #expect(UploadProgramFile(at: path) == nil)
        #expect(
            UploadProgramFile.problemSentence(ofProgramAt: path)?.contains("no program") == true
        )
        try Data("#!/bin/sh\n".utf8).write(to: URL(fileURLWithPath: path))
        chmod(path, 0o755)
        let file = try #require(UploadProgramFile(at: path))
        #expect(file.entries.first?.path == path && file.entries.last?.path == "/")
        chmod(path, 0o775)
        let problem = try #require(UploadProgramFile.problemSentence(ofProgramAt: path))
        #expect(problem.contains("chmod go-w"))
        // A link is followed to what it names.
        let link = folder.url.appendingPathComponent("link").path
        #expect(symlink(path, link) == 0)
        #expect(UploadProgramFile.resolvedPath(of: link) == path)
    }
}
