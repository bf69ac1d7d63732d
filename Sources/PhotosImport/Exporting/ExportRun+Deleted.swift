import Foundation
import PhotosStore

/// Files of photos, versions and albums that the library has not any more.
extension ExportRun {
    /// The state that the record gives to an asset that the library has deleted.
    private static let deletedState: [UInt8] = [0xFF]

    /// Decides about the files of an asset that it should not have any more.
    ///
    /// A sidecar that has nothing to state any more is removed, because it would contradict the library. The files of
    /// a version or an album that was deleted are named, and removed on request.
    func settleStale(
        _ known: RecordIndex.Asset,
        _ asset: ExportedAsset,
        _ wanted: [WantedFile],
        _ work: inout ExportWork
    ) throws {
        let parts = Set(wanted.map(\.part))
        let keys = Set(work.files.map { rules.key($0.path) })
        let previous = Set(work.files.compactMap(\.previous?.part))
        for file in known.files
        where !parts.contains(file.part) && !previous.contains(file.part)
            && !keys.contains(rules.key(file.path))
        {
            let isEmpty = isEmptySidecar(file.part, asset)
            guard isEmpty || isStale(file.part, asset) else { continue }
            if isOlder {
                work.removed.append(file.part)
                try setAside(file, asset.record.uuid)
            } else if isEmpty {
                try remove(file, &work)
            } else {
                summary.deleted += 1
                if options.removesDeleted {
                    let isRemoved = try remove(file, &work)
                    if isRemoved { summary.removed += 1 }
                    notify(
                        .deleted(url(file.path), identifier(work.uuid), isRemoved: isRemoved)
                    )
                } else {
                    var stale = file
                    if !file.part.hasPrefix(Self.stale) {
                        stale.part = Self.stale + file.part
                        try record.add(.removed(work.uuid, part: file.part))
                        try record.add(.file(work.uuid, stale))
                    }
                    notify(.deleted(url(file.path), identifier(work.uuid), isRemoved: false))
                }
            }
        }
    }

    /// Takes a file out of the record, and removes it after the new files are there.
    ///
    /// - Returns: Whether the file is one that the export wrote, and unchanged.
    @discardableResult
    private func remove(
        _ file: RecordedFile,
        _ work: inout ExportWork
    ) throws -> Bool {
        work.removed.append(file.part)
        guard file.kind != .foreign, let state = try target.state(file.path),
            state.isSame(as: file)
        else { return false }
        work.retired.append(file.retirement)
        return true
    }

    private func isEmptySidecar(_ part: String, _ asset: ExportedAsset) -> Bool {
        guard options.metadata != .none, part.hasPrefix("s"), let role = Self.role(of: part) else {
            return false
        }
        let prefix = options.versions == .edited ? "se" : "sr"
        return part.hasPrefix(prefix) && asset.resources.contains { $0.type == role }
    }

    private func isStale(_ part: String, _ asset: ExportedAsset) -> Bool {
        if part.hasPrefix(Self.stale) { return true }
        if part.hasPrefix("a") { return options.albums != .none }
        guard part.hasPrefix("r") || part.hasPrefix("sr"), let role = Self.role(of: part) else {
            return false
        }
        return !asset.resources.contains { $0.type == role }
    }

    static func role(of part: String) -> Int? { Int(part.drop { !$0.isNumber }) }

    // MARK: Assets

    /// Names the files of assets that the library has deleted, and removes them on request.
    func settleDeleted() throws {
        var row: Int64 = 0
        while !isCancelled() {
            let part = try record.index.assets(after: row, [.unseen], limit: Self.batch)
            guard let last = part.last else { return }
            row = last.row
            let present = try presentAssets(part.map(\.uuid))
            let known = try library.rows(of: part.map(\.uuid), in: .asset)
            for asset in part where !present.contains(asset.uuid) {
                if isOlder, known[asset.uuid] == nil {
                    try setAside(asset)
                } else {
                    try settleDeleted(asset)
                }
            }
        }
    }

    private func presentAssets(_ uuids: [UUID]) throws -> Set<UUID> {
        let rows = try library.rows(of: uuids, in: .asset)
        let records = try library.assets(Array(rows.values)).records
        return Set(
            rows.filter { _, row in
                records[row].map { $0.trashedDate == nil || options.includesDeleted } ?? false
            }.keys
        )
    }

    private func settleDeleted(_ asset: RecordIndex.Asset) throws {
        var isGone = true
        for file in asset.files {
            var isRemoved = false
            if options.removesDeleted, file.kind != .foreign {
                let state = try target.state(file.path)
                if state?.isSame(as: file) ?? true {
                    try target.remove(file.path)
                    target.removeEmptyFolders(above: file.path)
                    isRemoved = true
                }
            }
            if !isRemoved { isGone = false }
            summary.deleted += 1
            if isRemoved { summary.removed += 1 }
            notify(.deleted(url(file.path), identifier(asset.uuid), isRemoved: isRemoved))
        }
        if isGone {
            try noteChange()
            try record.add(.forgotten(asset.uuid))
            return
        }
        if asset.state != Self.deletedState {
            try noteChange()
            try record.add(
                .asset(
                    asset.uuid,
                    state: Self.deletedState,
                    number: asset.number,
                    base: asset.base
                )
            )
        }
        record.index.mark(asset.row, .deleted)
    }
}
