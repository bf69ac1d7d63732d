import Foundation
import PhotosStore

/// The sidecars of an export that earlier imports took, each at its path, as the ledger of sources has them.
///
/// Two exports of one photo have sidecars of one name, so each export has a list of its own.
struct TakenSidecars {
    /// What earlier imports took of a sidecar.
    struct State {
        /// The checksum of the bytes of which everything was taken; nil where that never was.
        var checksum: [UInt8]?
        /// Whether an import took only a part of later bytes, because the library had changed the same.
        var isPart = false
    }

    let place: ExportPlace
    /// The time at which the manifest was written, after all sidecars; nil if there is none.
    private let manifestDate: Int64?
    /// The rows of files, by the paths of their folders and by their names.
    private var rows: [String: [ExactText: SourceFileRow]] = [:]

    init(at place: ExportPlace) {
        self.place = place
        let manifest = URL(fileURLWithPath: place.source.path)
            .appending(path: ExportManifest.filename)
        manifestDate = FoundFile(at: manifest)?.modification
    }

    /// Returns what earlier imports took of a sidecar and gave to a photo.
    ///
    /// A later export without a base has written the sidecar again since then, or is another one that has not found this file, so
    /// that nothing of those words counts.
    mutating func state(
        of file: FoundFile,
        sidecar: ImportItem.Sidecar,
        with asset: Int64,
        in library: Library
    ) throws -> State {
        guard let row = try fileRow(of: file, in: library), row.assetID == asset,
            row.outcome == .sidecar || row.outcome == .refused
        else { return State() }
        let isExportedAgain = manifestDate.map { row.modification < $0 } ?? false
        guard !isExportedAgain || sidecar.base != nil else { return State() }
        return State(checksum: row.checksum, isPart: row.outcome == .refused)
    }

    private mutating func fileRow(of file: FoundFile, in library: Library) throws -> SourceFileRow?
    {
        let folder = file.url.deletingLastPathComponent()
        if rows[folder.path] == nil {
            rows[folder.path] = try place.names(of: folder).map { names in
                try library.sources.readLedger { ledger in
                    var rows: [ExactText: SourceFileRow] = [:]
                    guard let folder = try ledger.folder(of: place.source.id, path: names) else {
                        return rows
                    }
                    try ledger.forEachFile(in: folder.id) { rows[ExactText($0.name)] = $0 }
                    return rows
                }
            }
        }
        return rows[folder.path]?[ExactText(file.name)]
    }

    /// Whether a file was written after the manifest, so that no export wrote it.
    func isLater(_ file: FoundFile) -> Bool {
        manifestDate.map { file.modification > $0 } ?? false
    }
}
