import Foundation
import Glibc
import PhotosTestSupport
import TestPermits
import Testing

/// Folders in which only a library writes: those of libraries and of remotes.
@Suite(.permit) struct RemoteFolderCommandTests {
    private let fixture: ProgramFixture
    private let remote: URL

    init() async throws {
        fixture = try await ProgramFixture()
        remote = fixture.folder.appendingPathComponent("disk/photos", isDirectory: true)
        try FileManager.default.createDirectory(at: remote, withIntermediateDirectories: true)
        for seed in 1...3 { try fixture.write(picture: "IMG_\(seed).JPG", seed: UInt8(seed)) }
        try await fixture.run("import", "--no-previews", fixture.source.path)
    }

    private func sync(encrypted: Bool = false) async throws {
        let key = encrypted ? ["--encrypt", "--key-file", fixture.folder.path + "/key"] : []
        let added = try await fixture.run(["remote", "add", remote.path, "--name", "disk"] + key)
        try #require(added.code == 0, "\(added)")
        try #require(try await fixture.run("remote", "sync").code == 0)
    }

    private func names() throws -> [String] {
        try FileManager.default.subpathsOfDirectory(atPath: fixture.folder.path + "/disk").sorted()
    }

    @Test(arguments: [false, true])
    func `nothing is put into a remote, and no file moved out of it`(
        encrypted: Bool
    ) async throws {
        try await sync(encrypted: encrypted)
        let before = try names()
        let inside = remote.path + "/inside"
        let cases: [([String], Int32, String)] = [
            (["export", "--all", "--to", inside], 2, "a remote of a library"),
            (["export", "--all", "--to", remote.path], 2, "a remote of a library"),
            (["thumb", "IMG_1.JPG", "--to", inside], 2, "a remote of a library"),
            (["backup", inside], 2, "a remote of a library"),
            (["backup", remote.path], 2, "a remote of a library"),
            (["remote", "restore", remote.path, inside], 2, "a remote of a library"),
            (["import", "--move", remote.path], 1, "photokit remote restore"),
            (["import", "--move", remote.path + "/originals"], 1, "photokit remote restore"),
            (["import", "--move", fixture.folder.path + "/disk"], 1, "photokit remote restore"),
        ]
        for (arguments, code, sentence) in cases {
            let outcome = try await fixture.run(arguments)
            #expect(outcome.code == code, "\(arguments): \(outcome)")
            #expect(outcome.complaints.contains(sentence), "\(arguments): \(outcome)")
            #expect(try names() == before, "\(arguments)")
        }
    }

    @Test func `no file is moved out of a library or a backup`() async throws {
        let backup = fixture.folder.appendingPathComponent("backup").path
        try await fixture.run("backup", backup)
        let other = fixture.folder.appendingPathComponent("Other.photolib").path
        try await fixture.run("--library", other, "init")
        let link = fixture.folder.appendingPathComponent("link").path
        try FileManager.default.createSymbolicLink(
            atPath: link,
            withDestinationPath: backup + "/originals"
        )
        func names() throws -> [String] {
            try [backup, fixture.library.path].flatMap {
                try FileManager.default.subpathsOfDirectory(atPath: $0 + "/originals").sorted()
            }
        }
        let before = try names()
        for path in [
            backup + "/originals", link, fixture.library.path + "/originals",
            backup + "/originals/" + (before.first { $0.count == 2 } ?? ""),
        ] {
            for library in [fixture.library.path, other] {
                let outcome = try await fixture.run("--library", library, "import", "--move", path)
                #expect(outcome.code == 1, "\(path): \(outcome)")
                #expect(outcome.complaints.contains("nothing is moved from there"), "\(outcome)")
                #expect(try names() == before, "\(path)")
            }
        }
    }

    @Test func `a remote that is not to have the files of sources is not said to have everything`()
        async throws
    {
        try await sync()
        try fixture.write(picture: "../scans/boat.jpg", seed: 9)
        try await fixture.run("source", "add", fixture.folder.path + "/scans")
        try await fixture.run("remote", "sync")
        let status = try await fixture.run("remote", "status")
        #expect(status.output.contains("has all of the library's own files"), "\(status)")
        #expect(status.output.contains("Not in the remote: 1 photo or video"), "\(status)")
        let objects = try await fixture.run("remote", "status", "--json").objects()
        #expect(objects.first?["sourceAssets"] as? String == "1", "\(objects)")
    }

