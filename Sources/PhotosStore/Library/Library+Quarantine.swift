import CPhotosSystem
package import Foundation
import Glibc
import PhotosMedia

extension Library {
    /// Moves a file, or any other item at its path, out of the folder of originals.
    ///
    /// - Returns: its new URL.
    /// - Throws: ``StoreError``.
    func quarantine(_ file: String) throws -> URL {
        try FileOperations.makeFolder(layout.quarantine)
        let name = FileName.fitting(PathComponents.split(file).joined(separator: "-"))
        var target = layout.quarantine.appendingPathComponent(name)
        var code = photos_rename_exclusive(layout.orphan(file).path, target.path)
        if code == EEXIST {
            target = layout.quarantine.appendingPathComponent(
                FileName.fitting(name, suffix: "-\(environment.makeUUID().uuidString)")
            )
            code = photos_rename_exclusive(layout.orphan(file).path, target.path)
        }
        guard code == 0 else { throw StoreError.system("Moving to", path: target.path, code: code) }
        try FileOperations.syncFolder(layout.quarantine)
        try FileOperations.syncFolder(layout.orphan(file).deletingLastPathComponent())
        return target
    }

    /// Moves the damaged files of healed resources to the quarantine, after the commit.
    ///
    /// No row mentions these files any more. A file that cannot be moved is an orphan, which the check
    /// reports and a repair moves.
    func quarantineHealed(_ block: ChangeBlock) {
        for case .healResources(let healings) in block.mutations {
            for healing in healings
            where healing.isDamaged && healing.held.sourceFileID == nil
                && LibraryLayout.isOriginalName(healing.held.file)
            {
                guard (try? quarantine(healing.held.file)) != nil else { continue }
                _ = previews.remove([healing.held.file])
            }
        }
    }
}

extension LibraryLayout {
    /// The folder for files that were found among the originals although no row mentions them.
    package var quarantine: URL { root.appendingPathComponent("quarantine", isDirectory: true) }
}
