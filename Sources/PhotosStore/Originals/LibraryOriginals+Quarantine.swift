import CPhotosSystem
package import Foundation
import Glibc
import PhotosMedia

extension LibraryOriginals {
    /// Moves a file, or any other item at its path, out of the folder of originals.
    ///
    /// - Returns: its new URL.
    /// - Throws: ``StoreError``.
    func quarantine(_ file: String) throws -> URL {
        try FileOperations.makeFolder(core.layout.quarantine)
        let name = FileName.fitting(PathComponents.split(file).joined(separator: "-"))
        var target = core.layout.quarantine.appendingPathComponent(name)
        var code = photos_rename_exclusive(core.layout.orphan(file).path, target.path)
        if code == EEXIST {
            target = core.layout.quarantine.appendingPathComponent(
                FileName.fitting(name, suffix: "-\(core.environment.makeUUID().uuidString)")
            )
            code = photos_rename_exclusive(core.layout.orphan(file).path, target.path)
        }
        guard code == 0 else { throw StoreError.system("Moving to", path: target.path, code: code) }
        try FileOperations.syncFolder(core.layout.quarantine)
        try FileOperations.syncFolder(core.layout.orphan(file).deletingLastPathComponent())
        return target
    }
}

extension LibraryLayout {
    /// The folder for files that were found among the originals although no row mentions them.
    package var quarantine: URL { root.appendingPathComponent("quarantine", isDirectory: true) }
}
