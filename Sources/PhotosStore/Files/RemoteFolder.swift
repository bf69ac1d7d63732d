package import Foundation

/// Finds remotes among folders of this machine, by their markers.
package enum RemoteFolder {
    /// Returns the folder of a remote that a path is or lies in.
    ///
    /// - Parameter url: A file or folder, which need not exist.
    /// - Returns: The folder, without symbolic links; nil if there is none.
    package static func holding(_ url: URL) -> URL? {
        var folder = URL(fileURLWithPath: VolumeEnvironment.realPath(url), isDirectory: true)
        while folder.path != "/" {
            if isRemote(folder) { return folder }
            folder.deleteLastPathComponent()
        }
        return nil
    }

    /// Returns the folder of a remote below a folder; nil if there is none.
    package static func inside(_ url: URL) -> URL? {
        let found = FileManager.default.enumerator(
            at: url,
            includingPropertiesForKeys: [.isDirectoryKey],
            options: [.skipsHiddenFiles]
        )
        let marker = RemoteNames.markers.dropLast()
        while let item = found?.nextObject() as? URL {
            guard item.lastPathComponent == marker else { continue }
            let folder = item.deletingLastPathComponent()
            if isRemote(folder) { return folder }
        }
        return nil
    }

    /// Whether a folder has the marker of a remote, encrypted or not.
    package static func isRemote(_ folder: URL) -> Bool {
        let markers = folder.appendingPathComponent(RemoteNames.markers, isDirectory: true)
        guard FileOperations.isFolder(markers) else { return false }
        return names(in: markers).contains { name in
            RemoteNames.markerNumber(of: RemoteNames.markers + name) != nil
                || name.utf8.count == 2
                    && names(in: markers.appendingPathComponent(name, isDirectory: true)).contains {
                        RemoteNames.hasSealedForm(RemoteNames.markers + name + "/" + $0)
                    }
        }
    }

    private static func names(in folder: URL) -> [String] {
        (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    }
}
