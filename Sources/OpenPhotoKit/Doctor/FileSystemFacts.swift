import CPhotosSystem
public import Foundation
import Glibc
import PhotosBase
import PhotosStore

/// Facts about the file system of a path.
public struct FileSystemFacts: Hashable, Sendable {
    /// The kernel's name of the file system type, such as `ext4`.
    public let type: String
    /// The mount point.
    public let mountPoint: String
    /// The bytes that the user may still write; nil if unknown.
    public let freeBytes: Int64?

    /// Whether the file system is shared over a network, where several machines must not open a library at once.
    public var isNetwork: Bool {
        let mount = MountTable.Mount(point: mountPoint, type: type)
        if case .network = VolumeProblem(VolumeFacts(path: mountPoint, fileSystem: mount)) {
            return true
        }
        return type == "fuse.sshfs"
    }

    /// Reads the facts of a path's file system; for a path that does not exist, of its nearest existing folder.
    ///
    /// - Parameter url: A path.
    public init?(of url: URL) {
        guard let table = SystemText.read("/proc/self/mountinfo") else { return nil }
        var folder = url.standardizedFileURL
        while !FileManager.default.fileExists(atPath: folder.path), folder.path != "/" {
            folder.deleteLastPathComponent()
        }
        let path = folder.resolvingSymlinksInPath().path
        if let facts = FileSystemFacts(path: path, mounts: table) {
            self = facts
        } else {
            self.init(unmounted: path)
        }
    }

    /// Reads the type from the kernel by `statfs`: in a changed root, the table may not contain the mount of the
    /// root.
    private init?(unmounted path: String) {
        var status = statfs()
        guard statfs(path, &status) == 0 else { return nil }
        type = Self.names[Int(status.f_type)] ?? "0x" + String(status.f_type, radix: 16)
        mountPoint = "/"
        freeBytes = Int64(status.f_bavail) * Int64(status.f_bsize)
    }

    /// The names of the type numbers in `statfs(2)`.
    private static let names = [
        0xEF53: "ext4", 0x5846_5342: "xfs", 0x9123_683E: "btrfs", 0x2FC1_2FC1: "zfs",
        0x0102_1994: "tmpfs", 0x794C_7630: "overlay", 0x6969: "nfs", 0xFF53_4D42: "cifs",
        0x6573_5546: "fuse",
    ]

    /// Finds a path in the kernel's table of mounts.
    package init?(path: String, mounts: String) {
        let best = MountTable(mounts).mount(of: path)
        guard let best else { return nil }
        type = best.type
        mountPoint = best.point
        let attributes = try? FileManager.default.attributesOfFileSystem(forPath: best.point)
        freeBytes = (attributes?[.systemFreeSize] as? NSNumber)?.int64Value
    }
}
