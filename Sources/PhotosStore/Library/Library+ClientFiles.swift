import Dispatch
package import Foundation
import Glibc

extension Library {
    /// A real file with the bytes of a resource, for a program that asks for its path.
    ///
    /// Whatever the program does with the path, the library's file keeps its bytes and its name. A file that stays in its
    /// source is given by its own path. Files of the library last until it is closed, or the asset has them no longer.
    ///
    /// - Throws: ``StoreError`` where the file is not there, cannot be read, or no file can be made.
    package func clientFile(of resource: ResourceRecord) throws -> URL {
        try using {
            let url = try readableFile(of: resource)
            guard resource.sourceFileID == nil else { return url }
            if mode == .readWrite { try checkIsPresent() }
            let file = try clientFiles.file(
                for: resource,
                ClientFileWay.ways(
                    isOpenForWriting: mode == .readWrite,
                    canRemove: access(url.deletingLastPathComponent().path, W_OK) == 0,
                    byteCount: resource.byteCount
                )
            )
            // Behind the request, which need not wait for the disk. What is lost with the process is read again one day.
            Self.noting.async { [weak self] in self?.noteRenewals() }
            return file
        }
    }

    private static let noting = DispatchQueue(label: "OpenPhotoKit looks of originals")

    private func noteRenewals() {
        guard clientFiles.hasRenewals else { return }
        // Taken inside: while the library closes, they are noted by its end.
        try? write { db in try FileRenewal.note(clientFiles.takeRenewals(), db) }
    }

    /// Where a file stands that is there and can be read.
    package func readableFile(of resource: ResourceRecord) throws -> URL {
        let url = try url(of: resource)
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
