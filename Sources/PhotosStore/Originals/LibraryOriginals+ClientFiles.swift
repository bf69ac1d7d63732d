import Dispatch
package import Foundation
import GRDB
import Glibc

extension LibraryOriginals {
    /// Takes back the files that were given to programs, because the library is being closed.
    static func takeBack(_ clientFiles: ClientFiles, of core: LibraryCore) {
        let renewals = clientFiles.finish(isPresent: (try? core.checkIsPresent()) != nil)
        guard core.mode == .readWrite, !renewals.isEmpty else { return }
        try? core.database.writeWithoutTransaction { db in
            try core.locked {
                try db.inTransaction {
                    try FileRenewal.recordRenewals(renewals, in: db)
                    return .commit
                }
            }
        }
    }

    /// Returns a file with the bytes of a resource, for a program that needs a path.
    ///
    /// The library's own file keeps its bytes and its name, whatever the program does with the path. For a
    /// file that stays in its source, the path is its own path. Other files last until the library is closed,
    /// or until the asset no longer has the resource.
    ///
    /// - Throws: ``StoreError`` where the file is missing or unreadable, or no file can be made.
    package func clientFile(of resource: ResourceRecord) throws -> URL {
        try core.using {
            let url = try readableFile(of: resource)
            guard resource.sourceFileID == nil else { return url }
            if core.mode == .readWrite, let absence = core.absence() { throw absence }
            let file = try clientFiles.file(
                for: resource,
                ClientFileWay.ways(
                    // Where newer software has migrated the library, nothing is put into its folder.
                    isOpenForWriting: core.mode == .readWrite
                        && (try? core.checkIsPresent()) != nil,
                    canRemove: access(url.deletingLastPathComponent().path, W_OK) == 0,
                    byteCount: resource.byteCount
                )
            )
            // File states are written in the background, so that the request need not wait for the disk. If
            // the process ends before, the file is read again at a later check.
            Self.noting.async { [weak self] in self?.noteRenewals() }
            return file
        }
    }

    private static let noting = DispatchQueue(label: "OpenPhotoKit looks of originals")

    private func noteRenewals() {
        guard clientFiles.hasRenewals else { return }
        // The renewals are taken inside the transaction. If the library is being closed, ``takeBack(_:of:)`` writes
        // them.
        try? core.write { db in try FileRenewal.recordRenewals(clientFiles.takeRenewals(), in: db) }
    }

    /// Returns the URL of a resource's file, after checking that the file exists and is readable.
    package func readableFile(of resource: ResourceRecord) throws -> URL {
        let url = try urlToOpen(of: resource)
        guard FileManager.default.fileExists(atPath: url.path) else { throw absence(of: resource) }
        guard FileManager.default.isReadableFile(atPath: url.path) else {
            throw StoreError(
                .readOnly,
                "\(resource.filename ?? "A file of the asset") must not be read by this program. Check its permissions."
            )
        }
        return url
    }
}
