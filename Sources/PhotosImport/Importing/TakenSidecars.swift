import Foundation
import PhotosStore

/// The sidecars of an export that earlier imports took, each at its path, as the ledger of sources has them.
///
/// Two exports of one photo have sidecars of one name, so each export has a list of its own.
struct TakenSidecars {
    private let source: SourceRow
    /// The time at which the manifest was written, after all sidecars; nil if there is none.
    private let manifestDate: Int64?
    /// The rows of files, by the paths of their folders and by their names.
    private var rows: [String: [ExactText: SourceFileRow]] = [:]

    init(of source: SourceRow) {
        self.source = source
        let manifest = URL(fileURLWithPath: source.path).appending(path: ExportManifest.filename)
        manifestDate = FoundFile(at: manifest)?.modification
    }

    /// Returns the checksum of a sidecar's bytes of which an import took the words of a photo; nil if none did.
    ///
    /// A later export without a base has written the sidecar again since then, so that nothing of those words counts.
    mutating func takenChecksum(
        of file: FoundFile,
        sidecar: ImportItem.Sidecar,
        with asset: Int64,
        in library: Library
    ) throws -> [UInt8]? {
        guard let row = try fileRow(of: file, in: library), row.assetID == asset else { return nil }
        let isExportedAgain = manifestDate.map { row.modification < $0 } ?? false
        return isExportedAgain && sidecar.base == nil ? nil : row.checksum
    }

    private mutating func fileRow(of file: FoundFile, in library: Library) throws -> SourceFileRow?
    {
        let folder = file.url.deletingLastPathComponent().path
        if rows[folder] == nil {
            let names = SourceLedger.components(of: folder, below: source.path)
            rows[folder] = try names.map { names in
                try library.readLedger { ledger in
                    var rows: [ExactText: SourceFileRow] = [:]
                    guard let folder = try ledger.folder(of: source.id, path: names) else {
                        return rows
                    }
                    try ledger.forEachFile(in: folder.id) { rows[ExactText($0.name)] = $0 }
                    return rows
                }
            }
        }
        return rows[folder]?[ExactText(file.name)]
    }

    /// Whether a file was written after the manifest, so that no export wrote it.
    func isLater(_ file: FoundFile) -> Bool {
        manifestDate.map { file.modification > $0 } ?? false
    }
}