    @Test(arguments: [false, true])
    func `a remote is no folder of photos: neither an import nor a source takes it`(
        encrypted: Bool
    ) async throws {
        try await sync(encrypted: encrypted)
        let other = fixture.folder.path + "/Other.photolib"
        try await fixture.run("--library", other, "init")
        let cases = [
            ["import", "--no-previews", remote.path], ["source", "add", remote.path],
            ["source", "add", remote.path + "/originals"],
        ]
        for arguments in cases {
            let outcome = try await fixture.run(["--library", other] + arguments)
            #expect(outcome.code == 2, "\(arguments): \(outcome)")
            #expect(outcome.complaints.contains("a remote of a library"), "\(outcome)")
            #expect(outcome.complaints.contains("photokit remote restore"), "\(outcome)")
        }
        // Beside photos, it is left out.
        let disk = fixture.folder.path + "/disk"
        try fixture.write(picture: "../disk/walk.jpg", seed: 20)
        let added = try await fixture.run("--library", other, "source", "add", disk)
        #expect(added.complaints.contains("a remote of a library"), "\(added)")
        let photos = try await fixture.run("--library", other, "ls", "--json").objects()
        #expect(photos.compactMap { $0["filename"] as? String } == ["walk.jpg"], "\(photos)")
        let third = fixture.folder.path + "/Third.photolib"
        try await fixture.run("--library", third, "init")
        let imported = try await fixture.run("--library", third, "import", "--no-previews", disk)
        #expect(imported.code == 0, "\(imported)")
        #expect(try await fixture.run("--library", third, "ls", "--json").lines.count == 1)
    }

    @Test func `an import of a remote's files says what makes a library of it`() async throws {
        try await sync()
        let files = remote.path + "/originals"
        let outcome = try await fixture.run("import", "--no-previews", files)
        #expect(outcome.complaints.contains("photokit remote restore"), "\(outcome)")
        let other = try await fixture.run("import", "--no-previews", fixture.source.path)
        #expect(!other.complaints.contains("remote restore"), "\(other)")
    }

    @Test func `no library is made inside a library`() async throws {
        try await sync()
        let inside = fixture.library.path + "/Back.photolib"
        let other = fixture.folder.path + "/Other.photolib"
        #expect(try await fixture.run("--library", other, "init").code == 0)
        for arguments in [
            ["remote", "restore", remote.path, inside], ["backup", other + "/Copy.photolib"],
        ] {
            let outcome = try await fixture.run(arguments)
            #expect(outcome.code == 2, "\(arguments): \(outcome)")
            #expect(outcome.complaints.contains("lies in the photo library"), "\(outcome)")
        }
        #expect(!FileManager.default.fileExists(atPath: inside))
        #expect(!FileManager.default.fileExists(atPath: other + "/Copy.photolib"))
        // Beside them there is room.
        let beside = fixture.folder.path + "/Back.photolib"
        #expect(try await fixture.run("remote", "restore", remote.path, beside).code == 0)
    }

    @Test func `doctor names what this user may not use`() async throws {
        let doctor = try await fixture.run("doctor")
        #expect(doctor.output.contains("Permissions:        this user may use all files"))
        let facts = try #require(try await fixture.run("doctor", "--json").objects().first)
        #expect(facts["permissions"] != nil, "\(facts)")
    }
}

/// Whether disks with NTFS can be mounted here.
private enum NTFS {
    static let canMount: Bool = {
        let programs: [String] = ["/usr/bin/ntfs-3g", "/usr/sbin/mkntfs"]
        return FaultCommandTests.canMount && access("/dev/fuse", R_OK | W_OK) == 0
            && programs.allSatisfy { (path: String) in access(path, X_OK) == 0 }
    }()
}

/// Backups, remotes and exports on a file system of another system.
@Suite(
    .permit,
    .enabled(
        if: NTFS.canMount,
        "No disk with NTFS can be mounted here, so no such file system can be tried."
    )
)
struct NTFSCommandTests {
    @Test func `a disk without exclusive renames takes backups, remotes and exports`() async throws
    {
        let fixture = try await ProgramFixture()
        for seed in 1...5 { try fixture.write(picture: "IMG_\(seed).JPG", seed: UInt8(seed)) }
        try await fixture.run("import", "--no-previews", fixture.source.path)
        let outcome = try await fixture.run(
            [
                "-m", "sh", "-c",
                """
                cd "$2"; mkdir disk; truncate -s 64M image
                /usr/sbin/mkntfs -F -q -f image > /dev/null 2>&1 && ntfs-3g image disk || exit 99
                export PHOTOKIT_LIBRARY="$2/Test.photolib"
                "$1" backup disk/Copy.photolib; echo "backup $?"
                "$1" album create New > /dev/null
                "$1" backup disk/Copy.photolib; echo "again $?"
                "$1" --library disk/Copy.photolib check --read; echo "check $?"
                mkdir disk/remote; "$1" remote add "$2/disk/remote" --name disk; echo "add $?"
                "$1" remote sync; echo "sync $?"
                "$1" remote check disk --read; echo "read $?"
                "$1" remote restore "$2/disk/remote" disk/Back.photolib; echo "restore $?"
                "$1" export --all --to disk/out > /dev/null; echo "export $?"
                ls disk/out/*.JPG | wc -l
                umount disk
                """, "sh", ProgramFixture.program.path, fixture.folder.path,
            ],
            program: FaultCommandTests.unshare
        )
        guard outcome.code != 99 else { return }
        for step in ["backup", "again", "check", "add", "sync", "read", "restore", "export"] {
            #expect(outcome.output.contains("\n\(step) 0\n"), "\(step): \(outcome)")
        }
        #expect(outcome.output.hasSuffix("\n5\n"), "\(outcome)")
    }
}
