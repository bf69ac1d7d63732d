import Foundation
import PhotosStore

/// Files that an export leaves beside an asset as they are.
extension ExportRun {
    /// Notes that a file beside an asset stays as it is, so that the manifest says what the asset was like when it was written.
    func stay(_ path: String, of uuid: UUID) {
        staying[uuid, default: []].insert(ExactText(path))
    }

    /// Returns the paths of sidecars beside the files of an asset that other programs wrote.
    ///
    /// - Parameters:
    ///   - files: The files that the record has of the asset.
    ///   - planned: The files that this run writes.
    /// - Returns: The paths; on a file system that ignores case, both spellings of an extension.
    /// - Throws: The errors of the file system and of the record.
    func otherSidecars(
        beside files: [RecordedFile],
        besides planned: [ExportWork.File] = []
    ) throws -> [String] {
        let taken = Set(planned.filter { $0.fallbackFor == nil }.map { rules.key($0.path) })
        var found: [String] = []
        for file in files
        where Self.isMedia(file.part)
            || PartName.isGivenUp(file.part) && Self.isMedia(PartName.withoutMark(file.part))
        {
            // Programs write IMG_1.JPG.xmp or IMG_1.xmp.
            let (above, name) = TargetFolder.split(file.path)
            let folder = above.isEmpty ? "" : above + "/"
            for name in Set([name, NameParts(name).stem]) {
                for path in [folder + name + ".xmp", folder + name + ".XMP"]
                where !taken.contains(rules.key(path)) {
                    guard try record.index.file(at: path) == nil,
                        try target.state(path)?.isFile == true
                    else { continue }
                    found.append(path)
                }
            }
        }
        return found
    }

    /// Whether a file of an asset stays as it is, so that the asset's other files must stay beside it.
    ///
    /// - Parameters:
    ///   - known: The files that the record has of the asset.
    ///   - outcome: The files that the asset should have.
    ///   - asset: The asset.
    /// - Returns: True where another program changed a file or put a sidecar, settings or a recipe beside it, and where this run does not
    ///   make a sidecar.
    /// - Throws: The errors of the file system, of the record and of the library.
    func hasStayingFile(
        _ known: RecordIndex.Asset,
        wanted outcome: AssetFilePlanner.Outcome,
        of asset: ExportedAsset
    ) throws -> Bool {
        let parts = Set(outcome.files.map(\.part))
        // Files that were there before the export never get another name.
        let own = known.files.filter { $0.kind == .own }
        let media = own.filter { file in
            (file.part.hasPrefix("r") || file.part.hasPrefix("e")) && parts.contains(file.part)
        }
        guard !media.isEmpty else { return false }
        let sidecars = own.filter { file in
            file.part.hasPrefix("c")
                || file.part.hasPrefix("s") && parts.contains(String(file.part.dropFirst()))
        }
        for file in media + sidecars {
            guard let state = try target.state(file.path) else { continue }
            if try isAsExported(file, state: state) {
                let isEmpty =
                    !outcome.unmade.contains(file.part) && isEmptySidecar(file.part, of: asset)
                if !parts.contains(file.part), !isEmpty { return true }
            } else if try takenRow(file, state: state, of: known.uuid) == nil {
                return true
            }
        }
        return try media.contains { try !otherFiles(beside: $0.path).isEmpty }
    }

    /// Whether a part is a picture, movie or sound, also in the folder of an album, beside which sidecars lie.
    static func isMedia(_ part: String) -> Bool {
        part.hasPrefix("r") || part.hasPrefix("e") || part.hasPrefix("a")
    }
}
