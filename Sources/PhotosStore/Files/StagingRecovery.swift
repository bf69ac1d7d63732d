import CPhotosSystem
import Foundation
import Glibc

/// Cleans up after processes that ended while their files were being staged.
///
/// The cost depends on the number of unfinished files, not on the size of the library.
enum StagingRecovery {
    /// The number of seconds after which a draft folder counts as abandoned.
    private static let settlingTime = 60

    /// Removes the files of processes that ended, except those that rows mention according to `isMentioned`.
    ///
    /// Returns the number of removed files without a row.
    @discardableResult
    static func run(
        _ layout: LibraryLayout,
        isMentioned: ([String]) throws -> Set<String>
    ) throws -> Int {
        var removed = 0
        for folder in try folders(layout) {
            guard !FileOperations.isLink(folder) else {
                removeFolder(folder)
                continue
            }
            // A running process may be at work in the folder.
            guard let claim = OwnedFolder.claim(folder) else { continue }
            defer { withExtendedLifetime(claim) {} }
            let files = try manifest(of: folder)
            if !files.isEmpty {
                let mentioned = try isMentioned(files)
                let unwanted = files.filter { !mentioned.contains($0) }
                for file in unwanted {
                    let url = layout.original(file)
                    if FileManager.default.fileExists(atPath: url.path) { removed += 1 }
                    try FileOperations.removeOriginal(file, in: layout)
                }
                for file in mentioned {
                    try OwnOriginal.finishFile(file, in: layout, scratch: folder)
                }
                // This sync comes before the manifest is removed. Otherwise, a file that reappears after a power cut
                // would belong to nobody.
                try layout.syncFolders(of: unwanted)
            }
            removeFolder(folder)
        }
        return removed
    }

    /// Returns the folders of the staging area.
    ///
    /// The function reads only their names, because reading their attributes would fail for a folder that is removed
    /// meanwhile.
    static func folders(_ layout: LibraryLayout) throws -> [URL] {
        try FileManager.default.contentsOfDirectory(atPath: layout.staging.path)
            .map { layout.staging.appendingPathComponent($0, isDirectory: true) }
    }

    private static func manifest(of folder: URL) throws -> [String] {
        let manifest = folder.appendingPathComponent("manifest")
        guard let data = try FileOperations.smallFile(manifest) else { return [] }
        return String(decoding: data, as: UTF8.self).split(separator: "\n").map(String.init)
            // Only names that the library itself makes are accepted, so that a manifest cannot make it remove any other
            // file.
            .filter(LibraryLayout.isOriginalName)
    }

    /// Returns whether a process may be about to lock this folder.
    static func isYoungDraft(_ folder: URL) -> Bool {
        folder.lastPathComponent.hasPrefix(OwnedFolder.draftPrefix) && !isOld(folder)
    }

    static func isOld(_ folder: URL) -> Bool {
        var facts = stat()
        guard lstat(folder.path, &facts) == 0 else { return false }
        return time(nil) - facts.st_ctim.tv_sec > settlingTime
    }

    static func removeFolder(_ folder: URL) {
        try? FileManager.default.removeItem(at: folder)
    }
}
