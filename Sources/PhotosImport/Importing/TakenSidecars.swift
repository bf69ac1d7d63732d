import Foundation
import PhotosStore

/// The sidecars of an export that earlier imports took, each at its path, as the ledger of sources has them.
///
/// Two exports of one photo have sidecars of one name, so each export has a list of its own.
struct TakenSidecars {
    /// The part of a sidecar that earlier imports took.
    struct State {
        /// The checksum of the bytes of which everything was taken; nil where that never was.
        var checksum: [UInt8]?
        /// The part that an import took of later bytes; nil unless it left values out.
        var part: Part?
        /// The beginnings of the names of the ledger's notes about a part, which a later import replaces.
        var notes: Set<String> = []

        /// Returns the checksum of the bytes of which the value of a property was taken; nil where that never was.
        func checksum(of property: EditedProperty) -> [UInt8]? {
            guard let part else { return checksum }
            if let earlier = part.left[property] { return earlier }
            return part.checksum
        }
    }

    /// Bytes of which an import took everything but some properties, because the library had changed the same.
    struct Part {
        var checksum: [UInt8]
        /// The properties that were left out, with the checksum of the bytes of which their value was taken before; nil where
        /// that never was.
        var left: [EditedProperty: [UInt8]?] = [:]
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
    /// A later export without a base has written the sidecar again since then, or is another one that has not found this file.
    /// Then nothing of those words counts.
    mutating func state(
        of file: FoundFile,
        sidecar: ImportItem.Sidecar,
        with asset: Int64,
        in library: Library
    ) throws -> State {
        let rows = try fileRows(beside: file, in: library)
        var state = State()
        func note(_ prefix: String) -> SourceFileRow? {
            let row = rows[ExactText(prefix + file.name)]
            return row?.assetID == asset && row?.outcome == .duplicate ? row : nil
        }
        var part: Part?
        if let row = note(SourceLedger.NotePrefix.part) {
            state.notes.insert(SourceLedger.NotePrefix.part)
            part = row.checksum.map { Part(checksum: $0) }
        }
        for property in EditedProperty.allCases {
            guard let row = note(property.notePrefix) else { continue }
            state.notes.insert(property.notePrefix)
            part?.left.updateValue(row.checksum, forKey: property)
        }
        guard let row = rows[ExactText(file.name)], row.assetID == asset,
            row.outcome == .sidecar || row.outcome == .refused
        else { return state }
        let isExportedAgain = manifestDate.map { row.modification < $0 } ?? false
        guard !isExportedAgain || sidecar.base != nil else { return state }
        state.checksum = row.checksum
        if row.outcome == .refused { state.part = part }
        return state
    }

    private mutating func fileRows(
        beside file: FoundFile,
        in library: Library
    ) throws -> [ExactText: SourceFileRow] {
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
        return rows[folder.path] ?? [:]
    }

    /// Whether a file was written after the manifest, so that no export wrote it.
    func isLater(_ file: FoundFile) -> Bool {
        manifestDate.map { file.modification > $0 } ?? false
    }
}

extension EditedProperty {
    /// The beginning of the name of the ledger's note that an import left the property of a sidecar out.
    var notePrefix: String { SourceLedger.NotePrefix.left + rawValue + "/" }
}
