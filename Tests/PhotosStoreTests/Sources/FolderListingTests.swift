import Foundation
import Glibc
import PhotosStore
import PhotosTestSupport
import TestPermits
import Testing

@Suite(.permit) struct FolderListingTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func makeFolder(_ name: String) throws {
        try FileManager.default.createDirectory(
            at: folder.url.appendingPathComponent(name),
            withIntermediateDirectories: true
        )
    }

    private func names(_ entries: [FolderListing.Entry], _ listing: FolderListing) -> [String] {
        entries.map(listing.name(of:))
    }

    @Test func `names come in the order of their bytes, files and folders apart`() throws {
        for name in ["b.jpg", "a.jpg", "B.jpg", "\u{E4}.jpg", "aa.jpg"] {
            _ = try folder.file(name, [1])
        }
        for name in ["z", "10", "9"] { try makeFolder(name) }
        let listing = try FolderListing(of: folder.url)
        #expect(
            names(listing.files, listing) == ["B.jpg", "a.jpg", "aa.jpg", "b.jpg", "\u{E4}.jpg"]
        )
        #expect(names(listing.folders, listing) == ["10", "9", "z"])
        #expect(listing.entry(named: "aa.jpg", among: listing.files)?.byteCount == 1)
        #expect(listing.entry(named: "ab.jpg", among: listing.files) == nil)
    }

    @Test func `a file has its size, date in nanoseconds, and inode`() throws {
        let url = try folder.file("a.jpg", [1, 2, 3])
        let times = [
            timespec(tv_sec: 7, tv_nsec: 0), timespec(tv_sec: -5, tv_nsec: 123_456_789),
        ]
        #expect(utimensat(AT_FDCWD, url.path, times, 0) == 0)
        var facts = stat()
        #expect(stat(url.path, &facts) == 0)
        let listing = try FolderListing(of: folder.url)
        let entry = try #require(listing.files.first)
        #expect(entry.byteCount == 3)
        #expect(entry.modification == -5_000_000_000 + 123_456_789)
        #expect(entry.inode == Int64(facts.st_ino))
    }

    @Test func `hidden names, libraries and links to folders are passed over`() throws {
        for name in [".hidden", "Other.photolib", "Apple.photoslibrary", "Renamed/database"] {
            try makeFolder(name)
        }
        _ = try folder.file(".hidden.jpg", [1])
        _ = try folder.file("Renamed/LIBRARY", [1])
        _ = try folder.file("Renamed/database/library.sqlite", [1])
        let target = try folder.file("a.jpg", [1, 2])
        let manager = FileManager.default
        try manager.createSymbolicLink(
            at: folder.url.appendingPathComponent("up"),
            withDestinationURL: folder.url
        )
        try manager.createSymbolicLink(
            at: folder.url.appendingPathComponent("b.jpg"),
            withDestinationURL: target
        )
        #expect(mkfifo(folder.url.appendingPathComponent("pipe.jpg").path, 0o600) == 0)
        let listing = try FolderListing(of: folder.url)
        #expect(names(listing.files, listing) == ["a.jpg", "b.jpg"])
        #expect(listing.files.map(\.byteCount) == [2, 2])
        #expect(listing.folders.isEmpty)
        #expect(names(listing.photosLibraries, listing) == ["Apple.photoslibrary"])
        #expect(listing.problems.isEmpty)
    }

    @Test func `what cannot be brought in is told, and stops nothing else`() throws {
        _ = try folder.file("a.jpg", [1])
        try FileManager.default.createSymbolicLink(
            at: folder.url.appendingPathComponent("broken.jpg"),
            withDestinationURL: folder.url.appendingPathComponent("nowhere")
        )
        let path = Array((folder.url.path + "/latin\u{1}.jpg").utf8CString).map { byte in
            byte == 1 ? CChar(bitPattern: 0xE9) : byte
        }
        let descriptor = open(path, O_CREAT | O_WRONLY, 0o600)
        try #require(descriptor >= 0)
        close(descriptor)
        let listing = try FolderListing(of: folder.url)
        #expect(names(listing.files, listing) == ["a.jpg"])
        #expect(listing.problems.count == 2)
        #expect(listing.problems.first?.reason.contains("points to nothing") == true)
        #expect(listing.problems.last?.name == "latin\u{FFFD}.jpg")
        #expect(listing.problems.last?.reason.contains("UTF-8") == true)
    }

    @Test func `a folder that is not there is told with its path`() throws {
        let missing = folder.url.appendingPathComponent("missing")
        let error = #expect(throws: StoreError.self) { try FolderListing(of: missing) }
        #expect(error?.code == .missingResource)
        #expect(error?.message.contains(missing.path) == true)
    }
}
