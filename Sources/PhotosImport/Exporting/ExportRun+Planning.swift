import Foundation
import Glibc
import PhotosMedia
import PhotosStore

/// Deciding which files of an asset are written, and under which names.
extension ExportRun {
    /// Plans the files of an asset whose present state has a checksum.
    func planFiles(of asset: ExportedAsset, state: [UInt8]) throws {
        let uuid = asset.record.uuid
        var known = try record.index.next(uuid)
        summary.assetCount += 1
        let leavesWordsOut =
            options.metadata == .none
            && ExportMetadata.leavesOut(asset, withheld: options.withheld)
        if let known, known.state == state, try isIntact(known) {
            record.index.setMark(ofRow: known.row, to: .unchanged)
            if leavesWordsOut { summary.unstatedAssetCount += 1 }
            countUnchanged(known)
            reportRemaining(in: known, of: asset)
            return advanceProgress(by: Self.byteCount(of: asset))
        }
        try markManifestOutdated()
        var work = ExportWork(uuid: uuid, state: state, number: 1, base: "")
        work.date = asset.record.creationDate
        work.leavesWordsOut = leavesWordsOut
        work.assetBytes = Self.byteCount(of: asset)
        work.remaining = ExportMetadata.stillStated(in: asset, of: options.withheld)
        let sidecars = try known?.files.filter {
            try Self.isSidecar($0) && target.state($0.path) != nil
        }
        let companions =
            try known.map { try recordedCompanions(of: $0, row: asset.record.rowID) } ?? [:]
        var outcome = planner.files(
            of: asset,
            besides: Set((sidecars ?? []).map(\.part)),
            recorded: { ending in
                known?.companionKey(ending: ending, rules: rules).flatMap { companions[$0] }
            }
        )
        if var earlier = known {
            outcome.takeParts(of: earlier, rules: rules)
            reportNumbered(outcome.numbered, of: earlier)
            try renameParts(of: &earlier, wanted: outcome, of: asset, in: &work)
            known = earlier
        }
        for loss in outcome.losses { summary.losses[loss, default: 0] += 1 }
        for problem in outcome.problems {
            work.hasFailed = true
            reportFailure(name: problem.name, of: uuid, reason: problem.reason)
        }
        try planPaths(for: outcome, of: asset, known: known, in: &work)
        if let known {
            try decideAboutStaleFiles(of: known, asset: asset, wanted: outcome, in: &work)
            for path in try otherSidecars(beside: known.files, besides: work.files) {
                stay(path, of: uuid)
                work.isPlannedAgain = true
            }
            try reportRemaining(inStayingFilesOf: uuid)
        }
        if known == nil || known?.base != work.base || known?.number != work.number
            || known?.state != []
        {
            // Until all files are there, the record says that some are missing.
            try record.add(.asset(uuid, state: [], number: work.number, base: work.base))
        }
        try record.index.setMark(of: uuid, to: .changed)
        // An asset without files to write counts, too, so that memory does not grow with such assets.
        blockFiles += max(1, work.files.count)
        blockBytes += work.files.reduce(0) { $0 + $1.byteCount }
        block.append(work)
    }

    /// Returns the recorded files that came in beside the photo in a row, by their paths as paths are compared.
    private func recordedCompanions(
        of known: RecordIndex.Asset,
        row: Int64
    ) throws -> [String: CompanionEnding.Recorded] {
        let files = known.files.filter { CompanionParts.number(of: $0.part) != nil }
        // The record may not say that the library kept a file, whose place a later one may have taken.
        let kept =
            try files.contains(where: CompanionSource.mayBeInSource)
            ? library.originals.keptFiles(ofAssets: [row], evenReplaced: true)[row] ?? [] : []
        let keptBytes = Set(kept.map(\.checksum))
        var companions: [String: CompanionEnding.Recorded] = [:]
        for file in files {
            let isSame = try target.state(file.path)?.isSame(as: file) ?? false
            let present = try isSame ? file.checksum : target.checksum(file.path)
            companions[rules.key(file.path)] = CompanionEnding.Recorded(
                written: file.checksum,
                present: present,
                isOfSource: CompanionSource.mayBeInSource(file)
                    && !keptBytes.contains(file.checksum)
            )
        }
        return companions
    }

