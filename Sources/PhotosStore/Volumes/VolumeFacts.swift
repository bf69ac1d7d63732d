/// The facts about a library's volume and folder that decide whether the library may be changed there.
package struct VolumeFacts: Hashable, Sendable {
    /// The library's folder, or a folder above it.
    package struct Folder: Hashable, Sendable {
        package var path: String
        /// The names of hidden files in the folder.
        package var files: Set<String>
        package var folders: Set<String>

        package init(path: String, files: Set<String> = [], folders: Set<String> = []) {
            self.path = path
            self.files = files
            self.folders = folders
        }
    }

    /// The path of the library's folder, without symbolic links.
    package var path: String
    package var fileSystem: MountTable.Mount?
    /// The folders from the library's own upwards.
    package var folders: [Folder]
    /// The folders that programs synchronise according to their settings.
    package var synced: [SyncedFolder]

    package init(
        path: String,
        fileSystem: MountTable.Mount? = nil,
        folders: [Folder] = [],
        synced: [SyncedFolder] = []
    ) {
        self.path = path
        self.fileSystem = fileSystem
        self.folders = folders
        self.synced = synced
    }
}

/// A folder that a program on this machine synchronises with other machines.
package struct SyncedFolder: Hashable, Sendable {
    package var service: String
    package var path: String

    package init(service: String, path: String) {
        self.service = service
        self.path = path
    }
}

/// The reason why a library must not be changed in its folder.
///
/// Every guarantee of a library depends on locks, syncs and shared memory, which work within one machine and its own
/// disks. Synchronisation programs copy a database and its log at different moments, and restore older files.
package enum VolumeProblem: Hashable, Sendable {
    case network(type: String, mountPoint: String)
    case userSpace(type: String, mountPoint: String)
    case synchronised(service: String, folder: String)

    /// Decides from the facts alone, or returns nil if nothing forbids changes.
    package init?(_ facts: VolumeFacts) {
        if let mount = facts.fileSystem {
            if Self.networkTypes.contains(mount.type) {
                self = .network(type: mount.type, mountPoint: mount.point)
                return
            }
            if mount.type == "fuse" || mount.type == "fuseblk" || mount.type.hasPrefix("fuse.") {
                self = .userSpace(type: mount.type, mountPoint: mount.point)
                return
            }
        }
        for folder in facts.folders {
            if let service = SyncMarkers.service(of: folder) {
                self = .synchronised(service: service, folder: folder.path)
                return
            }
        }
        let above = facts.synced.filter { MountTable.isInside(facts.path, folder: $0.path) }
        if let nearest = above.max(by: { $0.path.utf8.count < $1.path.utf8.count }) {
            self = .synchronised(service: nearest.service, folder: nearest.path)
            return
        }
        return nil
    }

    /// The file systems whose bytes are on another machine, or on a host of this virtual machine.
    private static let networkTypes: Set<String> = [
        "9p", "acfs", "afs", "afpfs", "beegfs", "ceph", "cifs", "coda", "davfs", "gfs2",
        "glusterfs",
        "gpfs", "kafs", "lustre", "ncpfs", "nfs", "nfs4", "nfsd", "ocfs2", "orangefs", "panfs",
        "prl_fs", "pvfs2", "smb2", "smb3", "smbfs", "vboxsf", "virtiofs", "vmhgfs",
    ]

    /// The reason, as the part of a sentence that follows "The library lies".
    package var reason: String {
        switch self {
        case .network(let type, let point):
            "on a network file system (\(type) at \(point)), where another machine may change it unseen"
        case .userSpace(let type, let point):
            "on a file system that another program provides (\(type) at \(point)), which need not keep what it acknowledged"
        case .synchronised(let service, let folder):
            "in a folder that \(service) synchronises (\(folder)), which copies its files one by one and may bring back older ones"
        }
    }

    package var wayOut: String {
        "Move the library's folder to a disk of this machine, outside of synchronised folders, while nothing uses it; `photokit backup` can bring copies here."
    }

    package var error: StoreError {
        StoreError(
            .unsuitableFolder,
            "The library lies \(reason). It can be read there, but not changed. \(wayOut)"
        )
    }

    package var creationError: StoreError {
        StoreError(
            .unsuitableFolder,
            "No library is made here, because it would lie \(reason). Choose a folder on a disk of this machine, outside of synchronised folders."
        )
    }
}
