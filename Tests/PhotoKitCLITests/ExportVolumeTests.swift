import Foundation
import TestPermits
import Testing

/// Exports to disks that are full or go away.
@Suite(
    .permit,
    .enabled(
        if: FaultCommandTests.canMount,
        "No file system of one's own can be mounted here, so no full disk can be tried."
    )
)
struct ExportVolumeTests {
    /// Runs a script with a small disk of its own at `disk`; `$1` is the program.
    private func run(
        _ disk: String,
        _ script: String,
        pictures: [String] = (1...40).map { "p\($0).jpg" },
        more: [String] = []
    ) async throws -> ProgramOutcome {
        let fixture = try await ProgramFixture()
        for (index, name) in pictures.enumerated() {
            try fixture.write(picture: name, seed: UInt8(index + 1))
        }
        try await fixture.run("import", "--no-previews", fixture.source.path)
        let beginning = """
            cd "$2"; mkdir disk; \(disk) || exit 99
            export PHOTOKIT_LIBRARY="$2/Test.photolib"

            """
        return try await fixture.run(
            [
                "-m", "sh", "-c", beginning + script, "sh", ProgramFixture.program.path,
                fixture.folder.path,
            ] + more,
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

    @Test func `a name that differs in case alone stays where the file system ignores case`()
        async throws
    {
        let outcome = try await run(
            "truncate -s 8M image && PATH=$PATH:/usr/sbin mkfs.vfat image > made && mount -o loop image disk",
            """
            export PHOTOKIT_LIBRARY="$2/Other.photolib"
            "$1" source add source > /dev/null
            "$1" export --all --to disk/out > /dev/null; echo "first $?"
            mv source/IMG_1.JPG source/img_1.jpg
            "$1" source sweep > /dev/null
            "$1" export --all --to disk/out > /dev/null; echo "second $?"
            ls disk/out | grep -i img
            """,
            pictures: ["IMG_1.JPG"]
        )
        guard outcome.code != 99 else { return }
        #expect(outcome.output.contains("first 0\nsecond 0\nIMG_1.JPG\n"), "\(outcome)")
    }

    @Test func `a target that cannot be written is refused`() async throws {
        let outcome = try await run(
            "mount -t tmpfs -o size=3m tmpfs disk && mkdir disk/there && mount -o remount,ro disk",
            """
            "$1" export --all --to disk/out; echo "read-only $?"
            "$1" export --all --to disk/there; echo "there $?"
            """
        )
        guard outcome.code != 99 else { return }
        #expect(outcome.output.contains("read-only 2\n"), "\(outcome)")
        #expect(outcome.output.contains("there 2\n"), "\(outcome)")
        for word in ["created", "written"] {
            let reason = "cannot be \(word): its file system is read-only."
            #expect(outcome.complaints.contains(reason), "\(outcome)")
        }
    }

    /// Stops the file system without writing what is in memory, as if its disk had been pulled out.
    private static let pull =
        "import fcntl, os, struct; fcntl.ioctl(os.open('disk', os.O_RDONLY), 0x8004587D, struct.pack('I', 2))"

    @Test(
        .enabled(
            if: ["/usr/bin/strace", "/usr/bin/python3"].allSatisfy(
                FileManager.default.isExecutableFile
            )
        ),
        arguments: [
            "renameat2:signal=SIGSTOP:when=9",
            "copy_file_range:signal=SIGSTOP:when=4",
        ]
    )
    func `a target that goes away ends an export with a message, and its return continues it`(
        _ moment: String
    )
        async throws
    {
        let outcome = try await run(
            Self.ext4,
            """
            echo mine > disk/p7.jpg; sync -f disk
            strace -f -o trace -e "trace=${3%%:*}" -e "inject=$3" \
                "$1" export --all --to disk/out 2> errors > /dev/null &
            tries=0
            until grep -qs "stopped by SIGSTOP" trace || [ $tries -gt 600 ]; do
                tries=$((tries + 1)); sleep 0.1
            done
            python3 -c "\(Self.pull)" || exit 98
            stopped=$(sed -n 's/^\\([0-9]*\\) .*stopped by SIGSTOP.*/\\1/p' trace | head -1)
            while kill -0 $! 2> /dev/null; do kill -CONT "$stopped" $(pgrep -P $!) 2> /dev/null; sleep 0.1; done
            wait $!; echo "gone $?"; cat errors
            umount disk && mount -o loop image disk || exit 97
            "$1" export --all --to disk/out > /dev/null; echo "back $?"
            ls disk/out/*.jpg | wc -l; ls disk/out/.photokit-export/drafts | wc -l
            "$1" export --all --to disk/out --json | tail -1
            cat disk/p7.jpg
            """,
            more: [moment]
        )
        guard outcome.code != 99 else { return }
        #expect(outcome.output.contains("gone 5\n"), "\(outcome)")
        #expect(outcome.output.contains("check the volume"), "\(outcome)")
        #expect(outcome.output.contains("\nback 0\n40\n0\n"), "\(outcome)")
        #expect(outcome.output.contains("\"unchangedAssets\":40"), "\(outcome)")
        #expect(outcome.output.hasSuffix("mine\n"), "\(outcome)")
    }

    /// Whether a file system without case can be made and mounted here: NTFS with the option of its driver.
    private static let hasFileSystemWithoutCase = [
        "/usr/sbin/mkfs.ntfs", "/usr/bin/lowntfs-3g", "/dev/fuse",
    ]
    .allSatisfy(FileManager.default.fileExists)

    private static let ntfs = """
        truncate -s 16M image && PATH=$PATH:/usr/sbin && mkfs.ntfs -q -F -f image > /dev/null 2>&1 \
            && lowntfs-3g -o ignore_case image disk && trap 'umount disk' EXIT
        """

    @Test(.enabled(if: hasFileSystemWithoutCase))
    func `names that differ only in case are told apart on a file system without case`()
        async throws
    {
        let outcome = try await run(
            Self.ntfs,
            """
            mkdir disk/out; echo mine > disk/out/img_2.jpg
            [ -e disk/OUT/IMG_2.JPG ] && echo "no case"
            "$1" export --all --to disk/out > /dev/null; echo "first $?"
            ls disk/out
            "$1" export --all --to disk/out --json | tail -1
            cat disk/out/IMG_2.JPG
            export PHOTOKIT_LIBRARY="$2/Restored.photolib"
            "$1" init > /dev/null; "$1" import --no-previews disk/out > /dev/null; echo "import $?"
            "$1" ls --json | wc -l
            """,
            pictures: [
                "1/IMG_1.JPG", "2/img_1.jpg", "3/Img_1.jpg", "4/IMG_2.JPG", "5/Ä.jpg", "6/ä.jpg",
                "7/a.jpg",
            ]
        )
        guard outcome.code != 99 else { return }
        let found = Set(outcome.lines)
        #expect(found.isSuperset(of: ["no case", "first 0"]), "\(outcome)")
        // The driver shows all names in lower case.
        let wanted = [
            "img_1.jpg", "img_1 (2).jpg", "img_1 (3).jpg", "img_2.jpg", "img_2 (2).jpg", "ä.jpg",
            "ä (2).jpg", "a.jpg",
        ]
        #expect(found.isSuperset(of: wanted), "\(outcome)")
        #expect(outcome.output.contains("\"unchangedAssets\":7"), "\(outcome)")
        // The file of somebody else is as it was, and is no photo; the restored library has every photo.
        #expect(outcome.output.hasSuffix("mine\nimport 1\n7\n"), "\(outcome)")
    }
}