    /// Names exported files that stay because the library may not have them any more, where it has others of their names now.
    private func reportNumbered(_ numbered: [String: String], of known: RecordIndex.Asset) {
        for (exported, other) in numbered.sorted(by: { $0.key < $1.key }) {
            guard let path = known.companionPath(ending: exported, rules: rules),
                let otherPath = known.companionPath(ending: other, rules: rules)
            else { continue }
            summary.keptCount += 1
            notify(
                .kept(
                    shownURL(of: path),
                    localIdentifier: assetIdentifier(for: known.uuid),
                    reason:
                        "The library may not have the file any more, so it stays. What the library has instead is exported as \(TargetFolder.split(otherPath).name). If that is the later one, remove this file and export again."
                )
            )
        }
    }

    static func byteCount(of asset: ExportedAsset) -> Int64 {
        asset.resources.reduce(0) { $0 + $1.byteCount }
    }

    private func isIntact(_ known: RecordIndex.Asset) throws -> Bool {
        for file in known.files {
            guard !file.part.hasPrefix(PartName.stale) || !options.removesDeleted,
                let state = try target.state(file.path), state.isSame(as: file)
            else { return false }
        }
        return true
    }

    private func countUnchanged(_ known: RecordIndex.Asset) {
        summary.unchangedAssetCount += 1
        summary.presentCount += known.files.count
        for file in known.files where file.part.hasPrefix(PartName.stale) {
            summary.deletedCount += 1
            notify(
                .deleted(
                    shownURL(of: file.path),
                    localIdentifier: assetIdentifier(for: known.uuid),
                    isRemoved: false
                )
            )
        }
        for file in known.files where PartName.isGivenUp(file.part) {
            reportGivenUp(file, of: known.uuid)
        }
        notify(.unchanged(assets: 1, files: known.files.count))
    }
}

extension RecordIndex.Asset {
    /// Returns the path, as paths are compared, that a file beside the recorded photo has with an ending; nil for none.
    func companionKey(ending: String, rules: TargetRules) -> String? {
        companionPath(ending: ending, rules: rules).map(rules.key)
    }

    /// Returns the path that a file beside the recorded photo has with an ending; nil for none.
    fileprivate func companionPath(ending: String, rules: TargetRules) -> String? {
        AssetPaths(base: base, rules: rules).path(at: .companion(ending: ending), number: number)
    }
}

extension AssetFilePlanner.Outcome {
    /// Gives the files that came in beside the photo the parts under which an earlier export recorded them.
    fileprivate mutating func takeParts(of known: RecordIndex.Asset, rules: TargetRules) {
        let names = AssetPaths(base: known.base, rules: rules)
        // A file that cannot be copied now takes its part, too, so that no other file is written over its copy.
        var companions: [(number: Int, place: WantedFile.Place, index: Int?)] = reserved.map {
            ($0.number, .companion(ending: $0.ending), nil)
        }
        for (index, file) in files.enumerated() {
            guard let number = CompanionParts.number(of: file.part) else { continue }
            companions.append((number, file.place, index))
        }
        companions.sort { $0.number < $1.number }
        let parts = CompanionParts.parts(
            at: companions.map {
                rules.key(names.path(at: $0.place, number: known.number) ?? "")
            },
            known: known.files.map { ($0.part, rules.key($0.path)) }
        )
        for (companion, part) in zip(companions, parts) {
            guard let index = companion.index else { continue }
            files[index].part = part
        }
    }
}

extension TargetFolder.State {
    /// Whether the file is as the export left it.
    func isSame(as file: RecordedFile) -> Bool {
        if file.kind == .link { return isLink && byteCount == file.byteCount }
        return isFile && byteCount == file.byteCount && modification == file.modification
    }
}
