import Foundation
import PhotosStore

/// Files of photos, versions and albums that the library has not any more.
extension ExportRun {
    /// The state that the record gives to an asset that the library has deleted.
    private static let deletedState: [UInt8] = [0xFF]

    /// Decides about the files of an asset that it should not have any more.
    ///
    /// A sidecar that has nothing to state any more is removed, because it would contradict the library. The files of
    /// a version or an album that was deleted are named, and removed on request. The record forgets a file that came in beside the
    /// photo if a person removed it and the library has nothing for it.
    func decideAboutStaleFiles(
        of known: RecordIndex.Asset,
        asset: ExportedAsset,
        wanted: AssetFilePlanner.Outcome,
        in work: inout ExportWork
    ) throws {
        let parts = Set(wanted.files.map(\.part))
        let keys = Set(work.files.map { rules.key($0.path) })
        let previous = Set(work.files.compactMap(\.previous?.part))
        let unwritten = Set(
            wanted.reserved.compactMap { known.companionKey(ending: $0.ending, rules: rules) }
        )
        var (stale, gone): ([RecordedFile], [RecordedFile]) = ([], [])
        for file in known.files
        where !parts.contains(file.part) && !previous.contains(file.part)
            && !keys.contains(rules.key(file.path)) && !work.removed.contains(file.part)
        {
            if PartName.isGivenUp(file.part) {
                // An older state of the library never had the file, which a newer one exported.
                if isOlder, work.newlyGivenUp.contains(file.part) {
                    work.removed.append(file.part)
                    try setAside(file, of: work.uuid)
                    if try target.state(file.path) == nil { gone.append(file) }
                } else {
                    try keepGivenUp(file, in: &work)
                }
                continue
            }
            guard !wanted.unmade.contains(file.part) else {
                stay(file.path, of: work.uuid)
                continue
            }
            let key = rules.key(file.path)
            if CompanionParts.number(of: file.part) != nil, !unwritten.contains(key),
                !isReserved(key), try target.state(file.path) == nil
            {
                work.removed.append(file.part)
                continue
            }
            let isEmpty = isEmptySidecar(file.part, of: asset)
            guard isEmpty || isStale(file, of: asset) else {
                if !isReserved(key),
                    Self.statesWords(file, of: asset)
                        || !options.withheld.isEmpty && Self.isSidecar(file)
                {
                    stay(file.path, of: work.uuid)
                    work.isPlannedAgain = true
                }
                continue
            }
            if isOlder {
                work.removed.append(file.part)
                try setAside(file, of: asset.record.uuid)
                if try target.state(file.path) == nil { gone.append(file) }
            } else if isEmpty {
                try remove(file, in: &work)
            } else if options.removesDeleted {
                stale.append(file)
            } else if try target.state(file.path) == nil {
                // A person removed it.
                work.removed.append(file.part)
            } else {
                summary.deletedCount += 1
                try recordAsStale(file, of: work.uuid)
                notify(
                    .deleted(
                        shownURL(of: file.path),
                        localIdentifier: assetIdentifier(for: work.uuid),
                        isRemoved: false
                    )
                )
            }
        }
        let staying = try reasonsToStay(stale)
        for file in stale { try removeDeleted(file, reasonToStay: staying[file.part], in: &work) }
        gone += stale.filter { staying[$0.part] == nil }
        let goneParts = Set(gone.map(\.part))
        try reportLeftovers(
            of: gone,
            besides: known.files.filter { !goneParts.contains($0.part) },
            of: work.uuid
        )
    }

    /// Lets the record say that a file belongs to a version or an album that the library has deleted.
    private func recordAsStale(_ file: RecordedFile, of uuid: UUID) throws {
        guard !file.part.hasPrefix(PartName.stale) else { return }
        var stale = file
        stale.part = PartName.stale + file.part
        try record.add(.removed(uuid, part: file.part))
        try record.add(.file(uuid, stale))
    }

