import CPhotosSystem
import Foundation
import Glibc

/// Cleans up after processes that ended while files were on their way.
///
/// Costs what was in flight, not what exists.
enum StagingRecovery {
    /// Seconds after which nobody is between the first two steps any more.
    private static let settlingTime = 60

    /// Removes what processes that died left, except the files that `isMentioned` says a row mentions.
    ///
    /// Gives the number of files without a row that were removed.
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
            // Somebody alive may be at work there.
            guard let claim = OwnedFolder.claim(folder) else { continue }
            defer { withExtendedLifetime(claim) {} }
            let files = try manifest(of: folder)
            if !files.isEmpty {
                let mentioned = try isMentioned(files)
                let unwanted = files.filter { !mentioned.contains($0) }
                for file in unwanted {
                    let url = layout.original(file)
                    if FileManager.default.fileExists(atPath: url.path) { removed += 1 }
                    try FileOperations.removeOriginal(file, layout)
                }
                for file in mentioned { try OwnOriginal.settle(file, layout, scratch: folder) }
                // Before the manifest goes: what comes back after a power cut would be nobody's any more.
                try layout.syncFolders(of: unwanted)
            }
            removeFolder(folder)
        }
        return removed
    }

    /// The folders of the staging area.
    ///
    /// By their names alone: to ask what each of them is would fail for one that goes meanwhile.
    static func folders(_ layout: LibraryLayout) throws -> [URL] {
        try FileManager.default.contentsOfDirectory(atPath: layout.staging.path)
            .map { layout.staging.appendingPathComponent($0, isDirectory: true) }
    }

    private static func manifest(of folder: URL) throws -> [String] {
        let manifest = folder.appendingPathComponent("manifest")
        guard let data = try FileOperations.smallFile(manifest) else { return [] }
        return String(decoding: data, as: UTF8.self).split(separator: "\n").map(String.init)
            // Only names that the library itself makes: a manifest is no licence to remove anything else.
            .filter(LibraryLayout.isOriginalName)
    }

    /// Whether a process may be about to lock this folder.
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
