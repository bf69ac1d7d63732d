import PhotosRemotes
import TestPermits
import Testing

/// What names the disks of folders of this machine.
@Suite(.permit) struct FolderMarksTests {
    @Test func `folders of this machine have marks`() throws {
        let place = try FolderPlace("/tmp")
        #expect(!place.diskMarks.isEmpty)
        #expect(try place.diskMarks == FolderPlace("/tmp/.").diskMarks)
    }
}