    /// Removes the file of a version or an album that was deleted, after the new files are there, or names it where it stays.
    private func removeDeleted(
        _ file: RecordedFile,
        reasonToStay reason: String?,
        in work: inout ExportWork
    ) throws {
        if let reason {
            try recordAsStale(file, of: work.uuid)
            return reportDeletedFileKept(file, of: work.uuid, reason: reason)
        }
        work.removed.append(file.part)
        if let state = try target.state(file.path) {
            work.retired.append(retirementLine(of: file, state: state))
        }
        reportRemoval(file, of: work.uuid)
    }

    /// Returns why files of an asset that were to be removed stay, by their parts.
    ///
    /// A file that is not only the export's stays, and so do the sidecars beside it.
    private func reasonsToStay(_ files: [RecordedFile]) throws -> [String: String] {
        var reasons: [String: String] = [:]
        var staying: [String] = []
        for file in files {
            guard let state = try target.state(file.path), try !isAsExported(file, state: state)
            else {
                continue
            }
            staying.append(file.part)
            let reason =
                file.kind == .foreign
                ? "no export wrote the file"
                : "another program changed the file since it was exported"
            reasons[file.part] =
                "\(Self.isDeleted), but \(reason), so it stays. \(Self.wayToRemove)"
        }
        let owners = StayingSidecars.owners(
            of: files.map(\.part).filter { reasons[$0] == nil },
            besides: staying
        )
        for (part, owner) in owners {
            guard let file = files.first(where: { $0.part == part }),
                let beside = files.first(where: { $0.part == owner }),
                try target.state(file.path) != nil
            else { continue }
            let name = TargetFolder.split(beside.path).name
            reasons[part] =
                "\(Self.isDeleted), but \"\(name)\" stays, and so does the file that belongs to it."
        }
        return reasons
    }

    private static let isDeleted = "The library has deleted its photo, version or album"
    private static let wayToRemove = "If nobody needs it, remove it yourself."

    /// Whether the export wrote a file, and no program has changed it since.
    ///
    /// The bytes count: another program may have copied the export, and changed the times of its files.
    func isAsExported(_ file: RecordedFile, state: TargetFolder.State) throws -> Bool {
        guard file.kind != .foreign else { return false }
        if state.isSame(as: file) { return true }
        return try file.kind == .own && state.isFile && state.byteCount == file.byteCount
            && target.checksum(file.path) == file.checksum
    }

    /// The line that says that a file is about to be removed, with the time that it has now.
    private func retirementLine(of file: RecordedFile, state: TargetFolder.State) -> RecordLine {
        var present = file
        present.modification = state.modification
        return present.retirement
    }

    private func reportRemoval(_ file: RecordedFile, of uuid: UUID) {
        summary.deletedCount += 1
        summary.removedCount += 1
        notify(
            .deleted(
                shownURL(of: file.path),
                localIdentifier: assetIdentifier(for: uuid),
                isRemoved: true
            )
        )
    }

    /// Names a file that was to be removed, and stays.
    private func reportDeletedFileKept(_ file: RecordedFile, of uuid: UUID, reason: String) {
        summary.keptCount += 1
        notify(
            .kept(
                shownURL(of: file.path),
                localIdentifier: assetIdentifier(for: uuid),
                reason: reason
            )
        )
    }

    /// Takes a file out of the record, and removes it after the new files are there.
    ///
    /// A file that another program wrote or changed stays, and in the record, too: an import must know that the library had its words.
    func remove(_ file: RecordedFile, in work: inout ExportWork) throws {
        guard let state = try target.state(file.path) else {
            return work.removed.append(file.part)
        }
        guard try isAsExported(file, state: state) else { return keepChangedFile(file, in: &work) }
        work.removed.append(file.part)
        work.retired.append(retirementLine(of: file, state: state))
    }

    /// Whether an export wrote words into a file: a sidecar, or a copy that is not the library's own bytes.
    private static func statesWords(_ file: RecordedFile, of asset: ExportedAsset) -> Bool {
        switch file.part.first {
        case "s": true
        case "c": file.path.lowercased().hasSuffix(".xmp")
        case "r", "e": !asset.resources.contains { $0.checksum == file.checksum }
        default: false
        }
    }

