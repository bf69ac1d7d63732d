import OpenPhotoKit
import TestPermits
import Testing

@Suite(.permit) struct FileSystemFactsTests {
    private let mounts = """
        22 1 254:1 / / rw,relatime shared:1 - ext4 /dev/vda1 rw
        30 22 0:25 / /home rw,relatime shared:7 master:1 - btrfs /dev/vdb rw
        31 30 0:26 / /home/my\\040photos rw - nfs4 server:/photos rw
        32 22 0:27 / /homework rw - xfs /dev/vdc rw
        33 22 0:28 / /home rw - tmpfs tmpfs rw
        """

    @Test(arguments: [
        ("/", "ext4"), ("/var/lib", "ext4"), ("/homework/a", "xfs"), ("/home/my photos/a", "nfs4"),
        ("/home/my", "tmpfs"), ("/home", "tmpfs"),
    ])
    func `the nearest mount above a path counts, and of two the later`(path: String, type: String) {
        #expect(FileSystemFacts(path: path, mounts: mounts)?.type == type)
    }

    @Test func `network file systems are known`() {
        #expect(FileSystemFacts(path: "/home/my photos", mounts: mounts)?.isNetwork == true)
        #expect(FileSystemFacts(path: "/", mounts: mounts)?.isNetwork == false)
    }

    @Test func `a table without mounts tells nothing`() {
        #expect(FileSystemFacts(path: "/", mounts: "nonsense\n1 2 3 - x") == nil)
    }
}
