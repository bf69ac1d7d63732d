import Foundation
import Testing

/// Exports to disks that are full or go away.
@Suite(
    .enabled(
        if: FaultCommandTests.canMount,
        "No file system of one's own can be mounted here, so no full disk can be tried."
    )
)
struct ExportVolumeTests {
    /// Runs a script with a small disk of its own at `disk`; `$1` is the program.
    private func run(_ disk: String, _ script: String) async throws -> ProgramOutcome {
        let fixture = try await ProgramFixture()
        for seed in 1...40 { try fixture.write(picture: "p\(seed).jpg", seed: UInt8(seed)) }
        try await fixture.run("import", "--no-previews", fixture.source.path)
        let beginning = """
            cd "$2"; mkdir disk; \(disk) || exit 99
            export PHOTOKIT_LIBRARY="$2/Test.photolib"

            """
        return try await fixture.run(
            [
                "-m", "sh", "-c", beginning + script, "sh", ProgramFixture.program.path,
                fixture.folder.path,
            ],
            program: FaultCommandTests.unshare
        )
    }

    private static let memory = "mount -t tmpfs -o size=3m tmpfs disk"
    private static let ext4 =
        "truncate -s 8M image && PATH=$PATH:/usr/sbin mkfs.ext4 -q -F -m 0 -b 4096 image && mount -o loop image disk"

    @Test(arguments: [memory, ext4])
    func `a full disk ends an export with a message, and room continues it`(
        _ disk: String
    )
        async throws
    {
        let outcome = try await run(
            disk,
            """
            echo mine > disk/p7.jpg
            head -c $(($(df --output=avail -B1 disk | tail -1) - 61440)) /dev/zero > disk/ballast
            "$1" export --all --to disk/out 2> errors; echo "full $?"; cat errors
            ls disk/out/.photokit-export/drafts | wc -l
            rm disk/ballast
            "$1" export --all --to disk/out > /dev/null; echo "room $?"
            ls disk/out/*.jpg | wc -l
            "$1" export --all --to disk/out --json | tail -1
            cat disk/p7.jpg
            """
        )
        guard outcome.code != 99 else { return }
        #expect(outcome.output.contains("full 5\n"), "\(outcome)")
        #expect(outcome.output.contains("Free some space"), "\(outcome)")
        #expect(outcome.output.contains("\n0\nroom 0\n40\n"), "\(outcome)")
        #expect(outcome.output.contains("\"unchangedAssets\":40"), "\(outcome)")
        #expect(outcome.output.hasSuffix("mine\n"), "\(outcome)")
    }

    @Test func `a target that cannot be written is refused`() async throws {
        let outcome = try await run(
            "mount -t tmpfs -o size=3m tmpfs disk && mount -o remount,ro disk",
            """
            "$1" export --all --to disk/out; echo "read-only $?"
            """
        )
        guard outcome.code != 99 else { return }
        #expect(outcome.output.contains("read-only 3\n"), "\(outcome)")
        #expect(outcome.complaints.contains("cannot be"), "\(outcome)")
    }
}
