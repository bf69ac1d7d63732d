import Foundation
import Glibc

/// The removal of files that were given to programs.
extension ClientFiles {
    /// Removes the folders of processes that have ended.
    ///
    /// Folders of running processes are locked, and stay.
    /// - Returns: The new states of originals that lost a hard link.
    static func sweep(_ layout: LibraryLayout) -> [FileRenewal] {
        var renewals: [FileRenewal] = []
        for folder in folders(layout) {
            guard !FileOperations.isLink(folder) else {
                StagingRecovery.removeFolder(folder)
                continue
            }
            guard let claim = OwnedFolder.claim(folder) else { continue }
            withExtendedLifetime(claim) { renewals += remove(folder, layout) }
        }
        return renewals
    }

    /// Removes a folder of a process, and returns the new states of originals that lost a hard link.
    static func remove(_ folder: URL, _ layout: LibraryLayout) -> [FileRenewal] {
        let files = Set(entries(folder).compactMap(file(of:)))
        let before = files.map { ($0, FileRenewal.Snapshot(layout.original($0))) }
        StagingRecovery.removeFolder(folder)
        return before.compactMap { file, snapshot in
            FileRenewal(file, from: snapshot, to: .init(layout.original(file)))
        }
    }

    /// Removes the files that any process was given for some originals, which are about to be removed.
    static func remove(of files: [String], _ layout: LibraryLayout) {
        let folders = folders(layout)
        guard !folders.isEmpty else { return }
        let files = Set(files)
        for folder in folders where !FileOperations.isLink(folder) {
            for entry in entries(folder) {
                guard let file = file(of: entry), files.contains(file) else { continue }
                StagingRecovery.removeFolder(folder.appendingPathComponent(entry))
            }
        }
    }

    /// Returns the number of hard links that programs were given to an original.
    static func linkCount(of file: String, _ layout: LibraryLayout) -> Int {
        guard let original = FileRenewal.Snapshot(layout.original(file))?.state.inode else {
            return 0
        }
        var count = 0
        for folder in folders(layout) where !FileOperations.isLink(folder) {
            for entry in entries(folder) where self.file(of: entry) == file {
                let subfolder = folder.appendingPathComponent(entry, isDirectory: true)
                guard !FileOperations.isLink(subfolder) else { continue }
                count += entries(subfolder).count { name in
                    FileRenewal.Snapshot(subfolder.appendingPathComponent(name))?.state.inode
                        == original
                }
            }
        }
        return count
    }

    private static func folders(_ layout: LibraryLayout) -> [URL] {
        entries(layout.links).map { layout.links.appendingPathComponent($0, isDirectory: true) }
    }

    private static func entries(_ folder: URL) -> [String] {
        (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    }

    /// Returns the original to which an entry of a process's folder belongs, or nil if the entry has another form.
    private static func file(of entry: String) -> String? {
        let name = entry.prefix { $0 != "~" }
        let file = "\(name.prefix(2))/\(name)"
        return LibraryLayout.isOriginalName(file) ? file : nil
    }
}
