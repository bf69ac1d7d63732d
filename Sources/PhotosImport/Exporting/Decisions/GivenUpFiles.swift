import Foundation
import PhotosBase
import PhotosStore

/// Decides what an import makes of exported files that their photo goes on without.
package enum GivenUpFiles {
    /// Returns those of some files that may be the last ones with their bytes.
    ///
    /// A file in the folder of an album is a copy, unless the file of which it is one is gone.
    ///
    /// - Parameters:
    ///   - others: The files that an import does not join with the photo.
    ///   - members: Those that it does.
    /// - Returns: A file for each checksum that the photo goes on without.
    package static func alone(
        among others: [RecordedFile],
        besides members: [RecordedFile]
    ) -> Set<RecordedFile> {
        let givenUp = others.filter { file in
            let part = PartName.withoutMark(file.part)
            return PartName.isGivenUp(file.part) && file.kind != .link && !part.hasPrefix("s")
                && !part.hasPrefix("c")
        }
        let isMain = { (file: RecordedFile) in PartName.isMain(PartName.withoutMark(file.part)) }
        var seen = Set(members.map(\.checksum))
        return Set(
            (givenUp.filter(isMain) + givenUp.filter { !isMain($0) }).filter {
                seen.insert($0.checksum).inserted
            }
        )
    }

    /// Returns what the manifest states about a file that comes in as a photo of its own, and whose photo is hidden.
    ///
    /// - Parameters:
    ///   - file: The file.
    ///   - sidecars: Its sidecars.
    ///   - entry: What the manifest states about the photo.
    /// - Returns: The line, with the words of the photo; nil if the file is no picture, movie or sound.
    package static func entry(
        about file: RecordedFile,
        sidecars: Set<RecordedFile>,
        hiddenWith entry: ExportManifest.Asset
    ) -> ExportManifest.Asset? {
        let part = PartName.withoutMark(file.part)
        let main = PartName.albumAndPart(of: part).map { String($0.part) } ?? part
        guard let original = PartName.role(of: main).flatMap(original) else { return nil }
        let checksum = Hexadecimal.digits(of: file.checksum)
        var alone = ExportManifest.Asset(
            id: identifier(of: checksum, besides: entry.id),
            files: [
                ExportManifest.File(
                    path: file.path,
                    role: original.rawValue,
                    name: TargetFolder.split(file.path).name,
                    bytes: file.byteCount,
                    sha256: checksum
                )
            ]
        )
        alone.isAlone = true
        alone.fields = ManifestFields.editable(entry.fields)
        alone.companion = entry.companion
        guard !sidecars.isEmpty else { return alone }
        alone.also = sidecars.map(\.path).sorted()
        alone.sidecars = sidecars.sorted { $0.path < $1.path }.map {
            .init(path: $0.path, sha256: Hexadecimal.digits(of: $0.checksum))
        }
        return alone
    }

    /// Returns the role that a file has by itself.
    private static func original(of role: ResourceRole) -> ResourceRole? {
        switch role {
        case .photo, .alternatePhoto, .fullSizePhoto: .photo
        case .video, .fullSizeVideo, .pairedVideo, .fullSizePairedVideo: .video
        case .audio: .audio
        default: nil
        }
    }

    /// Returns an identifier that is the same in every export, and which no photo of a library has.
    private static func identifier(of checksum: String, besides asset: UUID) -> UUID {
        UUID(derivedFrom: ExportDigest.checksum(of: "\(asset.uuidString)\0\(checksum)"))
    }
}
