import Foundation
import Glibc
import PhotosImport
import PhotosStore
import PhotosTestSupport
import TestPermits
import Testing

/// Whether temporary files are on a disk.
///
/// Files in memory are in the cache alone.
private let isTemporaryFolderOnDisk: Bool = {
    let path = VolumeEnvironment.realPath(FileManager.default.temporaryDirectory)
    let type = MountTable(VolumeEnvironment().mounts()).mount(of: path)?.type
    return type.map { ["ext4", "xfs", "btrfs"].contains($0) } ?? false
}()

/// The pages of imported files in the system's cache.
@Suite(.permit, .enabled(if: isTemporaryFolderOnDisk)) struct PageCacheTests {
    /// Returns the part of a file's pages that are in the cache.
    private func cachedPart(of url: URL) throws -> Double {
        let descriptor = open(url.path, O_RDONLY)
        defer { close(descriptor) }
        var facts = stat()
        try #require(fstat(descriptor, &facts) == 0 && facts.st_size > 0)
        let length = Int(facts.st_size)
        let start = try #require(mmap(nil, length, PROT_READ, MAP_SHARED, descriptor, 0))
        try #require(start != MAP_FAILED)
        defer { munmap(start, length) }
        let pageSize = Int(getpagesize())
        var pages = [UInt8](repeating: 0, count: (length + pageSize - 1) / pageSize)
        try #require(mincore(start, length, &pages) == 0)
        return Double(pages.count { $0 & 1 == 1 }) / Double(pages.count)
    }

    private func original(_ fixture: ImportFixture) throws -> URL {
        let rows = try fixture.library.records.fetch(FetchPlan(.assets)).rows
        let resource = try #require(
            try fixture.library.records.shownResources(ofAssets: (0..<rows.count).map { rows[$0] })
                .first
        )
        return try fixture.library.originals.url(of: resource)
    }

    @Test(arguments: [(4 << 20, false), (100_000, true)])
    func `Copies of large files leave the cache, those of small files stay`(
        byteCount: Int,
        stays: Bool
    ) throws {
        let fixture = try ImportFixture()
        let picture = TestJPEG(seed: 1).data()
        let rest = [UInt8](repeating: 7, count: byteCount - picture.count)
        try fixture.write("a.jpg", picture + rest)
        let (summary, _) = try fixture.run()
        #expect(summary.importedCount == 1)
        let part = try cachedPart(of: original(fixture))
        #expect(stays ? part == 1 : part < 0.1, "\(part) of the pages are in the cache")
    }
}
