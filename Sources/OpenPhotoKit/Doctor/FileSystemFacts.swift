import CPhotosSystem
public import Foundation
import Glibc
import PhotosStore

/// What is known of the file system that a path is on.
public struct FileSystemFacts: Hashable, Sendable {
    /// The name of its type as the kernel gives it, such as `ext4`.
    public let type: String
    /// Where it is mounted.
    public let mountPoint: String
    /// Bytes that the user may still fill; nil when that cannot be told.
    public let freeBytes: Int64?

    /// Whether it is shared over a network, where a library must not be opened by several machines at once.
    public var isNetwork: Bool {
        let mount = MountTable.Mount(point: mountPoint, type: type)
        if case .network = VolumeProblem(VolumeFacts(path: mountPoint, fileSystem: mount)) {
            return true
        }
        return type == "fuse.sshfs"
    }

    /// Looks at the file system of a path; of one that does not exist yet, at its nearest folder that does.
    ///
    /// - Parameter url: A path.
    public init?(of url: URL) {
        let table = try? String(
            contentsOf: URL(fileURLWithPath: "/proc/self/mountinfo"),
            encoding: .utf8
        )
        guard let table else { return nil }
        var place = url.standardizedFileURL
        while !FileManager.default.fileExists(atPath: place.path), place.path != "/" {
            place.deleteLastPathComponent()
        }
        let path = place.resolvingSymlinksInPath().path
        if let facts = FileSystemFacts(path: path, mounts: table) {
            self = facts
        } else {
            self.init(unmounted: path)
        }
    }

    /// In a changed root the table may not show what the root itself is on; the kernel still tells the type's number.
    private init?(unmounted path: String) {
        var status = statfs()
        guard statfs(path, &status) == 0 else { return nil }
        type = Self.names[Int(status.f_type)] ?? "0x" + String(status.f_type, radix: 16)
        mountPoint = "/"
        freeBytes = Int64(status.f_bavail) * Int64(status.f_bsize)
    }

    /// The numbers of `statfs(2)`.
    private static let names = [
        0xEF53: "ext4", 0x5846_5342: "xfs", 0x9123_683E: "btrfs", 0x2FC1_2FC1: "zfs",
        0x0102_1994: "tmpfs", 0x794C_7630: "overlay", 0x6969: "nfs", 0xFF53_4D42: "cifs",
        0x6573_5546: "fuse",
    ]

    /// Reads the table of mounts as the kernel writes it.
    package init?(path: String, mounts: String) {
        let best = MountTable(mounts).mount(of: path)
        guard let best else { return nil }
        type = best.type
        mountPoint = best.point
        let attributes = try? FileManager.default.attributesOfFileSystem(forPath: best.point)
        freeBytes = (attributes?[.systemFreeSize] as? NSNumber)?.int64Value
    }
}
