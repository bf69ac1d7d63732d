package import Foundation
import Glibc

/// What surrounds a library: file systems, synchronised folders, and what this user's programs remember of libraries.
///
/// Tests put their own answers in place of the machine's.
package struct VolumeEnvironment: Sendable {
    /// What is mounted, as in `/proc/self/mountinfo`.
    package var mounts: @Sendable () -> String = { Self.text("/proc/self/mountinfo") }
    /// What belongs mounted, as in `/etc/fstab`.
    package var plannedMounts: @Sendable () -> String = { Self.text("/etc/fstab") }
    package var synced: @Sendable () -> [SyncedFolder] = {
        SyncSettings.present(home: FileManager.default.homeDirectoryForCurrentUser)
    }
    /// Where it is remembered which libraries stand on which volumes; nil remembers none.
    package var memory: URL?

    package init(memory: URL? = nil) { self.memory = memory }

    /// Where the programs of a user keep what they remember, as the XDG directories name it.
    package static func memory(_ environment: [String: String]) -> URL? {
        let state =
            environment["XDG_STATE_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
            ?? environment["HOME"].map { $0 + "/.local/state" }
        return state.map {
            URL(fileURLWithPath: $0, isDirectory: true)
                .appendingPathComponent("photokit/volumes", isDirectory: true)
        }
    }

    private static func text(_ path: String) -> String {
        (try? String(contentsOf: URL(fileURLWithPath: path), encoding: .utf8)) ?? ""
    }
}

extension VolumeEnvironment {
    /// Why a library must not be changed, or made, in a folder; nil where it may.
    ///
    /// The folder need not exist: its nearest folder that does is looked at then.
    package func problem(at root: URL) -> VolumeProblem? { VolumeProblem(facts(of: root)) }

    package func facts(of root: URL) -> VolumeFacts {
        let path = Self.realPath(root)
        var facts = VolumeFacts(path: path, fileSystem: MountTable(mounts()).mount(of: path))
        facts.synced = synced()
        var folder = path
        while true {
            facts.folders.append(Self.look(folder))
            guard folder != "/" else { return facts }
            folder = (folder as NSString).deletingLastPathComponent
        }
    }

    /// The path without links, of what exists of it.
    static func realPath(_ url: URL) -> String {
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

    private static func look(_ path: String) -> VolumeFacts.Folder {
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
