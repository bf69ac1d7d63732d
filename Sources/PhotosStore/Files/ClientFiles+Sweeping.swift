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
        for folder in processFolders(in: layout) {
            guard !FileOperations.isLink(folder) else {
                StagingRecovery.removeFolder(folder)
                continue
            }
            guard let claim = OwnedFolder.claim(folder) else { continue }
            withExtendedLifetime(claim) { renewals += removeFolder(folder, in: layout) }
        }
        return renewals
    }

    /// Removes a folder of a process, and returns the new states of originals that lost a hard link.
    static func removeFolder(_ folder: URL, in layout: LibraryLayout) -> [FileRenewal] {
        let files = Set(folderEntries(in: folder).compactMap(originalFile(of:)))
        let before = files.map { ($0, FileRenewal.Snapshot(layout.original($0))) }
        StagingRecovery.removeFolder(folder)
        return before.compactMap { file, snapshot in
            FileRenewal(file, from: snapshot, to: .init(layout.original(file)))
        }
    }

    /// Removes the files that any process was given for some originals, which are about to be removed.
    static func remove(of files: [String], _ layout: LibraryLayout) {
        let folders = processFolders(in: layout)
        guard !folders.isEmpty else { return }
        let files = Set(files)
        for folder in folders where !FileOperations.isLink(folder) {
            for entry in folderEntries(in: folder) {
                guard let file = originalFile(of: entry), files.contains(file) else { continue }
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
        for folder in processFolders(in: layout) where !FileOperations.isLink(folder) {
            for entry in folderEntries(in: folder) where self.originalFile(of: entry) == file {
                let subfolder = folder.appendingPathComponent(entry, isDirectory: true)
                guard !FileOperations.isLink(subfolder) else { continue }
                count += folderEntries(in: subfolder).count { name in
                    FileRenewal.Snapshot(subfolder.appendingPathComponent(name))?.state.inode
                        == original
                }
            }
        }
        return count
    }

    private static func processFolders(in layout: LibraryLayout) -> [URL] {
        folderEntries(in: layout.links).map {
            layout.links.appendingPathComponent($0, isDirectory: true)
        }
    }

    private static func folderEntries(in folder: URL) -> [String] {
        (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    }

    /// Returns the original to which an entry of a process's folder belongs, or nil if the entry has another form.
    private static func originalFile(of entry: String) -> String? {
        let name = entry.prefix { $0 != "~" }
        let file = "\(name.prefix(2))/\(name)"
        return LibraryLayout.isOriginalName(file) ? file : nil
    }
}
