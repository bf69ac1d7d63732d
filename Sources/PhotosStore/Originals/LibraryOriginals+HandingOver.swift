import Foundation
import Glibc

/// Files that no asset has any more, and whose bytes another asset needs.
extension LibraryOriginals {
    /// Gives released files to assets with the same bytes whose own files have left for remotes.
    ///
    /// Nobody knows at this moment whether a remote still has the bytes, so this may be the last copy. A file that is there
    /// counts as being here, whatever the rows say, so that a process may end at any time.
    ///
    /// - Parameter files: The names of the released files, below the folder of originals.
    /// - Throws: ``StoreError``.
    func handOver(_ files: [String]) throws {
        var sizes: [String: Int64] = [:]
        for file in files where LibraryLayout.isOriginalName(file) {
            sizes[file] = FileOperations.size(core.layout.original(file))
        }
        guard !sizes.isEmpty else { return }
        var absent = try core.readAll { db in
            try ElsewhereLedger(db).left(ofSizes: Set(sizes.values))
        }.filter { FileOperations.size(core.layout.original($0.file)) == nil }
        for file in files where !absent.isEmpty {
            guard let size = sizes[file], absent.contains(where: { $0.byteCount == size }),
                let checksum = checksum(ofOriginal: file),
                let index = absent.firstIndex(where: {
                    $0.byteCount == size && $0.checksum == checksum
                })
            else { continue }
            let heir = absent.remove(at: index)
            try FileOperations.makeFolder(
                core.layout.original(heir.file).deletingLastPathComponent()
            )
            try FileOperations.moveOriginal(file, to: heir.file, in: core.layout)
            try core.layout.syncFolders(of: [heir.file])
        }
    }

    /// Returns the checksum of a file; nil for one that cannot be read, which nobody needs.
    private func checksum(ofOriginal file: String) -> [UInt8]? {
        let url = core.layout.original(file)
        let flags = O_RDONLY | O_NONBLOCK | O_NOFOLLOW
        guard let descriptor = try? FileOperations.open(url, flags: flags) else { return nil }
        defer { Glibc.close(descriptor) }
        return try? SourceFile.read(descriptor, at: url) { _ in }
    }
}
