import Foundation
import PhotosStore
import TestPermits
import Testing

@Suite(.permit) struct VolumeProblemTests {
    private func problem(type: String) -> VolumeProblem? {
        VolumeProblem(
            VolumeFacts(
                path: "/photos/My.photolib",
                fileSystem: MountTable.Mount(point: "/photos", type: type)
            )
        )
    }

    @Test(arguments: [
        "nfs", "nfs4", "cifs", "smb3", "9p", "afs", "ceph", "lustre", "glusterfs", "davfs",
        "virtiofs",
    ])
    func `network file systems are refused`(type: String) {
        #expect(problem(type: type) == .network(type: type, mountPoint: "/photos"))
    }

    @Test(arguments: [
        "fuse", "fuseblk", "fuse.rclone", "fuse.sshfs", "fuse.google-drive-ocamlfuse",
    ])
    func `file systems of programs are refused, with the program's name`(type: String) {
        #expect(problem(type: type) == .userSpace(type: type, mountPoint: "/photos"))
    }

    @Test(arguments: [
        "ext4", "xfs", "btrfs", "zfs", "f2fs", "tmpfs", "overlay", "bcachefs", "ext2", "fusectl",
    ])
    func `disks of this machine are fit, and what containers and tests run on`(type: String) {
        #expect(problem(type: type) == nil)
    }

    @Test(arguments: [
        ("Syncthing", VolumeFacts.Folder(path: "/home/a", folders: [".stfolder"])),
        ("Syncthing", VolumeFacts.Folder(path: "/home/a", files: [".stfolder"])),
        ("Syncthing", VolumeFacts.Folder(path: "/home/a", files: [".stignore"])),
        ("Dropbox", VolumeFacts.Folder(path: "/home/a", files: [".dropbox"])),
        ("Dropbox", VolumeFacts.Folder(path: "/home/a", folders: [".dropbox.cache"])),
        ("Nextcloud or ownCloud", VolumeFacts.Folder(path: "/home/a", files: [".sync_1a2b.db"])),
        ("Nextcloud or ownCloud", VolumeFacts.Folder(path: "/home/a", files: ["._sync_1a2b.db"])),
        (
            "Nextcloud or ownCloud",
            VolumeFacts.Folder(path: "/home/a", files: [".owncloudsync.log"])
        ),
        (
            "Nextcloud or ownCloud",
            VolumeFacts.Folder(path: "/home/a", files: [".nextcloudsync.log"])
        ),
        ("Google Drive", VolumeFacts.Folder(path: "/home/a", folders: [".tmp.driveupload"])),
        (
            "OneDrive",
            VolumeFacts.Folder(path: "/home/a", files: [".849C9593-D756-4E56-8D6E-42412F2A707B"])
        ),
        ("iCloud", VolumeFacts.Folder(path: "/home/a", files: [".IMG_1.HEIC.icloud"])),
        ("iCloud", VolumeFacts.Folder(path: "/home/Library/Mobile Documents/com~apple~CloudDocs")),
        ("MEGA", VolumeFacts.Folder(path: "/home/a", files: [".megaignore"])),
    ])
    func `marks in a folder above the library tell who synchronises it`(
        service: String,
        folder: VolumeFacts.Folder
    ) {
        let facts = VolumeFacts(
            path: folder.path + "/My.photolib",
            fileSystem: MountTable.Mount(point: "/", type: "ext4"),
            folders: [
                VolumeFacts.Folder(path: folder.path + "/My.photolib"), folder,
                VolumeFacts.Folder(path: "/"),
            ]
        )
        #expect(VolumeProblem(facts) == .synchronised(service: service, folder: folder.path))
    }

    @Test(arguments: [
        // What Dropbox and Syncthing keep in a home folder for themselves.
        VolumeFacts.Folder(path: "/home/a", folders: [".dropbox", ".config", ".dropbox-dist"]),
        VolumeFacts.Folder(
            path: "/home/a",
            files: [".bashrc", ".icloud", ".sync_me", "._sync_.txt"]
        ),
        VolumeFacts.Folder(path: "/home/a", folders: [".stignore", ".sync_1.db", ".git"]),
    ])
    func `other hidden names say nothing`(folder: VolumeFacts.Folder) {
        #expect(VolumeProblem(VolumeFacts(path: "/home/a/My.photolib", folders: [folder])) == nil)
    }

