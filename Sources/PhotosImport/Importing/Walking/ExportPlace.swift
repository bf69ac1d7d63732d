import Foundation
import PhotosStore

/// Where the ledger of sources records the files of an export, or of another program's library.
///
/// A source has one path. Another disk at the same path is recorded in a folder of that source, whose name no folder of a disk
/// can have.
struct ExportPlace {
    let source: SourceRow
    /// The name of the volume, if that is not the source's own.
    private let otherVolume: String?
    /// The folder in which the import unpacked archives, each in a folder of its own; nil where there are none.
    ///
    /// Their files are recorded as if a person had unpacked them beside the archives.
    private let unpacked: URL?

    init(_ source: SourceRow, volume: String?, unpackedBelow unpacked: URL? = nil) {
        self.source = source
        otherVolume = volume == source.volume ? nil : "/" + (volume ?? "")
        self.unpacked = unpacked
    }

    /// Returns the names that lead to a folder from the top of the source; nil for a folder elsewhere.
    func names(of folder: URL) -> [String]? {
        let unpacked = unpacked.flatMap { unpacked in
            SourceLedger.components(of: folder.path, below: unpacked.path).map {
                Array($0.dropFirst())
            }
        }
        let names = unpacked ?? SourceLedger.components(of: folder.path, below: source.path)
        return names.map { (otherVolume.map { [$0] } ?? []) + $0 }
    }

    /// Returns the position of a file's folder in the source; nil for a file elsewhere.
    func folder(of file: FoundFile) -> SourceFolderPath? {
        names(of: file.url.deletingLastPathComponent()).map {
            ImportSources.folderPath($0, in: source)
        }
    }
}
