import Crypto
package import Foundation
import PhotosBase

/// Remembers the volume that each library is on.
///
/// The bare mount point of an absent volume is then not mistaken for a folder without a library.
package struct KnownVolumes {
    let volumeEnvironment: VolumeEnvironment

    /// The record that is kept about one library.
    package struct Note: Codable, Hashable {
        package var path: String
        package var mountPoint: String
        package var library: UUID

        package init(path: String, mountPoint: String, library: UUID) {
            self.path = path
            self.mountPoint = mountPoint
            self.library = library
        }
    }

    /// Returns the mount point of the absent volume on which a library at this path was or belongs, or nil if there is
    /// none.
    package static func absentVolume(
        path: String,
        note: Note?,
        mounts: MountTable,
        planned: [String]
    ) -> String? {
        if let point = note?.mountPoint, MountTable.isInside(path, folder: point),
            !mounts.isMounted(point)
        {
            return point
        }
        let point = planned.filter { MountTable.isInside(path, folder: $0) }
            .max { $0.utf8.count < $1.utf8.count }
        return point.flatMap { mounts.isMounted($0) ? nil : $0 }
    }

    func absence(at root: URL) -> StoreError? {
        let path = VolumeEnvironment.realPath(root)
        let note = file(of: path).flatMap { try? Data(contentsOf: $0) }
            .flatMap { try? JSONDecoder().decode(Note.self, from: $0) }
        let point = Self.absentVolume(
            path: path,
            note: note?.path == path ? note : nil,
            mounts: MountTable(volumeEnvironment.mounts()),
            planned: MountTable.planned(volumeEnvironment.plannedMounts())
        )
        guard let point else { return nil }
        let forget =
            file(of: path).map {
                note == nil ? "" : " If it will not come back, delete \($0.path)."
            }
            ?? ""
        return StoreError(
            .volumeOffline,
            "The volume of the library at \(root.path) is not mounted at \(point). Mount it and try again.\(forget)"
        )
    }

    /// Remembers the volume of an open library, except for the root volume and for file systems in memory or overlays.
    func remember(_ library: UUID, at location: VolumeLocation) {
        guard let mount = location.mount, mount.point != "/",
            !["tmpfs", "ramfs", "overlay"].contains(mount.type),
            let file = file(of: location.path)
        else { return }
        let note = Note(path: location.path, mountPoint: mount.point, library: library)
        let present = try? JSONDecoder().decode(Note.self, from: Data(contentsOf: file))
        guard present != note, let bytes = try? JSONEncoder().encode(note) else { return }
        // Errors are ignored. Without the file the library works as before, but the absence of its volume may go
        // unnoticed.
        let folder = file.deletingLastPathComponent()
        try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try? bytes.write(to: file, options: .atomic)
    }

    private func file(of path: String) -> URL? {
        let name = Hexadecimal.digits(of: SHA256.hash(data: Data(path.utf8)).prefix(16))
        return volumeEnvironment.memory?.appendingPathComponent(name + ".json")
    }
}
