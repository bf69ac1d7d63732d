import CPhotosSystem
import Foundation
import Glibc
import PhotosStore
import PhotosTestSupport
import TestPermits
import Testing

/// What stands in for calls that other systems' file systems do not have.
@Suite(.permit) struct ForeignFileSystemTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func url(_ name: String) -> URL { folder.url.appendingPathComponent(name) }

    private func rename(_ from: String, _ to: String) -> Int32 {
        photos_rename_claiming(AT_FDCWD, url(from).path, AT_FDCWD, url(to).path)
    }

    private var names: Set<String> {
        get throws { Set(try FileManager.default.contentsOfDirectory(atPath: folder.url.path)) }
    }

    @Test func `a file gets a free name, and never another one's`() throws {
        try Data("one".utf8).write(to: url("one"))
        try Data("two".utf8).write(to: url("two"))
        #expect(rename("one", "three") == 0)
        #expect(rename("two", "three") == EEXIST)
        #expect(try Data(contentsOf: url("three")) == Data("one".utf8))
        #expect(try names == ["two", "three"])
    }

    @Test func `a folder gets a free name, and never another one's`() throws {
        let manager = FileManager.default
        try manager.createDirectory(at: url("one/in"), withIntermediateDirectories: true)
        try manager.createDirectory(at: url("empty"), withIntermediateDirectories: true)
        #expect(rename("one", "empty") == EEXIST)
        #expect(rename("one", "new") == 0)
        #expect(try names == ["empty", "new"])
        #expect(try manager.contentsOfDirectory(atPath: url("new").path) == ["in"])
    }

    @Test func `a renaming that fails leaves no name`() throws {
        #expect(rename("nothing", "new") == ENOENT)
        try FileManager.default.createDirectory(
            at: url("one/in"),
            withIntermediateDirectories: true
        )
        // No folder moves into itself.
        #expect(rename("one", "one/in/new") == EINVAL)
        #expect(try FileManager.default.contentsOfDirectory(atPath: url("one/in").path).isEmpty)
    }

    @Test func `a folder that cannot be synced by itself is no failure`() throws {
        let descriptor = open("/proc/self", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        try #require(descriptor >= 0)
        defer { close(descriptor) }
        try #require(fsync(descriptor) != 0 && errno == EINVAL)
        try FileOperations.syncFolder(URL(fileURLWithPath: "/proc/self", isDirectory: true))
    }

    @Test func `a message names the path of an open folder`() throws {
        let descriptor = open(folder.url.path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        try #require(descriptor >= 0)
        defer { close(descriptor) }
        let error = StoreError.system("Writing", path: "/proc/self/fd/\(descriptor)/a/b", code: EIO)
        let path = folder.url.resolvingSymlinksInPath().path
        #expect(error.message.contains("Writing \(path)/a/b failed"), "\(error.message)")
        #expect(
            StoreError.system("Writing", path: "/a/b", code: EIO).message.contains(
                "Writing /a/b failed"
            )
        )
    }
}
