import Foundation
import Glibc
import TestPermits
import Testing

/// What makes room works where there is none.
@Suite(
    .permit,
    .enabled(
        if: FaultCommandTests.canMount,
        "No file system of one's own can be mounted here, so no full disk can be tried."
    )
)
struct FullDiskCommandTests {
    /// Runs a script on a small disk of its own: `$1` is the program, `$PHOTOKIT_LIBRARY` a library with 40 photos, `fill`
    /// takes what is free.
    private func run(
        on disk: String,
        _ script: String,
        _ fixture: ProgramFixture
    ) async throws -> ProgramOutcome {
        for seed in 1...40 { try fixture.write(picture: "p\(seed).jpg", seed: UInt8(seed)) }
        let beginning = """
            cd "$2"; mkdir disk; \(disk) || exit 99
            export PHOTOKIT_LIBRARY="$2/disk/My.photolib"
            fill() { cat /dev/zero > "disk/ballast$1" 2>/dev/null; sync -f disk; }
            "$1" init; "$1" import source; echo "import $?"

            """
        return try await fixture.run(
            [
                "-m", "sh", "-c", beginning + script, "sh", ProgramFixture.program.path,
                fixture.folder.path,
            ],
            program: FaultCommandTests.unshare
        )
    }

    private static let memory = "mount -t tmpfs -o size=40m tmpfs disk"
    /// With blocks of a page, which larger disks have; smaller blocks are a known limit, see `Documentation/Reliability.md`.
    private static let ext4 = """
        truncate -s 64M image && PATH=$PATH:/usr/sbin mkfs.ext4 -q -F -m 0 -b 4096 image && mount -o loop image disk
        """

    @Test(arguments: [memory, ext4])
    func `on a full disk photos are deleted, purged and restored, and room comes of it`(
        _ disk: String
    ) async throws {
        let fixture = try await ProgramFixture(makingLibrary: false)
        let outcome = try await run(
            on: disk,
            """
            fill 1
            "$1" ls --json > list; echo "ls $?"; wc -l < list
            first=$(head -1 list | sed 's/.*"identifier":"\\([0-9A-F-]*\\).*/\\1/')
            fill 2
            "$1" delete $first; echo "delete $?"
            "$1" restore --all; echo "restore $?"
            fill 3
            "$1" delete $(sed 's/.*"identifier":"\\([0-9A-F-]*\\).*/\\1/' list); echo "delete $?"
            fill 4
            "$1" purge --all --yes; echo "purge $?"
            find disk/My.photolib/originals -type f | wc -l
            "$1" ls --json | wc -l
            rm -f disk/ballast*; "$1" import source; echo "again $?"
            "$1" check --read; echo "check $?"
            [ $(stat -c %b disk/My.photolib/database/reserve) -ge 8192 ] && echo kept
            """,
            fixture
        )
        guard outcome.code != 99 else { return }
        let text = outcome.output
        #expect(text.contains("import 0\n"), "\(outcome)")
        #expect(text.contains("ls 0\n40\n"), "\(outcome)")
        #expect(text.contains("delete 0\n"), "\(outcome)")
        #expect(!text.contains("delete 5\n"), "\(outcome)")
        #expect(text.contains("restore 0\n"), "\(outcome)")
        #expect(text.contains("purge 0\n0\n0\n"), "\(outcome)")
        #expect(text.contains("again 0\n"), "\(outcome)")
        #expect(text.contains("check 0\nkept\n"), "\(outcome)")
    }

    @Test(arguments: [memory, ext4])
    func `on a full disk previews are deleted, and room comes of it`(_ disk: String) async throws {
        let fixture = try await ProgramFixture(makingLibrary: false)
        let outcome = try await run(
            on: disk,
            """
            fill 1
            "$1" previews --delete --json; echo "previews $?"
            "$1" ls --json | wc -l
            df --output=avail -k disk | tail -1
            rm -f disk/ballast*; "$1" previews --make; echo "make $?"
            "$1" check --read; echo "check $?"
            """,
            fixture
        )
        guard outcome.code != 99 else { return }
        #expect(outcome.output.contains("previews 0\n40\n"), "\(outcome)")
        #expect(outcome.output.contains("make 0\n"), "\(outcome)")
        #expect(outcome.output.contains("check 0\n"), "\(outcome)")
    }

    @Test func `a library on a volume that is mounted read-only is said to be there`() async throws
    {
        let fixture = try await ProgramFixture(makingLibrary: false)
        let outcome = try await run(
            on: Self.memory,
            """
            mount -o remount,ro disk || exit 99
            "$1" import source 2>&1; echo "again $?"
            "$1" init --library disk/Other.photolib 2>&1; echo "init $?"
            "$1" ls --json | wc -l
            """,
            fixture
        )
        guard outcome.code != 99 else { return }
        let text = outcome.output.replacing(/\s+/, with: " ")
        #expect(text.contains("its file system is read-only. Mount the volume"), "\(outcome)")
        #expect(!text.contains("ermission"), "\(outcome)")
        #expect(!text.contains("again 0") && !text.contains("init 0"), "\(outcome)")
        #expect(text.hasSuffix(" 40 "), "\(outcome)")
    }

    @Test func `on a full disk history and sources are forgotten, and a purge that is due is made`()
        async throws
    {
        let fixture = try await ProgramFixture(makingLibrary: false)
        let outcome = try await run(
            on: Self.memory,
            """
            mkdir more; cp source/p1.jpg more/q.jpg; printf 'x' >> more/q.jpg
            "$1" source add "$2/more"; echo "add $?"
            fill 1
            "$1" source forget "$2/more" --assets keep-offline; echo "forget $?"
            "$1" history prune --keep 1; echo "prune $?"
            "$1" export --all --no-metadata --to "$2/out" > /dev/null; ls "$2/out" | wc -l
            """,
            fixture
        )
        #expect(outcome.output.contains("add 0\n"), "\(outcome)")
        #expect(outcome.output.contains("forget 0\n"), "\(outcome)")
        #expect(outcome.output.contains("prune 0\n"), "\(outcome)")
        #expect(outcome.output.hasSuffix("40\n"), "\(outcome)")
    }

    @Test func `a full disk of a backup is not called that of the library`() async throws {
        let fixture = try await ProgramFixture(makingLibrary: false)
        // The database alone is larger.
        let outcome = try await run(
            on: Self.memory,
            """
            mkdir small; mount -t tmpfs -o size=256k tmpfs small
            "$1" backup "$2/small/Copy.photolib" 2>&1; echo "backup $?"
            """,
            fixture
        )
        guard outcome.code != 99 else { return }
        #expect(outcome.output.contains("backup 5\n"), "\(outcome)")
        #expect(outcome.output.contains("small/Copy.photolib is full."), "\(outcome)")
        #expect(!outcome.output.contains("The volume of the library"), "\(outcome)")
    }
}
