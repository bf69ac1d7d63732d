import Crypto
import Foundation
import Glibc
import PhotosBase
import PhotosRemotes
import PhotosStore
import PhotosTestSupport
import TestPermits
import Testing

@Suite(.permit) struct FolderPlaceTests {
    let folder: TemporaryFolder
    let place: FolderPlace
    let bytes: [UInt8] = (0..<300_000).map { UInt8(truncatingIfNeeded: $0 &* 7) }
    let name = "originals/ab/abcd"

    init() throws {
        folder = try TemporaryFolder()
        try FileManager.default.createDirectory(
            at: folder.url.appendingPathComponent("remote"),
            withIntermediateDirectories: true
        )
        place = try FolderPlace(folder.url.appendingPathComponent("remote").path)
    }

    private var object: RemoteObject {
        RemoteObject(checksum: Array(SHA256.hash(data: bytes)), byteCount: Int64(bytes.count))
    }

    private var stored: URL { folder.url.appendingPathComponent("remote/" + name) }

    private func problem(_ body: () throws -> Void) -> RemoteFailure.Code? {
        do {
            try body()
            return nil
        } catch {
            return (error as? RemoteFailure)?.code
        }
    }

    @Test func `a file is stored, read back and brought`() throws {
        let file = try folder.file("photo", bytes)
        try place.putObject(name, from: file, as: object, watch: TransferWatch())
        try place.proveObject(name, expecting: object, watch: TransferWatch())
        let target = folder.url.appendingPathComponent("back")
        try place.getObject(name, to: target, expecting: object, watch: TransferWatch())
        #expect(try Data(contentsOf: target) == Data(bytes))
        var listed: [String: Int64] = [:]
        try place.listObjects(withPrefix: "originals/") { listed[$0] = $1 }
        #expect(listed == [name: Int64(bytes.count)])
        var all = 0
        try place.listObjects(withPrefix: "") { _, _ in all += 1 }
        #expect(all == 1)
        try place.removeObject(name)
        try place.removeObject(name)
        #expect(
            problem { try place.proveObject(name, expecting: object, watch: TransferWatch()) }
                == .missing
        )
    }

    @Test func `old drafts of interrupted calls go, and are no objects meanwhile`() throws {
        let file = try folder.file("photo", bytes)
        try place.putObject(name, from: file, as: object, watch: TransferWatch())
        let folder = stored.deletingLastPathComponent()
        let now = Date(timeIntervalSince1970: 1_700_000_000)
        for (draft, age) in [(".part-1", 8.0), (".part-2", 6.0), ("stranger", 8.0)] {
            let url = folder.appendingPathComponent(draft)
            try Data([1]).write(to: url)
            try FileManager.default.setAttributes(
                [.modificationDate: now - age * 86_400],
                ofItemAtPath: url.path
            )
        }
        try FileManager.default.setAttributes(
            [.modificationDate: now - 90 * 86_400],
            ofItemAtPath: stored.path
        )
        var listed: Set<String> = []
        try place.listObjects(withPrefix: "") { name, _ in listed.insert(name) }
        #expect(listed == [name, "originals/ab/stranger"])
        try place.removeDrafts(olderThan: now - 7 * 86_400)
        let left = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        #expect(Set(left) == ["abcd", ".part-2", "stranger"])
    }

    @Test func `a folder under the name of an object is that object's failure`() throws {
        try FileManager.default.createDirectory(at: stored, withIntermediateDirectories: true)
        let file = try folder.file("photo", bytes)
        #expect {
            try place.removeObject(name)
        } throws: { error in
            (error as? RemoteFailure)?.endsWork == false
        }
        #expect {
            try place.putObject(name, from: file, as: object, watch: TransferWatch())
            try place.proveObject(name, expecting: object, watch: TransferWatch())
        } throws: { error in
            (error as? RemoteFailure)?.endsWork == false
        }
    }

    @Test func `other bytes of a file are refused, and nothing is left`() throws {
        let file = try folder.file("photo", [1, 2, 3])
        #expect(
            problem { try place.putObject(name, from: file, as: object, watch: TransferWatch()) }
                == .changed
        )
        for byteCount in [object.byteCount - 1, object.byteCount + 1] {
            #expect(
                problem {
                    try place.putObject(
                        name,
                        from: file,
                        byteCount: byteCount,
                        checksum: nil,
                        watch: TransferWatch()
                    )
                }
                    == .changed
            )
        }
        let left = try FileManager.default.contentsOfDirectory(
            atPath: stored.deletingLastPathComponent().path
        )
        #expect(left.isEmpty)
    }

    @Test func `an object is never replaced`() throws {
        let file = try folder.file("photo", bytes)
        try place.putObject(name, from: file, as: object, watch: TransferWatch())
        chmod(stored.path, 0o644)
        try Data([1]).write(to: stored)
        #expect(
            problem { try place.putObject(name, from: file, as: object, watch: TransferWatch()) }
                == .differs
        )
        #expect(
            problem { try place.proveObject(name, expecting: object, watch: TransferWatch()) }
                == .differs
        )
        #expect(try Data(contentsOf: stored) == Data([1]))
        let target = folder.url.appendingPathComponent("back")
        #expect(
            problem {
                try place.getObject(name, to: target, expecting: object, watch: TransferWatch())
            } == .differs
        )
        #expect(!FileManager.default.fileExists(atPath: target.path))
    }

    @Test func `a folder that is not there is named`() {
        #expect(problem { _ = try FolderPlace("/nonexistent/folder") } == .unreachable)
    }

    @Test func `cancelling leaves nothing`() throws {
        let file = try folder.file("photo", bytes)
        let watch = TransferWatch(isCancelled: { true })
        #expect(
            problem { try place.putObject(name, from: file, as: object, watch: watch) }
                == .cancelled
        )
        var listed = 0
        try place.listObjects(withPrefix: "") { _, _ in listed += 1 }
        #expect(listed == 0)
    }

    @Test func `the folder stays the same one while it is open`() throws {
        let file = try folder.file("photo", bytes)
        let root = folder.url.appendingPathComponent("remote")
        try FileManager.default.moveItem(
            at: root,
            to: folder.url.appendingPathComponent("moved")
        )
        try FileManager.default.createDirectory(at: root, withIntermediateDirectories: true)
        try place.putObject(name, from: file, as: object, watch: TransferWatch())
        #expect(try FileManager.default.contentsOfDirectory(atPath: root.path).isEmpty)
        try place.proveObject(name, expecting: object, watch: TransferWatch())
    }

    // MARK: What is no object

    @Test func `a link under a name is other bytes, also where the disk gives no marker`() throws {
        let folder = stored.deletingLastPathComponent()
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        symlink("/etc/hostname", stored.path)
        #expect(problem { _ = try place.readObject(name, atMost: 1_000) } == .differs)
        // A folder on the way that leads in circles says nothing about its objects.
        unlink(stored.path)
        rmdir(folder.path)
        symlink(folder.path, folder.path)
        #expect(problem { _ = try place.readObject(name, atMost: 1_000) } == .unreachable)
    }

    @Test func `a link, a folder or a pipe under a name costs that object alone`() throws {
        let file = try folder.file("photo", bytes)
        try place.putObject(name, from: file, as: object, watch: TransferWatch())
        try place.putObject("library/000001-a.json", from: file, as: object, watch: TransferWatch())
        let kinds: [(String) -> Int32] = [
            { symlink("/etc/hostname", $0) }, { mkdir($0, 0o755) }, { mkfifo($0, 0o644) },
        ]
        for make in kinds {
            try FileManager.default.removeItem(at: stored)
            #expect(make(stored.path) == 0)
            let target = folder.url.appendingPathComponent("back")
            #expect(
                problem {
                    try place.getObject(name, to: target, expecting: object, watch: TransferWatch())
                } == .differs
            )
            #expect(
                problem { try place.proveObject(name, expecting: object, watch: TransferWatch()) }
                    == .differs
            )
            #expect(problem { _ = try place.readObject(name, atMost: 1 << 20) } == .differs)
            #expect(
                problem {
                    _ = try place.readObject(name, range: 0..<4, of: object, watch: TransferWatch())
                } == .differs
            )
            #expect(
                problem {
                    try place.streamObject(
                        name,
                        byteCount: object.byteCount,
                        watch: TransferWatch()
                    ) { _ in }
                }
                    == .differs
            )
            #expect(try place.size(of: name) == nil)
            #expect(!FileManager.default.fileExists(atPath: target.path))
        }
    }

    @Test func `a small object larger than its limit differs`() throws {
        let file = try folder.file("photo", bytes)
        try place.putObject(name, from: file, as: object, watch: TransferWatch())
        #expect(problem { _ = try place.readObject(name, atMost: 100) } == .differs)
        #expect(try place.readObject(name, atMost: 1 << 20) == Data(bytes))
    }
}
