import Foundation
import Glibc
import PhotosStore

/// The last manifest's lines about some photos, which the next one repeats where files stay as they were.
struct EarlierManifest {
    private var assets: [UUID: ExportManifest.Asset] = [:]

    /// A manifest that states nothing.
    init() {}

    /// Reads the lines about some photos.
    ///
    /// A line that cannot be read is left out: what it stated is not known any more.
    ///
    /// - Parameters:
    ///   - file: The manifest.
    ///   - needed: Returns those of at most ``batch`` photos of which to keep what their lines state.
    /// - Throws: The errors of reading the file, and of `needed`.
    init(
        _ file: URL,
        keeping needed: ([ExportManifest.Asset]) throws -> [ExportManifest.Asset]
    ) throws {
        guard
            let descriptor = try? FileOperations.open(
                file,
                flags: O_RDONLY | O_NONBLOCK | O_NOFOLLOW
            )
        else { return }
        defer { close(descriptor) }
        var lines = LineReader(descriptor, url: file)
        let decoder = JSONDecoder()
        var stated: [ExportManifest.Asset] = []
        while let line = try lines.next() {
            guard let asset = (try? decoder.decode(ExportManifest.Line.self, from: line))?.asset
            else { continue }
            stated.append(asset)
            if stated.count == Self.batch {
                addAssets(try needed(stated))
                stated.removeAll(keepingCapacity: true)
            }
        }
        addAssets(try needed(stated))
    }

    /// The most photos that are asked about at a time.
    private static let batch = 512

    private mutating func addAssets(_ stated: [ExportManifest.Asset]) {
        for var asset in stated {
            asset.fields = ManifestFields.editable(asset.fields)
            asset.also = nil
            asset.copies = nil
            assets[asset.id] = asset
        }
    }

    /// Returns what the photo was like when the export wrote a sidecar; nil if that is not known to differ from now.
    ///
    /// - Parameters:
    ///   - sidecar: The sidecar as the export wrote it.
    ///   - id: The photo.
    ///   - now: The present state of the photo.
    /// - Returns: The state of the photo at that time.
    func base(
        of sidecar: ExportManifest.Sidecar,
        id: UUID,
        now: ExportManifest.Base
    ) -> ExportManifest.Base? {
        guard let asset = assets[id],
            let earlier = asset.sidecars?.first(where: { $0.sha256 == sidecar.sha256 })
        else { return nil }
        let base = earlier.base ?? .init(asset)
        return base == now ? nil : base
    }

    /// Returns what the photo was like when the export last wrote a file that stays; nil if the manifest does not state the photo.
    ///
    /// For a file of another program, this is the state of the photo in the last export that did not find the file.
    func base(ofFileAt path: String, id: UUID) -> ExportManifest.Base? {
        guard let asset = assets[id] else { return nil }
        let path = ExactText(path)
        let earlier =
            asset.sidecars?.first { ExactText($0.path) == path }?.base
            ?? asset.beside?.first { ExactText($0.path) == path }?.base
        return earlier ?? .init(asset)
    }

    /// Returns what a copy with embedded metadata stated when the export wrote it; nil if it was written again since.
    func statedValues(in file: ExportManifest.File, id: UUID) -> [String: ManifestValue]? {
        guard let asset = assets[id], let earlier = asset.files.first,
            earlier.sha256 == file.sha256
        else { return nil }
        return asset.fields.merging(earlier.stated ?? [:]) { $1 }
    }
}
