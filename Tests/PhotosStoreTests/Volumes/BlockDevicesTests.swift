import PhotosStore
import TestPermits
import Testing

/// What names the disk of a folder.
@Suite(.permit) struct BlockDevicesTests {
    private let sda = "/sys/devices/pci/sda"

    /// A machine with a disk of two partitions, on the second of which is an encrypted volume.
    private var devices: BlockDevices {
        let folders = [
            "8:0": sda, "8:1": sda + "/sda1", "8:2": sda + "/sda2", "8:16": "/sys/devices/pci/sdb",
            "254:0": "/sys/devices/virtual/block/dm-0", "7:0": "/sys/devices/virtual/block/loop0",
        ]
        let names = [
            sda + "/sda1": ["partition", "dev"], sda + "/sda2": ["partition", "dev"],
            "/sys/devices/virtual/block/dm-0/slaves": ["sda2"],
        ]
        let texts = [
            "/sys/devices/virtual/block/dm-0/slaves/sda2/dev": "8:2\n",
            "/sys/devices/pci/sdb/device/wwid": "naa.5000\n",
            "/proc/self/mountinfo": """
            30 1 0:50 / /home rw - btrfs /dev/sda1 rw
            31 1 0:51 / /nas rw,relatime shared:1 - nfs4 nas:/photos rw
            32 1 0:52 / /run rw - tmpfs tmpfs rw
            33 1 0:53 / /share rw - cifs //nas/share rw
            34 1 0:54 /photos /photos rw - btrfs /dev/sda1 rw
            35 1 0:55 / /tank rw - zfs tank/photos rw
            """,
        ]
        return BlockDevices(
            folder: { folders[$0] },
            device: { $0 == "/dev/sda1" ? 0x801 : nil },
            names: { names[$0] ?? [] },
            text: { texts[$0] }
        )
    }

    private func marks(_ major: UInt64, _ minor: UInt64) -> Set<String> {
        devices.marks(of: major << 8 | minor)
    }

    @Test func `partitions of one disk have its mark`() {
        #expect(marks(8, 1) == ["disk \(sda)"])
        #expect(marks(8, 2) == marks(8, 1))
        #expect(marks(8, 0) == marks(8, 1))
        #expect(marks(8, 16) != marks(8, 1))
    }

    @Test func `an encrypted volume has the mark of the disk below it`() {
        #expect(marks(254, 0) == ["disk \(sda)"])
    }

    @Test func `a file system with numbers of its own has the mark of its device`() {
        #expect(marks(0, 50) == ["disk \(sda)"])
    }

    @Test func `a subvolume is found by its mount, and a dataset by its pool`() {
        #expect(devices.marks(of: 99, mount: "34") == ["disk \(sda)"])
        #expect(devices.marks(of: 98, mount: "35") == ["pool tank"])
    }

    @Test func `a disk that the kernel can name has that name in every port`() {
        #expect(marks(8, 16) == ["disk naa.5000"])
    }

    @Test func `a network folder is named by its server, and one in memory by its number`() {
        #expect(marks(0, 51) == ["mount nas:/photos"])
        #expect(marks(0, 53) == ["mount //nas/share"])
        #expect(marks(0, 52) == ["memory"])
        #expect(marks(0, 99) == ["device 0:99"])
    }
}
