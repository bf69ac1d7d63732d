import Foundation
import Glibc
import PhotosStore
import TestPermits
import Testing

@Suite(.permit) struct FaultCommandTests {
    static let unshare = URL(fileURLWithPath: "/usr/bin/unshare")

    /// Whether mounts of one's own may be made here.
    static let canMount: Bool = {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/unshare")
        process.arguments = ["-m", "true"]
        process.standardError = FileHandle.nullDevice
        guard getuid() == 0, (try? process.run()) != nil else { return false }
        process.waitUntilExit()
        return process.terminationStatus == 0
    }()

    /// Whether temporary files lie where a library's volume is remembered: not in memory, and not in a container's layers.
    static let isOnVolume: Bool = {
        let path = FileManager.default.temporaryDirectory.resolvingSymlinksInPath().path
        let type = MountTable(VolumeEnvironment().mounts()).mount(of: path)?.type
        return type.map { !["tmpfs", "ramfs", "overlay"].contains($0) } ?? false
    }()

    @Test func `a synchronised folder is named, with the way out`() async throws {
        let fixture = try await ProgramFixture()
        _ = try await fixture.importPictures(1)
        try FileManager.default.createDirectory(
            at: fixture.folder.appendingPathComponent(".stfolder"),
            withIntermediateDirectories: true
        )
        let doctor = try await fixture.run("doctor")
        #expect(doctor.code == 0)
        #expect(doctor.output.contains("Syncthing synchronises (\(fixture.folder.path))"))
        #expect(doctor.output.contains("Move the library's folder"))
        #expect(doctor.output.contains("Access:             read-only"))
        #expect(try await fixture.run("ls").lines.count == 2)
        let refused = try await fixture.run("import", fixture.source.path)
        #expect(refused.code == 3)
        #expect(refused.complaints.contains("Syncthing"))
        let new = fixture.folder.appendingPathComponent("New.photolib")
        let made = try await fixture.run("--library", new.path, "init")
        #expect(made.code == 3)
        #expect(made.complaints.contains("Choose a folder on a disk"))
        #expect(access(new.path, F_OK) != 0)
    }

    @Test func `the doctor finds a sound place and a sound database`() async throws {
        let doctor = try await ProgramFixture().run("doctor")
        #expect(doctor.output.contains("Folder:             suitable for a library"))
        #expect(doctor.output.contains("Database:           sound"))
    }

    @Test func `a damaged database is named, and left as it is`() async throws {
        let fixture = try await ProgramFixture()
        _ = try await fixture.importPictures(1)
        let database = fixture.library.appendingPathComponent("database/library.sqlite")
        var bytes = try Data(contentsOf: database)
        let middle = 4_096 * 3
        bytes.replaceSubrange(middle..<bytes.count, with: Data(count: bytes.count - middle))
        try bytes.write(to: database)
        for command in ["doctor", "check", "ls"] {
            let outcome = try await fixture.run(command)
            #expect(outcome.code != 0)
            #expect((outcome.output + outcome.complaints).contains("damaged"), "\(command)")
        }
        #expect(try Data(contentsOf: database) == bytes)
    }

    @Test func `a backup is made, brought up to date, read and restored`() async throws {
        let fixture = try await ProgramFixture()
        _ = try await fixture.importPictures(3)
        let backup = fixture.folder.appendingPathComponent("Backup.photolib")
        let first = try await fixture.run("backup", backup.path)
        #expect(first.code == 0)
        #expect(first.output.contains("has 3 files"))
        try fixture.write(picture: "more.jpg", seed: 44)
        try await fixture.run("import", fixture.source.path)
        let second = try await fixture.run("backup", backup.path, "--json")
        let object = try #require(try second.objects().last)
        #expect(object["copiedFiles"] as? String == "1")
        #expect(object["files"] as? String == "4")
        #expect(try await fixture.run("--library", backup.path, "ls").lines.count == 5)
        #expect(try await fixture.run("--library", backup.path, "check", "--read").code == 0)
        #expect(try await fixture.run("--library", backup.path, "doctor").code == 0)
        for command in [["album", "create", "New"], ["init"], ["import", fixture.source.path]] {
            let refused = try await fixture.run(["--library", backup.path] + command)
            #expect(refused.code == 3, "\(command)")
            #expect(refused.complaints.contains("--as-library"), "\(refused.complaints)")
        }
        #expect(try await fixture.run("backup", backup.path).code == 0)
        try FileManager.default.removeItem(at: fixture.library)
        try FileManager.default.copyItem(at: backup, to: fixture.library)
        #expect(try await fixture.run("check", "--read").code == 0)
        #expect(try await fixture.run("album", "create", "New").code == 0)
        #expect(try await fixture.run("backup", backup.path).code == 0)
        let write = ["--library", backup.path, "album", "create", "Other", "--as-library"]
        #expect(try await fixture.run(write).code == 0)
        #expect(try await fixture.run(write.dropLast()).code == 0)
        #expect(try await fixture.run("backup", backup.path).code != 0)
    }

