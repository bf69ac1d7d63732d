package import Foundation
import PhotosStore

/// Exports of photo libraries that lie in a source.
///
/// An export holds copies of a library's photos, with edited versions beside them. If a sweep read the copies, they would
/// join those photos. An import reads the manifest of the export instead, which says what each file is.
extension SourceSweep {
    /// Returns whether a folder is an export of which the source knows no file.
    ///
    /// An export whose files an earlier version has read stays a part of the source.
    ///
    /// - Parameters:
    ///   - folder: The folder.
    ///   - row: The known state of the folder; nil for a new one.
    ///   - listing: The entries of the folder.
    /// - Returns: Whether the folder is left out.
    /// - Throws: ``StoreError`` if the library cannot be read.
    func leavesOut(
        export folder: URL,
        knownAs row: SourceFolderRow?,
        listing: FolderListing
    ) throws -> Bool {
        guard listing.entry(named: ExportManifest.filename, among: listing.files) != nil else {
            return false
        }
        return try isUnknownExport(folder, knownAs: row)
    }

    /// Returns whether a folder below the top of the source lies in an export that is left out.
    func isInExport(_ path: [String]) throws -> Bool {
        for count in 0..<path.count {
            let folder = Array(path.prefix(count))
            let row = try library.sources.readLedger { [source] in
                try $0.folder(of: source.id, path: folder)
            }
            if try isUnknownExport(url(folder), knownAs: row) { return true }
        }
        return false
    }

    private func isUnknownExport(_ folder: URL, knownAs row: SourceFolderRow?) throws -> Bool {
        guard ManifestCatalog.recognises(folder) else { return false }
        guard let row else { return true }
        return try !library.sources.readLedger { try $0.holdsFiles(below: row.id) }
    }
}

extension ManifestCatalog {
    /// Throws if a folder is an export, whose files are copies of a library's photos.
    ///
    /// - Parameter folder: The folder that is to become a source.
    /// - Throws: ``StoreError`` with code `invalidResource`, and a sentence with the ways out.
    package static func checkIsNoExport(_ folder: URL) throws {
        guard recognises(folder) else { return }
        throw StoreError(
            .invalidResource,
            "\(folder.path) is an export of a photo library, and \(wayIn)"
        )
    }

    /// The end of a sentence that says what to do with the folder of an export.
    static let wayIn =
        "its files are copies of photos. \"photokit import\" brings them in with their captions, edits and albums. If it is a folder of photos of its own, remove \(ExportManifest.filename) from it."
}