    func isEmptySidecar(_ part: String, of asset: ExportedAsset) -> Bool {
        guard options.metadata != .none, part.hasPrefix("s"), let role = PartName.role(of: part)
        else {
            return false
        }
        let prefix = options.versions == .edited ? "se" : "sr"
        return part.hasPrefix(prefix) && asset.resources.contains { $0.type == role }
    }

    private func isStale(_ file: RecordedFile, of asset: ExportedAsset) -> Bool {
        let part = file.part
        if part.hasPrefix(PartName.stale) { return true }
        // Without folders of albums, those of an earlier export stay while the albums have the asset.
        if part.hasPrefix("a") { return options.albums != .none || !isInAlbum(file, of: asset) }
        guard part.hasPrefix("r") || part.hasPrefix("sr"), let role = PartName.role(of: part) else {
            return false
        }
        return !asset.resources.contains { $0.type == role }
    }

    /// Whether a file lies in the folder of an album that has the asset.
    private func isInAlbum(_ file: RecordedFile, of asset: ExportedAsset) -> Bool {
        let folder = TargetFolder.split(file.path).above + "/"
        return asset.albums.contains { album in
            file.part.hasPrefix("a\(album.uuid.uuidString):")
                && folder == albumFolder(album.path)
        }
    }

    // MARK: Assets

    /// Names the files of assets that the library has deleted, and removes them on request.
    func reportOrRemoveDeletedAssets() throws {
        var row: Int64 = 0
        while !isCancelled() {
            let part = try record.index.assets(after: row, marked: [.unseen], limit: Self.batch)
            guard let last = part.last else { return }
            row = last.row
            let present = try presentAssets(part.map(\.uuid))
            let known = try library.records.rows(of: part.map(\.uuid), in: .asset)
            for asset in part where !present.contains(asset.uuid) {
                if isOlder, known[asset.uuid] == nil {
                    try setAside(asset)
                } else {
                    try reportOrRemoveFiles(ofDeleted: asset)
                }
            }
        }
    }

    private func presentAssets(_ uuids: [UUID]) throws -> Set<UUID> {
        let rows = try library.records.rows(of: uuids, in: .asset)
        let records = try library.records.assets(Array(rows.values)).records
        return Set(
            rows.filter { _, row in
                records[row].map { $0.trashedDate == nil || options.includesDeleted } ?? false
            }.keys
        )
    }

    private func reportOrRemoveFiles(ofDeleted asset: RecordIndex.Asset) throws {
        var removed: [String] = []
        let staying = options.removesDeleted ? try reasonsToStay(asset.files) : [:]
        for file in asset.files {
            guard try target.state(file.path) != nil else {
                // A person removed it.
                removed.append(file.part)
                continue
            }
            guard options.removesDeleted else {
                summary.deletedCount += 1
                notify(
                    .deleted(
                        shownURL(of: file.path),
                        localIdentifier: assetIdentifier(for: asset.uuid),
                        isRemoved: false
                    )
                )
                continue
            }
            if let reason = staying[file.part] {
                reportDeletedFileKept(file, of: asset.uuid, reason: reason)
                continue
            }
            try target.remove(file.path)
            target.removeEmptyFolders(above: file.path)
            removed.append(file.part)
            reportRemoval(file, of: asset.uuid)
        }
        if options.removesDeleted {
            try reportLeftovers(
                of: asset.files.filter { removed.contains($0.part) },
                besides: asset.files.filter { !removed.contains($0.part) },
                of: asset.uuid
            )
        }
        guard removed.count < asset.files.count else {
            try markManifestOutdated()
            try record.add(.forgotten(asset.uuid))
            return
        }
        if asset.state != Self.deletedState || !removed.isEmpty { try markManifestOutdated() }
        // A file that is gone is not named again.
        for part in removed { try record.add(.removed(asset.uuid, part: part)) }
        if asset.state != Self.deletedState {
            try record.add(
                .asset(
                    asset.uuid,
                    state: Self.deletedState,
                    number: asset.number,
                    base: asset.base
                )
            )
        }
        record.index.setMark(ofRow: asset.row, to: .deleted)
    }
}
