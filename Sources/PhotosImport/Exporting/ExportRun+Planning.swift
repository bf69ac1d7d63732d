import Foundation
import Glibc
import PhotosMedia
import PhotosStore

/// Deciding which files of an asset are written, and under which names.
extension ExportRun {
    /// The prefix of the parts of files whose version or album the library has not any more.
    static let stale = "x"

    /// Plans the files of an asset whose present state has a checksum.
    func planFiles(of asset: ExportedAsset, state: [UInt8]) throws {
        let uuid = asset.record.uuid
        let known = try record.index.next(uuid)
        summary.assetCount += 1
        if options.metadata == .none, ExportMetadata.leavesOut(asset, withheld: options.withheld) {
            summary.unstatedAssetCount += 1
        }
        if let known, known.state == state, try isIntact(known) {
            record.index.setMark(ofRow: known.row, to: .unchanged)
            countUnchanged(known)
            reportRemaining(in: known, of: asset)
            return advanceProgress(by: Self.byteCount(of: asset))
        }
        try markManifestOutdated()
        var work = ExportWork(uuid: uuid, state: state, number: 1, base: "")
        work.date = asset.record.creationDate
        work.assetBytes = Self.byteCount(of: asset)
        work.remaining = ExportMetadata.stillStated(in: asset, of: options.withheld)
        let sidecars = try known?.files.filter {
            try Self.isSidecar($0) && target.state($0.path) != nil
        }
        var outcome = planner.files(
            of: asset,
            besides: Set((sidecars ?? []).map(\.part)),
            recorded: { known?.companionChecksum(ending: $0, rules: rules) }
        )
        if let known { outcome.takeParts(of: known, rules: rules) }
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

    static func byteCount(of asset: ExportedAsset) -> Int64 {
        asset.resources.reduce(0) { $0 + $1.byteCount }
    }

    private func isIntact(_ known: RecordIndex.Asset) throws -> Bool {
        for file in known.files {
            guard !file.part.hasPrefix(Self.stale) || !options.removesDeleted,
                let state = try target.state(file.path), state.isSame(as: file)
            else { return false }
        }
        return true
    }

    private func countUnchanged(_ known: RecordIndex.Asset) {
        summary.unchangedAssetCount += 1
        summary.presentCount += known.files.count
        for file in known.files where file.part.hasPrefix(Self.stale) {
            summary.deletedCount += 1
            notify(
                .deleted(
                    shownURL(of: file.path),
                    localIdentifier: assetIdentifier(for: known.uuid),
                    isRemoved: false
                )
            )
        }
        notify(.unchanged(assets: 1, files: known.files.count))
    }
}

extension RecordIndex.Asset {
    /// Returns the checksum of the recorded file that came in beside the photo, and that has an ending; nil for none.
    fileprivate func companionChecksum(ending: String, rules: TargetRules) -> [UInt8]? {
        let names = AssetPaths(base: base, rules: rules)
        guard let path = names.path(at: .companion(ending: ending), number: number) else {
            return nil
        }
        let key = rules.key(path)
        return files.first {
            CompanionParts.number(of: $0.part) != nil && rules.key($0.path) == key
        }?.checksum
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
