import PhotosStore
import TestPermits
import Testing

/// What names a volume, by what the system says of it.
@Suite(.permit) struct SourceVolumeTests {
    private let folder = "/sys/devices/usb/sdb/sdb1"

    /// A machine with one partition, whose file system has an identifier.
    private func volume(
        _ identifier: String?,
        texts: [String: String] = [:]
    ) -> SourceVolume {
        let links = "/dev/disk/by-uuid"
        let folder = folder
        return SourceVolume(
            devices: BlockDevices(
                folder: { $0 == "8:17" ? folder : nil },
                device: { node in
                    switch node {
                    case "\(links)/\(identifier ?? "")", "/dev/sdb1": 0x811
                    case "\(links)/another": 0x821
                    default: nil
                    }
                },
                names: { $0 == links ? ["another"] + (identifier.map { [$0] } ?? []) : [] },
                text: { texts[$0] }
            ),
            identifiers: links
        )
    }

    private func facts(
        _ type: FileSystemType,
        number: String? = "4d44:1108000000000000",
        device: UInt64 = 0x811
    ) -> MountedFileSystem {
        MountedFileSystem(type: type, number: number, device: device)
    }

    @Test(arguments: [FileSystemType.fat, .exFAT])
    func `a card has the serial number of its file system, and not that of its device`(
        _ type: FileSystemType
    ) {
        #expect(volume("6A3F-01C2").name(of: facts(type)) == "uuid 6A3F-01C2")
        #expect(volume("7B40-01C2").name(of: facts(type)) == "uuid 7B40-01C2")
        #expect(volume(nil).name(of: facts(type)) == nil)
    }

    @Test func `cards with equal serial numbers differ by the numbers of their makers`() {
        let card = { (cid: String) in
            let texts = [
                "/sys/devices/usb/sdb/device/cid": cid + "\n", folder + "/partition": "1\n",
            ]
            return volume("6A3F-01C2", texts: texts).name(of: facts(.fat))
        }
        #expect(card("01") == "uuid 6A3F-01C2 disk 01 partition 1")
        #expect(card("01") != card("02"))
    }

    @Test func `the number of a reader of cards is not that of a card`() {
        let texts = [
            "/sys/devices/usb/sdb/wwid": "reader", folder + "/partition": "1",
        ]
        #expect(volume(nil, texts: texts).name(of: facts(.fat)) == nil)
        let fixed = texts.merging(["/sys/devices/usb/sdb/removable": "0\n"]) { $1 }
        #expect(volume(nil, texts: fixed).name(of: facts(.fat)) == "disk reader partition 1")
    }

    @Test func `a volume is found by the source of its mount`() {
        let table = "30 1 0:50 / /media/card rw - fuseblk /dev/sdb1 rw"
        let volume = volume("65A0B3C1D2E4F678", texts: ["/proc/self/mountinfo": table])
        let facts = facts(.fuse, number: nil, device: 50)
        #expect(volume.name(of: facts) == "uuid 65A0B3C1D2E4F678")
    }

    @Test func `a server names its folder, and another program's file system has no name`() {
        let table = """
            31 1 0:51 / /nas rw,relatime - nfs4 nas:/photos rw
            32 1 0:52 / /phone rw - fuse.gvfsd-fuse gvfsd-fuse rw
            """
        let volume = volume(nil, texts: ["/proc/self/mountinfo": table])
        #expect(volume.name(of: facts(.nfs, number: nil, device: 51)) == "mount nas:/photos")
        #expect(volume.name(of: facts(.fuse, number: nil, device: 52)) == nil)
    }

    @Test func `a file system whose number is made of its UUID has that`() {
        let facts = facts(.ext4, number: "ef53:6a6ee0cdafb4a935")
        #expect(volume("6a6ee0cd").name(of: facts) == "ef53:6a6ee0cdafb4a935")
    }

    @Test func `the change of status outlasts a mount where the file system records it`() {
        #expect(FileSystemType.ext4.keepsStatusChange)
        #expect(!FileSystemType.fat.keepsStatusChange && !FileSystemType.exFAT.keepsStatusChange)
        #expect(!FileSystemType.fuse.keepsStatusChange)
    }

    @Test func `folders of this machine have an identity`() {
        #expect(SourceVolume.system.identity(of: "/") == SourceVolume.system.identity(of: "/."))
        #expect(SourceVolume.system.identity(of: "/no such folder") == nil)
    }
}
