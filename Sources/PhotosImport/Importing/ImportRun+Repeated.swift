import Foundation
import Glibc
import PhotosMedia
import PhotosStore

/// A file of a cluster whose bytes assets have.
struct RepeatedFile {
    /// The number of the file in its cluster.
    var index: Int
    var checksum: [UInt8]
    /// The assets with the bytes, or the one that a dry run plans.
    var presence: Presence
}

/// Files with known bytes that a photo needs nevertheless, like the movie of a Live Photo whose still was changed.
extension ImportRun {
    /// Returns descriptions of those files with known bytes that an asset without these bytes needs.
    ///
    /// The needed files are staged, and their findings in `files` are replaced.
    func stageNeeded(
        among repeated: [RepeatedFile],
        files: inout [InspectedFile],
        newcomers: [GroupingFile],
        relatives: [ImportCluster.Relative]
    ) throws -> [NeededBytes.Known] {
        guard !repeated.isEmpty else { return [] }
        let names = try library.history.identifiers(Set(relatives.map(\.asset)), in: .asset)
        var seen: Set<UUID> = []
        let assets = relatives.compactMap { names[$0.asset]?.uuid }
            .filter { seen.insert($0).inserted }
        let bringsMedia = newcomers.contains { if case .sidecar = $0.kind { false } else { true } }
        guard
            NeededBytes.mayBeNeeded(
                repeated.map { Set($0.presence.assets) },
                besideAssets: seen,
                bringsMedia: bringsMedia
            )
        else { return [] }
        // The files were inspected in advance, and blocks may have been committed since.
        if repeated.contains(where: { block.brings($0.checksum) }) { try commitBlock() }
        let known = try repeated.compactMap { file -> NeededBytes.Known? in
            guard let description = groupingFile(for: files[file.index], index: file.index) else {
                return nil
            }
            var assets = file.presence.assets
            if case .whole = file.presence { assets = try heldBytes(file.checksum).assets }
            return NeededBytes.Known(file: description, assets: Set(assets))
        }
        let partners = try assets.prefix(Self.mostPartners).compactMap {
            try library.partnerAsset($0, among: relatives, reader: reader)
        }
        let indexes = NeededBytes.indexes(of: known, beside: newcomers, relatives: partners)
        return try known.filter { known in
            let index = known.file.index
            guard indexes.contains(index) else { return false }
            guard case .known = files[index].finding else { return true }
            let finding = try stageAgain(files[index].file)
            // A file that cannot be read any more stays a duplicate of what it was read as before.
            guard case .media = finding else { return false }
            files[index].finding = finding
            return true
        }
    }

    /// Reports and records a file whose bytes assets have, and which no other asset needs.
    func reportRepeated(
        _ file: RepeatedFile,
        inspected: InspectedFile,
        in cluster: ImportCluster
    ) throws {
        dropContent(of: inspected)
        guard let twin = file.presence.assets.first else { return }
        let isInSourcesAlone = file.presence.isInSourcesAlone
        try reportKnown(inspected.file, of: twin, isInSourcesAlone: isInSourcesAlone)
        albums.recordDuplicate(of: twin, options: options)
        let duplicate = ImportUnit.File(
            file: inspected.file,
            outcome: .duplicate,
            checksum: file.checksum
        )
        block.add(ImportUnit(noting: twin, at: cluster.folder, files: [duplicate]))
    }

    /// Describes a file with known bytes; nil if it cannot be read now.
    private func groupingFile(for file: InspectedFile, index: Int) -> GroupingFile? {
        let name = file.file.name
        if case .media(let media) = file.finding {
            return GroupingFile(index: index, name: name, facts: media.facts)
        }
        guard let descriptor = try? FileOperations.open(file.file.url, flags: O_RDONLY | O_NONBLOCK)
        else { return nil }
        defer { close(descriptor) }
        guard file.file.isOpen(as: descriptor),
            let facts = try? reader.facts(of: descriptor, named: name)
        else { return nil }
        return GroupingFile(index: index, name: name, facts: facts)
    }

    /// Stages a file although assets have its bytes.
    func stageAgain(
        _ file: FoundFile,
        in cluster: ImportCluster? = nil
    ) throws -> InspectedFile.Finding {
        var changed = options
        changed.duplicates = .keep
        if let cluster, cluster.item != nil {
            changed.transfer = cluster.isUnpacked ? .move : .copy
        }
        let inspected = inspections.inspectFile(file, options: changed)
        if let obstacle = inspected.obstacle { throw obstacle }
        return inspected.finding
    }
}

extension InspectedFile.Finding {
    /// Whether the file states something about another one.
    var isSidecar: Bool {
        switch self {
        case .xmp, .settings: true
        case .media, .known, .adjustment, .other, .refused: false
        }
    }

    /// Whether the file is a picture, movie or sound.
    var isMedia: Bool {
        switch self {
        case .media, .known: true
        case .xmp, .settings, .adjustment, .other, .refused: false
        }
    }
}