    @Test func `the settings of programs tell what they synchronise`() {
        let synced = [
            SyncedFolder(service: "OneDrive", path: "/home/a/OneDrive"),
            SyncedFolder(service: "Nextcloud", path: "/home/a/OneDrive/Cloud"),
        ]
        func problem(_ path: String) -> VolumeProblem? {
            VolumeProblem(VolumeFacts(path: path, synced: synced))
        }
        #expect(
            problem("/home/a/OneDrive/My.photolib")
                == .synchronised(service: "OneDrive", folder: "/home/a/OneDrive")
        )
        #expect(
            problem("/home/a/OneDrive/Cloud/My.photolib")
                == .synchronised(service: "Nextcloud", folder: "/home/a/OneDrive/Cloud")
        )
        #expect(problem("/home/a/OneDrive2/My.photolib") == nil)
        #expect(problem("/home/a/My.photolib") == nil)
    }

    @Test(arguments: [
        (
            SyncSettings.Source.nextcloud,
            "[Accounts]\n0\\Folders\\1\\localPath=/home/a/Nextcloud/\n0\\Folders\\2\\localPath=/mnt/b\n",
            ["/home/a/Nextcloud", "/mnt/b"]
        ),
        (.ownCloud, "0\\Folders\\1\\targetPath=/\n0\\Folders\\1\\localPath=/own", ["/own"]),
        (.dropbox, #"{"personal": {"path": "/home/a/Dropbox", "host": 1}}"#, ["/home/a/Dropbox"]),
        (.oneDrive, "# sync_dir = \"~/Other\"\nsync_dir = \"~/One\"\n", ["/home/a/One"]),
        (.oneDrive, "skip_file = \"~*\"\n", ["/home/a/OneDrive"]),
        (
            .syncthing,
            #"<folder id="x" label="P" path="~/Sync" type="sendreceive"></folder><folder id="y" path="/srv/y">"#,
            ["/home/a/Sync", "/srv/y"]
        ),
        (.syncthing, "no settings at all", []),
    ])
    func `settings are read`(source: SyncSettings.Source, text: String, paths: [String]) {
        let folders = SyncSettings.folders(of: source, in: text, home: "/home/a")
        #expect(folders.map(\.path) == paths)
    }
}

@Suite(.permit) struct MountTableTests {
    private let table = MountTable(
        """
        22 1 254:1 / / rw,relatime shared:1 - ext4 /dev/vda1 rw
        30 22 0:25 / /home rw,relatime shared:7 master:1 - btrfs /dev/vdb rw
        31 30 0:26 / /home/my\\040photos rw - fuse.rclone remote: rw
        32 22 0:27 / /homework rw - xfs /dev/vdc rw
        nonsense
        """
    )

    @Test(arguments: [
        ("/", "ext4"), ("/homework/a", "xfs"), ("/home/my photos/a", "fuse.rclone"),
        ("/home/my", "btrfs"), ("/homes", "ext4"),
    ])
    func `the nearest mount above a path counts`(path: String, type: String) {
        #expect(table.mount(of: path)?.type == type)
    }

    @Test func `what belongs mounted stands in the table of the machine`() {
        let planned = MountTable.planned(
            """
            # /mnt/comment /mnt/comment ext4
            UUID=1 / ext4 defaults 0 1
            UUID=2\t/mnt/photos/ ext4 noauto 0 2
            UUID=3 none swap sw 0 0
            UUID=4 /mnt/a\\040b xfs defaults
            """
        )
        #expect(planned == ["/mnt/photos", "/mnt/a b"])
    }

    @Test func `a bare mount point is known by what was there, or by the machine's table`() {
        let mounts = MountTable("1 1 0:1 / / rw - ext4 a rw\n2 1 0:2 / /mnt/there rw - ext4 b rw")
        func absent(_ path: String, point: String? = nil, planned: [String] = []) -> String? {
            let note = point.map {
                KnownVolumes.Note(path: path, mountPoint: $0, library: UUID())
            }
            return KnownVolumes.absentVolume(
                path: path,
                note: note,
                mounts: mounts,
                planned: planned
            )
        }
        #expect(absent("/mnt/disk/My.photolib") == nil)
        #expect(absent("/mnt/disk/My.photolib", point: "/mnt/disk") == "/mnt/disk")
        #expect(absent("/mnt/there/My.photolib", point: "/mnt/there") == nil)
        #expect(absent("/mnt/disk/My.photolib", planned: ["/mnt", "/mnt/disk"]) == "/mnt/disk")
        #expect(absent("/mnt/there/a", planned: ["/mnt/there"]) == nil)
        #expect(absent("/mnt/disk2/a", planned: ["/mnt/disk"]) == nil)
    }
}