    @Test func `a backup counts the photos that stay in sources, and takes them when asked to`()
        async throws
    {
        let fixture = try await ProgramFixture()
        try fixture.write(picture: "a.jpg", seed: 1)
        try fixture.write(picture: "b.jpg", seed: 2)
        _ = try await fixture.run("source", "add", fixture.source.path)
        let backup = fixture.folder.appendingPathComponent("Copy.photolib")
        let first = try await fixture.run("backup", backup.path)
        #expect(first.code == 0)
        #expect(first.output.contains("Not in the copy: 2 photos and videos"), "\(first.output)")
        #expect(first.output.contains(fixture.source.path), "\(first.output)")
        #expect(first.output.contains("--with-sources"), "\(first.output)")
        let reported = try await fixture.run("backup", backup.path, "--json").objects()
        #expect(reported.first?["event"] as? String == "leftOut")
        #expect(reported.first?["assets"] as? String == "2")
        #expect(reported.last?["leftOutAssets"] as? String == "2")
        let whole = try await fixture.run("backup", backup.path, "--with-sources")
        #expect(whole.code == 0, "\(whole.complaints)")
        #expect(!whole.output.contains("Not in the copy"), "\(whole.output)")
        try FileManager.default.removeItem(at: fixture.source)
        let offline = try await fixture.run("backup", backup.path, "--with-sources")
        #expect(offline.code == 0, "\(offline.complaints)")
        let target = fixture.folder.appendingPathComponent("out").path
        let export = try await fixture.run(
            "export",
            "--all",
            "--to",
            target,
            "--library",
            backup.path
        )
        #expect(export.code == 0, "\(export.complaints)")
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: target)
                .count { $0.hasSuffix(".jpg") } == 2
        )
    }

    @Test func `a backup names the files that the library has lost`() async throws {
        let fixture = try await ProgramFixture()
        _ = try await fixture.importPictures(2)
        let original = try #require(try fixture.originals().first)
        try FileManager.default.removeItem(at: original)
        let backup = fixture.folder.appendingPathComponent("Backup.photolib")
        let outcome = try await fixture.run("backup", backup.path)
        #expect(outcome.code == 1)
        #expect(outcome.complaints.contains(original.path))
        #expect(outcome.output.contains("has 1 file "))
    }

    // MARK: Volumes of one's own

    /// Runs a script among mounts that nobody else sees, as `$1` the program and as `$2` the fixture's folder.
    private func run(_ script: String, _ fixture: ProgramFixture) async throws -> ProgramOutcome {
        try await fixture.run(
            ["-m", "sh", "-c", script, "sh", ProgramFixture.program.path, fixture.folder.path],
            program: Self.unshare
        )
    }

    @Test(.enabled(if: FaultCommandTests.canMount && FaultCommandTests.isOnVolume))
    func `the bare mount point of a volume is no place for a new library`() async throws {
        let fixture = try await ProgramFixture(makingLibrary: false)
        let outcome = try await run(
            """
            cd "$2"; mkdir volume disk; export XDG_STATE_HOME="$2/state"
            mount --bind volume disk; export PHOTOKIT_LIBRARY="$2/disk/My.photolib"
            "$1" init; umount disk
            "$1" init; echo "init $?"; "$1" ls; echo "ls $?"; ls disk
            mount --bind volume disk; "$1" ls --json; echo "again $?"
            """,
            fixture
        )
        #expect(outcome.output.contains("init 3\nls 3\nagain 0\n"), "\(outcome)")
        #expect(outcome.complaints.contains("is not mounted at \(fixture.folder.path)/disk"))
    }

    @Test(.enabled(if: FaultCommandTests.canMount))
    func `a full volume refuses an import, loses nothing, and works again when it has room`()
        async throws
    {
        let fixture = try await ProgramFixture(makingLibrary: false)
        try fixture.write(picture: "small.jpg", seed: 1)
        let outcome = try await run(
            """
            cd "$2"; mkdir disk; mount -t tmpfs -o size=6m tmpfs disk
            export PHOTOKIT_LIBRARY="$2/disk/My.photolib"
            "$1" init; head -c 8000000 /dev/zero > disk/ballast
            "$1" import source --no-previews; echo "full $?"
            "$1" ls --json | wc -l; rm disk/ballast
            "$1" import source --no-previews; echo "room $?"
            "$1" ls --json | wc -l; "$1" check --read; echo "check $?"
            """,
            fixture
        )
        #expect(outcome.output.contains("full 5\n0\n"), "\(outcome)")
        #expect(outcome.output.contains("room 0\n1\n"), "\(outcome)")
        #expect(outcome.output.contains("check 0"), "\(outcome)")
    }

    @Test(.enabled(if: FaultCommandTests.canMount))
    func `a medium that can only be read is read, and refuses changes`() async throws {
        let fixture = try await ProgramFixture()
        _ = try await fixture.importPictures(2)
        let outcome = try await run(
            """
            cd "$2"; mount --bind Test.photolib Test.photolib; mount -o remount,bind,ro Test.photolib
            "$1" ls --json | wc -l; "$1" check --read; echo "check $?"
            "$1" import source; echo "import $?"; "$1" backup Copy.photolib; echo "backup $?"
            "$1" --library Copy.photolib check --read; echo "copy $?"
            echo "shared $("$(dirname "$1")/library-client" count)"
            """,
            fixture
        )
        for line in ["2", "check 0", "import 3", "backup 0", "copy 0", "shared 2"] {
            #expect(outcome.lines.contains(line), "\(outcome)")
        }
    }
}
