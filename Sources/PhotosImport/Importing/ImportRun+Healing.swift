import Foundation
import Glibc
import PhotosMedia
import PhotosStore

/// Giving bytes back to assets that have lost them.
extension ImportRun {
    /// Restores lost edit recipes of the assets that the cluster's other files belong to.
    func healRecipes(
        among newcomers: inout [GroupingFile],
        in cluster: ImportCluster,
        files: [InspectedFile],
        known: [UUID]
    ) throws {
        guard newcomers.contains(where: { $0.kind == .sidecar(.aae) }) else { return }
        let relatives = cluster.relativeAssets
        let names = try library.history.identifiers(relatives, in: .asset)
        let assets = known + relatives.compactMap { names[$0]?.uuid }
        guard !assets.isEmpty else { return }
        try newcomers.removeAll { newcomer in
            let file = files[newcomer.index]
            guard case .adjustment(_, let resource) = file.finding else { return false }
            let checksum = resource.file.checksum
            for asset in assets {
                if case .broken(let held) = try presence(of: checksum, inAsset: asset) {
                    try addHealing(of: held, with: file, at: cluster.folder)
                    return true
                }
            }
            return false
        }
    }

    /// Adds a unit to the block that gives an inspected file, and the movie inside it, to broken resources.
    ///
    /// A file that cannot be given is refused, and its staged files are dropped.
    func addHealing(
        of held: HeldBytes,
        with file: InspectedFile,
        at folder: SourceFolderPath?
    ) throws {
        guard let first = held.broken.first ?? held.brokenMovies.first else { return }
        var unit = ImportUnit(work: .heal(first.file.asset, []), folder: folder, files: [])
        unit.files = [.init(file: file.file, outcome: .duplicate, checksum: file.finding.checksum)]
        if options.isDryRun {
            for resource in held.broken { block.planned[resource.file.checksum] = first.file.asset }
        } else {
            do {
                var healings: [ResourceHealing] = []
                for (resources, staged) in try stagedParts(restoring: held, with: file) {
                    unit.staged.append(staged)
                    healings += try library.givenFiles.healings(
                        of: resources,
                        with: staged,
                        verifier: verifier
                    )
                }
                unit.work = .heal(first.file.asset, healings)
            } catch {
                for resource in unit.staged { dropStaged(resource) }
                dropContent(of: file)
                let error = StoreError(error)
                guard error.code != .diskFull else { throw error }
                reporting.reportRefused(file.file, reason: error.message)
                return
            }
        }
        block.add(unit)
    }

    /// Returns the staged files that restore broken resources, each with those resources.
    ///
    /// Other staged files are dropped.
    private func stagedParts(
        restoring held: HeldBytes,
        with file: InspectedFile
    ) throws -> [([HeldBytes.Broken], StagedResource)] {
        let (broken, movie) = (held.broken, held.brokenMovies)
        var parts: [([HeldBytes.Broken], StagedResource)] = []
        if case .media(let media) = file.finding {
            if let staged = media.movie {
                if movie.isEmpty { dropStaged(staged) } else { parts.append((movie, staged)) }
            }
            if broken.isEmpty { dropStaged(media.resource) }
        }
        guard let checksum = broken.first?.file.checksum else { return parts }
        let staged = try stagedFile(for: file)
        guard staged.file.checksum == checksum else {
            dropStaged(staged)
            throw StoreError(
                .invalidResource,
                "\(file.file.url.path) changed while it was read. Try again when it is quiet."
            )
        }
        return [(broken, staged)] + parts
    }

    /// Returns the file in the staging area: the file staged by the inspection, or a copy of a file that
    /// stays in its source.
    private func stagedFile(for file: InspectedFile) throws -> StagedResource {
        switch file.finding {
        case .media(let media) where media.resource.area != nil: return media.resource
        case .adjustment(_, let resource) where resource.area != nil: return resource
        default: return try stageCopy(of: file.file)
        }
    }

    func stageCopy(of file: FoundFile) throws -> StagedResource {
        try library.core.makingRoom(for: file.byteCount, by: space) {
            let descriptor = try FileOperations.open(file.url, flags: O_RDONLY | O_NONBLOCK)
            defer { close(descriptor) }
            return try area.stageCopy(of: file, descriptor: descriptor, core: library.core)
        }
    }
}
