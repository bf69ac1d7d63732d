import PhotosImport
import PhotosStore
import TestPermits
import Testing

@Suite(.permit) struct QuietFilesTests {
    private func numbers(_ size: Int64, written: Double = 1_000) -> SourceIdentity.Numbers {
        SourceIdentity.Numbers(
            inode: 1,
            byteCount: size,
            modification: Int64(written * 1_000_000_000)
        )
    }

    @Test func `a file that was written long ago is quiet at once`() {
        var files = QuietFiles(patience: 5)
        #expect(files.isQuiet("a", numbers: numbers(1, written: 900), at: 1_000) == true)
        #expect(files.next == nil)
    }

    @Test func `a file is quiet once nothing changed for long enough`() {
        var files = QuietFiles(patience: 5)
        #expect(files.isQuiet("a", numbers: numbers(1), at: 1_000) == false)
        #expect(files.next?.moment == 1_005)
        #expect(files.next?.paths == ["a"])
        #expect(files.isQuiet("a", numbers: numbers(2), at: 1_004) == false)
        #expect(files.isQuiet("a", numbers: numbers(2), at: 1_008) == false)
        #expect(files.isQuiet("a", numbers: numbers(2), at: 1_009) == true)
        #expect(files.next == nil)
    }

    @Test func `a file that was closed is waited for less`() {
        var files = QuietFiles(patience: 5)
        #expect(files.isQuiet("a", numbers: numbers(1), at: 1_000) == false)
        files.close("a", at: 1_001)
        #expect(files.isQuiet("a", numbers: numbers(1), at: 1_001.9) == false)
        #expect(files.isQuiet("a", numbers: numbers(1), at: 1_002) == true)
        // Closed before anybody asked.
        files.close("b", at: 1_001)
        #expect(files.next == nil)
        #expect(files.isQuiet("b", numbers: numbers(1), at: 1_001) == false)
        #expect(files.next?.moment == 1_003)
        #expect(files.isQuiet("b", numbers: numbers(1), at: 1_003) == true)
    }

    @Test func `a clock that is set back makes nobody wait for ever`() {
        var files = QuietFiles(patience: 5)
        #expect(files.isQuiet("a", numbers: numbers(1), at: 1_000) == false)
        #expect(files.isQuiet("a", numbers: numbers(1), at: 998) == false)
        #expect(files.isQuiet("a", numbers: numbers(1), at: 1_003) == true)
    }

    @Test func `files whose names differ in bytes alone are two`() {
        var files = QuietFiles(patience: 5)
        #expect(files.isQuiet("\u{E9}", numbers: numbers(1), at: 1_000) == false)
        #expect(files.isQuiet("e\u{301}", numbers: numbers(2), at: 1_004) == false)
        #expect(files.isQuiet("\u{E9}", numbers: numbers(1), at: 1_005) == true)
    }

    @Test func `files that are gone are forgotten`() {
        var files = QuietFiles(patience: 5)
        #expect(files.isQuiet("a", numbers: numbers(1), at: 1_000) == false)
        files.forget(dueBy: 1_004)
        #expect(files.next?.paths == ["a"])
        files.forget(dueBy: 1_005)
        #expect(files.next == nil)
    }
}
