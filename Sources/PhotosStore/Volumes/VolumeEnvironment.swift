package import Foundation
import Glibc
import PhotosBase

/// The path of a library's folder, and the mount that held the folder when the mounts were read.
///
/// Opening a library reads them once.
struct VolumeLocation: Hashable, Sendable {
    /// The path without symbolic links.
    var path: String
    var mount: MountTable.Mount?
}

/// The surroundings of a library: file systems, synchronised folders, and the volumes remembered for this user's
/// libraries.
///
/// Tests supply their own values instead of those of the machine.
package struct VolumeEnvironment: Sendable {
    /// Returns the list of mounts, as in `/proc/self/mountinfo`.
    package var mounts: @Sendable () -> String = { Self.fileText(at: "/proc/self/mountinfo") }
    /// Returns the list of file systems to mount, as in `/etc/fstab`.
    package var plannedMounts: @Sendable () -> String = { Self.fileText(at: "/etc/fstab") }
    package var synced: @Sendable () -> [SyncedFolder] = { SyncSettings.present(home: Self.home) }
    /// Returns the name of the volume at a path, which no other volume has, or nil if it cannot be known.
    package var volumeName: @Sendable (_ path: String) -> String? = {
        SourceVolume.system.name(of: $0)
    }
    /// The clock that gives files their dates.
    package var fileClock: @Sendable () -> Date = { Date() }
    /// The folder that records on which volumes libraries are, or nil to record nothing.
    package var memory: URL?

    /// The user's home folder, which stays the same while the process runs.
    private static let home = FileManager.default.homeDirectoryForCurrentUser

    package init(memory: URL? = nil) { self.memory = memory }

    /// Returns the folder for a user's program state, as the XDG directories define it.
    package static func memory(_ environment: [String: String]) -> URL? {
        let state =
            environment["XDG_STATE_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
            ?? environment["HOME"].map { $0 + "/.local/state" }
        return state.map {
            URL(fileURLWithPath: $0, isDirectory: true)
                .appendingPathComponent("photokit/volumes", isDirectory: true)
        }
    }

    private static func fileText(at path: String) -> String { SystemText.read(path) ?? "" }
}

extension VolumeEnvironment {
    /// Returns why a library must not be changed or created in a folder, or nil if it may.
    ///
    /// The folder need not exist. In that case, the nearest existing folder above it is checked.
    package func problem(at root: URL) -> VolumeProblem? { problem(of: location(of: root)) }

    func problem(of location: VolumeLocation) -> VolumeProblem? {
        VolumeProblem(volumeFacts(of: location))
    }

    /// Reads the table of mounts, and finds the mount that holds a folder.
    func location(of root: URL) -> VolumeLocation {
        let path = Self.realPath(root)
        return VolumeLocation(path: path, mount: MountTable(mounts()).mount(of: path))
    }

    private func volumeFacts(of location: VolumeLocation) -> VolumeFacts {
        var facts = VolumeFacts(path: location.path, fileSystem: location.mount)
        facts.synced = synced()
        var folder = location.path[...]
        while let slash = folder.utf8.lastIndex(of: UInt8(ascii: "/")) {
            facts.folders.append(Self.inspectFolder(at: String(folder)))
            folder = folder[..<slash]
        }
        if location.path != "/" { facts.folders.append(Self.inspectFolder(at: "/")) }
        return facts
    }

    /// Returns the path with symbolic links resolved in the part of it that exists.
    package static func realPath(_ url: URL) -> String {
        var existing = url.standardizedFileURL
        var missing: [String] = []
        while access(existing.path, F_OK) != 0, existing.path != "/" {
            missing.append(existing.lastPathComponent)
            existing.deleteLastPathComponent()
        }
        let real = realpath(existing.path, nil).map { pointer in
            defer { free(pointer) }
            return String(cString: pointer)
        }
        let start = real ?? existing.path
        return ([start == "/" ? "" : start] + missing.reversed()).joined(separator: "/")
    }

    private static func inspectFolder(at path: String) -> VolumeFacts.Folder {
        var folder = VolumeFacts.Folder(path: path)
        guard let stream = opendir(path) else { return folder }
        defer { closedir(stream) }
        while let entry = readdir(stream) {
            guard entry.pointee.d_name.0 == CChar(UInt8(ascii: ".")) else { continue }
            let kind = Int(entry.pointee.d_type)
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                String(cString: UnsafeRawPointer($0).assumingMemoryBound(to: CChar.self))
            }
            if kind == DT_DIR {
                folder.folders.insert(name)
            } else {
                folder.files.insert(name)
            }
        }
        return folder
    }
}
