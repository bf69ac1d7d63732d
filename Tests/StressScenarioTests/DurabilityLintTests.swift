import Foundation
import LibraryExercise
import PhotosTestSupport
import TestPermits
import Testing

@testable import StressScenarios

/// Traces written by hand, of a library at `/l` whose ledger is `/k`.
@Suite(.permit) struct DurabilityLintTests {
    private func violations(_ lines: String...) -> [String] {
        var lint = DurabilityLint(library: "/l", ledger: "/k")
        var calls = TracedCalls()
        for line in lines.joined(separator: "\n").split(separator: "\n") {
            if let call = calls.next(line) { lint.follow(call) }
        }
        return lint.violations.map { String($0.drop { $0 != ":" }.dropFirst(2)) }
    }

    private let intent = #"7 write(9</k>, "{\"intent\":{\"_0"..., 80) = 80"#
    private let acknowledged = #"7 write(9</k>, "{\"acknowledged\""..., 50) = 50"#
    private let manifest = """
        7 write(4</l/staging/s/.manifest.7>, "ab/abc.jpg", 10) = 10
        7 fsync(4</l/staging/s/.manifest.7>) = 0
        7 rename("/l/staging/s/.manifest.7", "/l/staging/s/manifest") = 0
        7 fsync(5</l/staging/s>) = 0
        """
    private let bytes = #"7 write(4</l/staging/s/abc>, "JPEG"..., 900) = 900"#
    private let sync = "7 fsync(4</l/staging/s/abc>) = 0"
    private let name =
        #"7 renameat2(AT_FDCWD</>, "/l/staging/s/abc", AT_FDCWD</>, "/l/originals/ab/abc.jpg", RENAME_NOREPLACE) = 0"#
    private let folder = "7 fsync(6</l/originals/ab>) = 0"
    private let log = #"7 pwrite64(3</l/database/library.sqlite-wal>, "..."..., 4096, 0) = 4096"#
    private let commit = "7 fdatasync(3</l/database/library.sqlite-wal>) = 0"

    @Test func `the whole protocol is in order`() {
        #expect(
            violations(
                intent,
                bytes,
                sync,
                manifest,
                name,
                folder,
                log,
                commit,
                acknowledged
            ).isEmpty
        )
    }

    @Test func `a file that is not synced`() {
        #expect(
            violations(intent, bytes, manifest, name, folder, log, commit, acknowledged) == [
                "ab/abc.jpg got its name before its bytes were synced",
                "ab/abc.jpg was committed before its bytes were synced",
            ]
        )
    }

    @Test func `a file that is written once more behind its sync`() {
        #expect(
            violations(intent, bytes, sync, bytes, manifest, name, folder, log, commit).count == 2
        )
    }

    @Test func `a folder that is not synced`() {
        #expect(
            violations(intent, bytes, sync, manifest, name, log, commit, acknowledged) == [
                "ab/abc.jpg was committed before its folder was synced"
            ]
        )
        #expect(
            violations(intent, bytes, sync, manifest, folder, name, log, commit).count == 1
        )
    }

    @Test func `a new folder that is not synced itself`() {
        let new = #"7 mkdir("/l/originals/ab", 0755) = 0"#
        let all = [intent, bytes, sync, manifest, name, folder, log, commit]
        #expect(
            violations(([new] + all).joined(separator: "\n")) == [
                "the folder ab was used in a commit before it was synced"
            ]
        )
        let synced = "7 fsync(6</l/originals>) = 0"
        #expect(violations(([new, synced] + all).joined(separator: "\n")).isEmpty)
    }

    @Test func `a failed sync is none`() {
        let failed = "7 fsync(4</l/staging/s/abc>) = -1 EIO (Input/output error)"
        #expect(violations(intent, bytes, failed, manifest, name, folder, log, commit).count == 2)
    }

    @Test func `syncing the file system syncs everything`() {
        let all = "7 syncfs(8</l>) = 0"
        #expect(violations(intent, bytes, manifest, all, name, all, log, commit).isEmpty)
    }

    @Test func `a manifest that is not synced`() {
        #expect(
            violations(intent, bytes, sync, name, folder, log, commit, acknowledged) == [
                "ab/abc.jpg got its name before the list that names it was synced"
            ]
        )
    }

    @Test func `a name that is given behind the commit`() {
        #expect(
            violations(intent, bytes, sync, manifest, log, commit, name, folder, acknowledged) == [
                "ab/abc.jpg got its name behind the commit that mentions it"
            ]
        )
    }

    @Test func `a commit that does not wait for the disk`() {
        #expect(
            violations(intent, log, acknowledged) == ["acknowledged before the log was synced"]
        )
        #expect(violations(intent, acknowledged).isEmpty)
    }

    @Test func `a file that goes before the commit`() {
        let removal = #"7 unlink("/l/originals/ab/abc.jpg") = 0"#
        #expect(
            violations(intent, removal, folder, log, commit, acknowledged) == [
                "ab/abc.jpg was removed before the commit that released it"
            ]
        )
        #expect(violations(intent, log, commit, removal, folder, log, commit).isEmpty)
        #expect(
            violations(intent, log, commit, removal, log, commit) == [
                "ab/abc.jpg was forgotten before its removal was synced"
            ]
        )
    }

    @Test func `calls in two lines, and relative paths`() {
        let first = "8 fsync(4</l/staging/s/abc> <unfinished ...>"
        let second = "8 <... fsync resumed>) = 0"
        #expect(
            violations(intent, bytes, first, manifest, second, name, folder, log, commit).isEmpty
        )
        #expect(violations(intent, bytes, first, manifest, name, folder, log, commit).count == 2)
        let call = TracedCall(#"8 unlinkat(5</l/originals>, "ab/x = y", 0) = 0"#)
        #expect(call?.action == .unlink(path: "/l/originals/ab/x = y"))
    }

    @Test(
        .plants(in: "durability-lint"),
        .enabled(if: Strace.obstacle == nil, "strace cannot be used here"),
        arguments: [
            ProtocolStep.syncFiles, .syncFolders, .publishBeforeCommit, .syncCommits,
            .unlinkAfterCommit,
        ]
    )
    func `planted: every step that is left out is noticed`(_ step: ProtocolStep) async throws {
        let folder = try TemporaryFolder()
        let report = try await DurabilityLintScenario(omitting: step).run(
            ScenarioOrder(length: .short, count: 60, seed: 1, folder: folder.url, isBroken: true)
        )
        #expect(!report.violations.isEmpty)
    }

    @Test(.enabled(if: Strace.obstacle == nil, "strace cannot be used here"))
    func `the engine keeps the order`() async throws {
        let folder = try TemporaryFolder()
        let report = try await DurabilityLintScenario().run(
            ScenarioOrder(length: .short, count: 100, seed: 1, folder: folder.url)
        )
        #expect(report.counts.first.map { $0.number >= 100 } == true)
        #expect(report.violations.isEmpty, "\(report.violations.joined(separator: "\n"))")
    }
}
