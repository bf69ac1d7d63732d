import Foundation
import Glibc
import PhotosBase

/// The disks of this machine, as the kernel describes them below `/sys/dev/block` and in the table of mounts.
package struct BlockDevices: Sendable {
    /// Returns the folder of a device without symbolic links, as `/sys/devices/…/sda/sda1`; nil for no block device.
    package var folder: @Sendable (_ number: String) -> String?
    /// Returns the number of the device behind a node, as `/dev/sda1`; nil for no device.
    package var device: @Sendable (_ node: String) -> UInt64?
    /// Returns the names in a folder; none if it does not exist.
    package var names: @Sendable (_ folder: String) -> [String]
    /// Returns the text of a small file; nil if there is none.
    package var text: @Sendable (_ file: String) -> String?

    package init(
        folder: @escaping @Sendable (_ number: String) -> String?,
        device: @escaping @Sendable (_ node: String) -> UInt64?,
        names: @escaping @Sendable (_ folder: String) -> [String],
        text: @escaping @Sendable (_ file: String) -> String?
    ) {
        self.folder = folder
        self.device = device
        self.names = names
        self.text = text
    }

    package static let system = BlockDevices(
        folder: { number in
            realpath("/sys/dev/block/\(number)", nil).map { pointer in
                defer { free(pointer) }
                return String(cString: pointer)
            }
        },
        device: { node in
            var facts = stat()
            guard stat(node, &facts) == 0, facts.st_mode & S_IFMT == S_IFBLK else { return nil }
            return UInt64(facts.st_rdev)
        },
        names: { (try? FileManager.default.contentsOfDirectory(atPath: $0)) ?? [] },
        text: { SystemText.read($0) }
    )

    /// Returns what names the disks of a file system.
    ///
    /// Partitions, encrypted and logical volumes lead to the disks below them. A file system without a device of its own is
    /// named by the source of its mount, as a server's folder.
    ///
    /// - Parameters:
    ///   - device: The number of the device, from `stat`.
    ///   - mount: The identifier of the mount, from `/proc/self/fdinfo`. Subvolumes of btrfs have numbers that the table of
    ///     mounts does not have.
    /// - Returns: The marks, at least one.
    package func marks(of device: UInt64, mount: String? = nil) -> Set<String> {
        let number = Self.number(device)
        if let folder = folderOfDevice(behind: device, mount: mount)?.folder {
            return disks(folder, depth: 0)
        }
        guard let (type, source) = source(ofMount: mount, number) else {
            return ["device \(number)"]
        }
        // Files in memory go with the machine's power, all at once.
        if type == "tmpfs" || type == "ramfs" { return ["memory"] }
        if type == "zfs" { return ["pool \(source.prefix { $0 != "/" })"] }
        return source.contains(":") || source.hasPrefix("//")
            ? ["mount \(source)"] : ["device \(number)"]
    }

    /// Returns the block device with a file system: its number, and its folder in `/sys/devices`; nil if there is none.
    ///
    /// File systems such as btrfs give their parts numbers of their own.
    package func folderOfDevice(
        behind device: UInt64,
        mount: String? = nil
    ) -> (number: UInt64, folder: String)? {
        let number = Self.number(device)
        if let folder = folder(number) { return (device, folder) }
        guard let source = source(ofMount: mount, number)?.source, let device = self.device(source)
        else { return nil }
        return folder(Self.number(device)).map { (device, $0) }
    }

    /// Returns what names the medium of a device, wherever it is connected; nil if the kernel does not know.
    ///
    /// The serial number of a reader of cards is not that of a card. So of removable disks only the number that a card itself
    /// states counts.
    package func medium(of folder: String) -> String? {
        let (disk, partition) = disk(of: folder)
        let isRemovable = text(disk + "/removable")?.trimmed != "0"
        guard
            let name = text(disk + "/device/cid")?.trimmed.nonEmpty
                ?? (isRemovable ? nil : diskIdentity(disk))
        else { return nil }
        return partition.map { "\(name) partition \($0)" } ?? name
    }

    /// Returns the source of a mount, as `nas:/photos`; nil if the table of mounts does not have it.
    package func source(of device: UInt64, mount: String?) -> String? {
        source(ofMount: mount, Self.number(device))?.source
    }

    private static let deepest = 8

    private func disks(_ folder: String, depth: Int) -> Set<String> {
        let parts = names(folder)
        let below = names(folder + "/slaves")
        if !below.isEmpty, depth < Self.deepest {
            return below.reduce(into: []) { marks, name in
                guard let number = text("\(folder)/slaves/\(name)/dev")?.trimmed,
                    let disk = self.folder(number)
                else { return }
                marks.formUnion(disks(disk, depth: depth + 1))
            }
        }
        let disk = parts.contains("partition") ? Self.parent(of: folder) : folder
        return ["disk \(diskIdentity(disk) ?? disk)"]
    }

    /// Returns the disk of a device, and the number of the partition that the device is.
    private func disk(of folder: String) -> (disk: String, partition: String?) {
        let partition = text(folder + "/partition")?.trimmed.nonEmpty
        return (partition == nil ? folder : Self.parent(of: folder), partition)
    }

    private static func parent(of folder: String) -> String {
        String(folder.prefix(upTo: folder.lastIndex(of: "/") ?? folder.endIndex))
    }

    /// Returns the identity of a disk, the same in any port, if the kernel knows one.
    private func diskIdentity(_ disk: String) -> String? {
        for name in ["wwid", "device/wwid", "device/serial", "serial"] {
            if let identity = text("\(disk)/\(name)")?.trimmed, !identity.isEmpty {
                return identity
            }
        }
        return nil
    }

    private func source(
        ofMount mount: String?,
        _ number: String
    ) -> (type: String, source: String)? {
        for line in (text("/proc/self/mountinfo") ?? "").split(separator: "\n") {
            let fields = line.split(separator: " ")
            guard fields.count > 6, mount.map({ fields[0] == $0 }) ?? (fields[2] == number),
                let dash = fields.firstIndex(of: "-"), dash + 2 < fields.count
            else { continue }
            return (String(fields[dash + 1]), String(fields[dash + 2]))
        }
        return nil
    }

    private static func number(_ device: UInt64) -> String {
        // The macros of <sys/sysmacros.h>, which Swift does not import.
        let major = device >> 8 & 0xfff | device >> 32 & ~0xfff
        let minor = device & 0xff | device >> 12 & ~0xff
        return "\(major):\(minor)"
    }
}

extension String {
    fileprivate var trimmed: String { trimmingCharacters(in: .whitespacesAndNewlines) }

    fileprivate var nonEmpty: String? { isEmpty ? nil : self }
}
