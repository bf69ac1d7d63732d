import Foundation
import PhotosMedia
import PhotosStore

/// Reads assets as exports need them.
///
/// Safe on any thread.
struct AssetReading: Sendable {
    let library: Library
    let tree: CollectionTree

    init(_ library: Library) throws {
        self.library = library
        let rows = Array(try library.records.fetch(FetchPlan(.collections)).rows)
        tree = CollectionTree(
            try library.records.collections(rows).records.values,
            root: try library.records.rootFolder().rowID
        )
    }

    /// Returns the assets of some rows that still exist.
    func read(_ rows: [Int64]) throws -> [ExportedAsset] {
        let records = try library.records.assets(rows).records
        let resources = try library.records.resources(ofAssets: rows)
        let facts = try library.facts.recorded(ofAssets: rows)
        let names = try library.originals.sourceFilenames(ofAssets: rows)
            .compactMapValues(FileName.kept)
        let albums = try library.records.albums(ofAssets: rows)
        let companions = try library.originals.companionFiles(ofAssets: rows)
        let folders = Set(companions.values.joined().map { $0.url.deletingLastPathComponent() })
        let silent = try folders.filter { try library.originals.isSilent($0) }
        let unreachable = companions.isEmpty ? [] : unreachableFolders()
        return rows.compactMap { row in
            guard let record = records[row], let resources = resources[row] else { return nil }
            return ExportedAsset(
                record: record,
                resources: resources.map { resource in
                    var resource = resource
                    resource.filename = names[resource.rowID] ?? resource.filename
                    return resource
                },
                importNames: Dictionary(
                    uniqueKeysWithValues: resources.compactMap { resource in
                        resource.filename.map { (resource.rowID, $0) }
                    }
                ),
                facts: facts[row] ?? AssetFacts(),
                albums: tree.nodes(ofRows: albums[row] ?? []),
                companions: (companions[row] ?? []).compactMap {
                    companion($0, silent: silent, unreachable: unreachable)
                }
            )
        }
    }

    /// Returns the folders of sources that cannot be reached at present, each with a slash at its end.
    ///
    /// The empty folder of a volume that is not mounted is one of them.
    private func unreachableFolders() -> [String] {
        // Who may not read the whole library does not learn which sources it has.
        guard let rows = try? library.sources.unreachableSources(), !rows.isEmpty,
            let sources = try? library.sources.all(.inPlace)
        else { return [] }
        return sources.filter { rows.contains($0.id) }.map { $0.path + "/" }
    }

    /// Returns a file beside an original; nil for one that an import did not keep, and that is gone from its folder.
    ///
    /// Nobody removes a file that the library keeps. One that stays in a source is gone for good when a sweep has said so. The
    /// export must name both.
    private func companion(
        _ file: CompanionFile,
        silent: Set<URL>,
        unreachable: [String]
    ) -> ExportedAsset.Companion? {
        let isSilent = silent.contains(file.url.deletingLastPathComponent())
        if !isSilent, let found = ExportedAsset.Companion(file) { return found }
        guard file.isInPlace else {
            return file.isKept ? ExportedAsset.Companion(absent: file) : nil
        }
        let path = file.url.path
        return isSilent || unreachable.contains(where: { path.hasPrefix($0) })
            ? ExportedAsset.Companion(offline: file) : ExportedAsset.Companion(absent: file)
    }
}

extension ExportedAsset.Companion {
    fileprivate init?(_ companion: CompanionFile) {
        guard let file = FoundFile(at: companion.url) else { return nil }
        self.init(
            url: companion.url,
            name: companion.name,
            byteCount: file.byteCount,
            modification: file.modification,
            isKept: companion.isKept
        )
    }

    fileprivate init(absent companion: CompanionFile) {
        self.init(
            url: companion.url,
            name: companion.name,
            byteCount: 0,
            modification: 0,
            isKept: companion.isKept
        )
    }

    fileprivate init(offline companion: CompanionFile) {
        self.init(absent: companion)
        isOffline = true
    }
}
