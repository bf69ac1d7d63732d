import CPhotosSystem
import Glibc
import PhotosBase

/// Finds what names the volume of a folder, so that another volume at the same path is noticed.
package struct SourceVolume: Sendable {
    package var devices: BlockDevices
    /// The folder with a link to each device, whose name is the UUID or serial number of its file system.
    package var identifiers: String

    package init(devices: BlockDevices, identifiers: String) {
        self.devices = devices
        self.identifiers = identifiers
    }

    package static let system = SourceVolume(devices: .system, identifiers: "/dev/disk/by-uuid")

    /// Returns the name of the volume at a path, which no other volume has; nil if it cannot be known.
    package func name(of path: String) -> String? { MountedFileSystem(at: path).flatMap(name) }

    /// Returns the name of the volume of a file system, which no other volume has; nil if it cannot be known.
    package func name(of facts: MountedFileSystem) -> String? {
        if let number = facts.number, facts.type.isNumberedByIdentifier { return number }
        if let device = devices.folderOfDevice(behind: facts.device, mount: facts.mount) {
            let medium = devices.medium(of: device.folder)
            guard let identifier = identifier(of: device.number) else {
                return medium.map { "disk \($0)" }
            }
            // Cards of one maker may have been formatted with the same short number.
            guard identifier.utf8.count <= Self.longestShort, let medium else {
                return "uuid \(identifier)"
            }
            return "uuid \(identifier) disk \(medium)"
        }
        guard facts.type.isOfServer,
            let source = devices.source(of: facts.device, mount: facts.mount)
        else { return nil }
        return "mount \(source)"
    }

    /// Returns the identity of the volume at a path, as far as this machine knows one; nil if it does not.
    ///
    /// Where the name cannot be known, this is the number of the file system, which another volume may have later.
    package func identity(of path: String) -> String? {
        guard let facts = MountedFileSystem(at: path) else { return nil }
        return name(of: facts) ?? facts.number
    }

    /// Returns the text that earlier versions recorded for the volume at a path; nil if they recorded none, or the one
    /// that is recorded now.
    package static func formerIdentity(of path: String) -> String? {
        MountedFileSystem(at: path).flatMap { $0.type.isNumberedByIdentifier ? nil : $0.number }
    }

    /// The most characters of the serial number of FAT and exFAT, as `6A3F-01C2`.
    private static let longestShort = 9

    private func identifier(of device: UInt64) -> String? {
        devices.names(identifiers).sorted().first {
            devices.device("\(identifiers)/\($0)") == device
        }
    }
}

/// The properties of the file system at a path, as the system reports them.
package struct MountedFileSystem: Hashable, Sendable {
    package var type: FileSystemType
    /// The type and number of the file system; nil if it has no number.
    package var number: String?
    /// The number of its device.
    package var device: UInt64
    /// The identifier of its mount.
    package var mount: String?

    package init(type: FileSystemType, number: String?, device: UInt64, mount: String? = nil) {
        self.type = type
        self.number = number
        self.device = device
        self.mount = mount
    }

    /// Returns nil where the path is missing.
    package init?(at path: String) {
        var (facts, file) = (statfs(), stat())
        guard statfs(path, &facts) == 0, stat(path, &file) == 0 else { return nil }
        type = FileSystemType(UInt32(truncatingIfNeeded: facts.f_type))
        device = UInt64(file.st_dev)
        mount = Self.mount(of: path)
        let digits = withUnsafeBytes(of: facts.f_fsid) { Hexadecimal.digits(of: $0) }
        number =
            digits.contains { $0 != "0" } ? "\(String(type.number, radix: 16)):\(digits)" : nil
    }

    private static func mount(of path: String) -> String? {
        let descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        let lines = SystemText.read("/proc/self/fdinfo/\(descriptor)")?.split(separator: "\n") ?? []
        return lines.first { $0.hasPrefix("mnt_id:") }.map { line in
            String(line.dropFirst("mnt_id:".count).drop { $0 == " " || $0 == "\t" })
        }
    }
}

/// A type of file systems, by the number that the kernel gives it.
package struct FileSystemType: Hashable, Sendable {
    package var number: UInt32

    package init(_ number: UInt32) { self.number = number }

    /// Whether the number of a file system is made of its UUID, and not of its device.
    package var isNumberedByIdentifier: Bool { Self.numbered.contains(number) }

    /// Whether the files are on a server that the source of the mount names.
    package var isOfServer: Bool { Self.ofServers.contains(number) }

    /// Whether the time of a file's last change of status outlasts a mount, and changes with every write.
    package var keepsStatusChange: Bool { !Self.withoutStatusChange.contains(number) }

    package static let fat = FileSystemType(0x4D44)
    package static let exFAT = FileSystemType(0x2011_BAB0)
    package static let ext4 = FileSystemType(0xEF53)
    package static let nfs = FileSystemType(0x6969)
    package static let fuse = FileSystemType(0x6573_5546)

    /// The numbers of ext2 to ext4, btrfs, ZFS, bcachefs, overlays and file systems in memory.
    private static let numbered: Set<UInt32> = [
        ext4.number, 0x9123_683E, 0x2FC1_2FC1, 0xCA45_1A4E, 0x794C_7630, 0x0102_1994,
    ]

    /// The numbers of NFS and the two of SMB.
    private static let ofServers: Set<UInt32> = [nfs.number, 0xFF53_4D42, 0xFE53_4D42]

    /// The numbers of FAT, exFAT, FUSE and the two of SMB.
    private static let withoutStatusChange: Set<UInt32> = [
        fat.number, exFAT.number, fuse.number, 0xFF53_4D42, 0xFE53_4D42,
    ]
}
