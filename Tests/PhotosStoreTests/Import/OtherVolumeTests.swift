import Foundation
import Glibc
import PhotosImport
import PhotosStore
import PhotosTestSupport
import Synchronization
import TestPermits
import Testing

/// Cards at one mount point, whose files have equal names, inodes, sizes and dates.
@Suite(.permit) struct OtherVolumeTests {
    /// The name of the volume that is mounted, which a test exchanges.
    private final class Mounted: Sendable {
        let name = Mutex<String?>("uuid 0001-0001")
    }

    private let mounted = Mounted()

    private func fixture() throws -> ImportFixture {
        var environment = EngineEnvironment()
        let mounted = mounted
        environment.volumeEnvironment.volumeName = { _ in mounted.name.withLock { $0 } }
        return try ImportFixture(environment: environment)
    }

    /// Returns a picture of a fixed size.
    private func picture(_ seed: UInt8) -> [UInt8] {
        let bytes = TestJPEG(seed: seed).data()
        return bytes + [UInt8](repeating: 0, count: 4_096 - bytes.count)
    }

    private func mount(_ name: String?) { mounted.name.withLock { $0 = name } }

    /// Exchanges the bytes of all files, and nothing else of them.
    private func exchange(_ fixture: ImportFixture, seed: UInt8) throws {
        for (index, name) in names.enumerated() {
            let url = fixture.source.appendingPathComponent(name)
            var facts = stat()
            try #require(stat(url.path, &facts) == 0)
            let handle = try FileHandle(forWritingTo: url)
            try handle.write(contentsOf: Data(picture(seed + UInt8(index))))
            try handle.close()
            var times = [facts.st_atim, facts.st_mtim]
            try #require(utimensat(AT_FDCWD, url.path, &times, 0) == 0)
            var after = stat()
            try #require(stat(url.path, &after) == 0)
            try #require(after.st_size == facts.st_size && after.st_ino == facts.st_ino)
        }
    }

    private let names = ["DCIM/1.jpg", "DCIM/2.jpg", "DCIM/x/3.jpg"]

    private func fill(_ fixture: ImportFixture) throws {
        for (index, name) in names.enumerated() {
            try fixture.write(name, picture(UInt8(1 + index)))
        }
    }

    @Test func `a second card at the same mount point is imported`() throws {
        let fixture = try fixture()
        try fill(fixture)
        #expect(try fixture.run().summary.importedCount == 3)
        #expect(try fixture.run().summary.unchangedCount == 3)
        mount("uuid 0002-0002")
        try exchange(fixture, seed: 101)
        let second = try fixture.run().summary
        #expect(second.importedCount == 3 && second.unchangedCount == 0)
        #expect(try fixture.assetCount() == 6)
        #expect(try fixture.run().summary.unchangedCount == 3)
        // The first card again: its bytes are there.
        mount("uuid 0001-0001")
        try exchange(fixture, seed: 1)
        let third = try fixture.run().summary
        #expect(third.importedCount == 0 && third.unchangedCount == 0 && third.duplicateCount == 3)
    }

    @Test func `an import of the second card that ends early leaves nothing believed`() throws {
        let fixture = try fixture()
        try fill(fixture)
        _ = try fixture.run()
        mount("uuid 0002-0002")
        try exchange(fixture, seed: 101)
        let first = fixture.source.appendingPathComponent(names[0])
        #expect(try fixture.run([first]).summary.importedCount == 1)
        #expect(try fixture.run().summary.importedCount == 2)
        #expect(try fixture.assetCount() == 6)
    }

    @Test func `a dry run of the second card plans what an import does`() throws {
        let fixture = try fixture()
        try fill(fixture)
        _ = try fixture.run()
        mount("uuid 0002-0002")
        try exchange(fixture, seed: 101)
        let planned = try fixture.run(options: { $0.isDryRun = true }).summary
        #expect(planned.importedCount == 3 && planned.unchangedCount == 0)
        #expect(try fixture.run().summary.importedCount == 3)
    }

    @Test func `where the volume cannot be known, bytes are read`() throws {
        let fixture = try fixture()
        mount(nil)
        try fill(fixture)
        _ = try fixture.run()
        let again = try fixture.run().summary
        #expect(again.duplicateCount == 3 && again.unchangedCount == 0)
        try exchange(fixture, seed: 101)
        #expect(try fixture.run().summary.importedCount == 3)
        // What was read from the unknown volume is not believed of a known one.
        mount("uuid 0001-0001")
        try exchange(fixture, seed: 201)
        #expect(try fixture.run().summary.importedCount == 3)
        #expect(try fixture.run().summary.unchangedCount == 3)
    }

    @Test func `where copies come in as photos, the same files do not come in again`() throws {
        let fixture = try fixture()
        mount(nil)
        try fill(fixture)
        _ = try fixture.run(options: { $0.duplicates = .keep })
        let again = try fixture.run(options: { $0.duplicates = .keep }).summary
        #expect(again.unchangedCount == 3 && again.importedCount == 0)
        mount("uuid 0001-0001")
        #expect(try fixture.run(options: { $0.duplicates = .keep }).summary.unchangedCount == 3)
        try exchange(fixture, seed: 101)
        mount("uuid 0002-0002")
        #expect(try fixture.run(options: { $0.duplicates = .keep }).summary.importedCount == 3)
        #expect(try fixture.assetCount() == 6)
    }

    @Test func `where copies come in as photos, what the library let go is not called known`()
        throws
    {
        let fixture = try fixture()
        mount(nil)
        try fixture.write(picture: "1.jpg", seed: 1)
        try fixture.write(picture: "1-edited.jpg", seed: 2)
        let (first, events) = try fixture.run(options: { $0.duplicates = .keep })
        try #require(first.importedCount == 1 && first.joinedCount == 1)
        try fixture.library.commit(.revert(#require(events.imported["1.jpg"]).uuid))
        for volume in [nil, "uuid 0001-0001"] {
            mount(volume)
            let (again, events) = try fixture.run(options: { $0.duplicates = .keep })
            #expect(again.importedCount == 0 && again.joinedCount == 0, "\(again)")
            #expect(again.unchangedCount == 1 && again.deletedCount == 1, "\(again)")
            #expect(events.deleted == ["1-edited.jpg"])
        }
    }

    @Test func `files to which a camera without a clock gave one date are read`() throws {
        let fixture = try fixture()
        let names = (1...FileDates.bulk).map { "DCIM/\($0).jpg" }
        func write(_ seed: UInt8) throws {
            for (index, name) in names.enumerated() {
                let url = fixture.source.appendingPathComponent(name)
                if seed == 1 { try fixture.write(name, []) }
                let handle = try FileHandle(forWritingTo: url)
                try handle.write(contentsOf: Data(picture(seed + UInt8(index))))
                try handle.close()
                let date = timespec(tv_sec: 1_262_304_000, tv_nsec: 0)
                var times = [date, date]
                try #require(utimensat(AT_FDCWD, url.path, &times, 0) == 0)
            }
        }
        try write(1)
        #expect(try fixture.run().summary.importedCount == names.count)
        #expect(try fixture.run().summary.duplicateCount == names.count)
        // A card with the same short serial number.
        try write(101)
        #expect(try fixture.run().summary.importedCount == names.count)
    }
}
