import Foundation
import Glibc
import PhotosStore
import PhotosTestSupport
import TestPermits
import Testing

/// Messages about files that were reached through an open folder name them as people know them.
@Suite(.permit) struct OpenFilePathTests {
    @Test func `paths of descriptors in a message are those of their files`() throws {
        let folder = try TemporaryFolder()
        let descriptor = open(folder.url.path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        try #require(descriptor >= 0)
        defer { close(descriptor) }
        let opened = "/proc/self/fd/\(descriptor)"
        let path = VolumeEnvironment.realPath(folder.url)
        #expect(
            OpenFilePath.shown(in: "\(opened)/a.jpg and \(opened) failed: full.")
                == "\(path)/a.jpg and \(path) failed: full."
        )
        #expect(
            StoreError.system("Writing", path: opened + "/b", code: EIO).message.contains(
                "\(path)/b"
            )
        )
        let error = CocoaError(.fileReadNoSuchFile, userInfo: [NSFilePathErrorKey: opened + "/c"])
        #expect(!StoreError(error).message.contains("/proc/"))
    }

    @Test func `a file without a name has its former one`() throws {
        let folder = try TemporaryFolder()
        let file = try folder.file("gone", [1])
        let descriptor = open(file.path, O_RDONLY | O_CLOEXEC)
        try #require(descriptor >= 0)
        defer { close(descriptor) }
        try FileManager.default.removeItem(at: file)
        let shown = OpenFilePath.shown(in: "/proc/self/fd/\(descriptor)")
        #expect(shown.hasSuffix("/gone"))
    }

    @Test func `other texts, and descriptors that are closed, stay`() {
        for text in ["", "/proc/self/mounts", "/proc/self/fd/", "/proc/self/fd/999999/a"] {
            #expect(OpenFilePath.shown(in: text) == text)
        }
    }
}
