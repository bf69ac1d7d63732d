import Foundation
import PhotosBase
import PhotosMedia
import PhotosStore

/// Giving files their paths.
extension ExportRun {
    /// The longest path relative to the export's folder, in bytes.
    private static let longestPath = 3_500

    /// Decides the paths of an asset's files, and adds those that must be written to `work`.
    func planPaths(
        for outcome: AssetFilePlanner.Outcome,
        of asset: ExportedAsset,
        known: RecordIndex.Asset?,
        in work: inout ExportWork
    ) throws {
        let wanted = outcome.files
        var names = AssetPaths(of: asset, template: options.template, rules: rules)
        let kept: [RecordedFile]? = try known.flatMap {
            try keepsPaths($0, for: names, wanted: outcome, of: asset) ? $0.files : nil
        }
        if let known, kept != nil || rules.key(known.base) == rules.key(names.base) {
            // A file system that ignores case has no other path where the case alone differs.
            names = AssetPaths(base: known.base, rules: rules)
        }
        work.base = names.base
        let (folder, stem) = (names.folder, names.stem)
        guard folder.utf8.count + rules.longest <= Self.longestPath else {
            work.hasFailed = true
            return reportFailure(
                name: asset.record.filename ?? stem,
                of: work.uuid,
                reason:
                    "The pattern of paths gives a path that is too long. Choose another pattern."
            )
        }
        let keeps = known?.base == work.base
        var number = known.flatMap { keeps ? $0.number : nil } ?? 1
        if !keeps, let last = try record.index.lastNumber(ofBase: work.base) { number = last + 1 }
        var paths = wanted.map { names.path(of: $0, number: number) }
        while !keeps, try !areFree(paths, for: wanted, of: work.uuid) {
            number += 1
            paths = wanted.map { names.path(of: $0, number: number) }
        }
        work.number = number
        if let kept {
            // The reason to keep the paths may end with this run, where a sidecar becomes the export's own.
            work.isPlannedAgain = true
            paths = keptPaths(
                of: wanted,
                among: kept,
                besides: wanted.map {
                    names.path(of: $0.beside(kept, among: wanted), number: number)
                }
            )
        }
        if let known {
            paths = try pathsBesideGivenUp(
                of: known,
                for: wanted,
                at: paths,
                otherwise: { names.path(of: $0, number: number + $1) }
            )
        }
        for (file, path) in zip(wanted, paths) {
            guard let path else { continue }
            if let main = file.fallbackFor, !known.hasPart(file.part) {
                // A copy that is not written anew took the metadata in an earlier export.
                guard work.files.contains(where: { $0.part == main && !$0.moves }) else { continue }
                var sidecar = ExportWork.File(file, at: path)
                sidecar.fallbackFor = main
                reserved.insert(rules.key(path))
                work.files.append(sidecar)
                continue
            }
            let stayingBefore = staying[work.uuid]?.count
            try planFile(file, at: path, known: known, in: &work)
            if let remark = file.remark {
                notify(
                    .unreadableSidecar(
                        shownURL(of: path),
                        localIdentifier: assetIdentifier(for: work.uuid),
                        reason: remark
                    )
                )
            }
            // A file that stays because another program changed it is reported with the other files that stay.
            if file.staysAsItIs || refusedMetadata(file, known: known, in: work),
                staying[work.uuid]?.count == stayingBefore
            {
                if !work.remaining.isEmpty { work.statingPaths.append(path) }
            }
        }
        for file in wanted {
            guard case .album(let titles, let part) = file.place else { continue }
            let main = wanted.firstIndex { file.part.hasSuffix(":\($0.part)") }
            guard let main, let target = paths[main] else { continue }
            try addAlbumFile(
                file,
                part: part,
                folder: albumFolder(titles),
                stem: stem,
                mainPath: target,
                known: known,
                to: &work
            )
        }
    }

    /// Whether the files of an asset keep their paths, although they should have others, because one of them stays as it is.
    ///
    /// A sidecar that stays would lie alone, and no photo would get the name again.
    private func keepsPaths(
        _ known: RecordIndex.Asset,
        for names: AssetPaths,
        wanted outcome: AssetFilePlanner.Outcome,
        of asset: ExportedAsset
    ) throws -> Bool {
        guard !known.base.isEmpty else { return false }
        let isMoved = outcome.files.contains { file in
            guard let row = known.files.first(where: { $0.part == file.part }),
                let path = names.path(of: file, number: known.number)
            else { return false }
            return rules.key(row.path) != rules.key(path)
        }
        return try isMoved && hasStayingFile(known, wanted: outcome, of: asset)
    }

    /// Returns the paths of files where those that an earlier export wrote keep theirs.
    ///
    /// - Parameters:
    ///   - wanted: The files.
    ///   - kept: The files of the earlier export.
    ///   - others: The paths of files that the earlier export did not write; nil for files in the folders of albums.
    /// - Returns: The paths. A new sidecar lies at the whole path of its file, also where that has another extension now.
    private func keptPaths(
        of wanted: [WantedFile],
        among kept: [RecordedFile],
        besides others: [String?]
    ) -> [String?] {
        zip(wanted, others).map { file, other in
            guard let other else { return nil }
            if let row = kept.first(where: { $0.part == file.part }) { return row.path }
            guard case .sidecar = file.place,
                let owner = kept.first(where: { "s" + $0.part == file.part })
            else { return other }
            return rules.sidecarName(of: owner.path)
        }
    }

    /// Returns whether no other file has one of the paths, or lies beside them as if it belonged to the asset.
    private func areFree(_ paths: [String?], for wanted: [WantedFile], of uuid: UUID) throws -> Bool
    {
        for (path, file) in zip(paths, wanted) {
            guard let path else { continue }
            guard try isFree(path, for: file, of: uuid) else { return false }
        }
        return try !hasLeftovers(beside: paths, for: wanted)
    }

    func isFree(_ path: String, for file: WantedFile, of uuid: UUID) throws -> Bool {
        if isReserved(rules.key(path)) { return false }
        if let owner = try record.index.file(at: path) {
            return owner.asset == uuid && !PartName.isGivenUp(owner.file.part)
        }
        guard let state = try target.state(path) else { return true }
        return try isIdentical(file, toFileAt: path, state: state)
    }

    /// Whether a file of the export's folder has the bytes of a file that is wanted.
    func isIdentical(
        _ file: WantedFile,
        toFileAt path: String,
        state: TargetFolder.State
    ) throws -> Bool {
        guard let checksum = file.checksum, state.isFile, state.byteCount == file.byteCount else {
            return false
        }
        return try target.checksum(path) == checksum
    }

    private func addAlbumFile(
        _ wanted: WantedFile,
        part: ExportPart,
        folder: String,
        stem: String,
        mainPath main: String,
        known: RecordIndex.Asset?,
        to work: inout ExportWork
    ) throws {
        var file = wanted
        if case .link = wanted.content {
            let link = Self.relativePath(from: folder, to: main)
            file.content = .link(link)
            file.byteCount = Int64(link.utf8.count)
            file.source = Array(ExportDigest.checksum(of: link).prefix(16))
        }
        if let row = known?.files.first(where: { $0.part == wanted.part }),
            TargetFolder.split(row.path).above + "/" == folder,
            NameParts(TargetFolder.split(row.path).name).ending.lowercased()
                == part.ending.lowercased()
        {
            return try planFile(file, at: row.path, known: known, in: &work)
        }
        guard folder.utf8.count + rules.longest <= Self.longestPath else {
            work.hasFailed = true
            return reportFailure(
                name: wanted.name,
                of: work.uuid,
                reason:
                    "The folders of its album give a path that is too long. Shorten their titles."
            )
        }
        // A sidecar beside another file of the asset in the folder may be the asset's.
        let isNew =
            known?.files.contains { TargetFolder.split($0.path).above + "/" == folder } != true
        var number = work.number
        var path = folder + part.filename(stem: stem, number: number, rules: rules)
        while try !isFree(path, for: file, of: work.uuid)
            || isNew && target.state(path) == nil && !otherFiles(beside: path).isEmpty
        {
            number += 1
            path = folder + part.filename(stem: stem, number: number, rules: rules)
        }
        try planFile(file, at: path, known: known, in: &work)
    }

    /// Returns the path of the folder of an album, with a slash at its end.
    ///
    /// - Parameter titles: The titles of the folders above the album, and its own.
    /// - Returns: The path relative to the export's folder.
    func albumFolder(_ titles: [String]) -> String {
        ([ExportOptions.albumsFolder] + titles.map(rules.folder)).map { $0 + "/" }.joined()
    }

    /// Returns the path that leads from a folder to a file, both relative to the export's folder.
    static func relativePath(from folder: String, to file: String) -> String {
        let up = folder.utf8.count { $0 == 0x2F }
        return String(repeating: "../", count: up) + file
    }
}

extension WantedFile {
    /// Returns the file that came in beside a photo with the extension that the photo's file keeps in the export.
    ///
    /// - Parameters:
    ///   - kept: The files of an earlier export.
    ///   - wanted: All files of the photo.
    /// - Returns: The file; unchanged if its name does not state the extension, or another file would get its name.
    fileprivate func beside(_ kept: [RecordedFile], among wanted: [WantedFile]) -> WantedFile {
        guard case .companion(let ending) = place else { return self }
        for media in wanted {
            guard case .beside(let part) = media.place, part.mark == .none, !part.ending.isEmpty,
                ending.lowercased().hasPrefix(part.ending.lowercased() + "."),
                let row = kept.first(where: { $0.part == media.part })
            else { continue }
            let own = NameParts(TargetFolder.split(row.path).name).ending
            let changed = "\(own)\(ending.dropFirst(part.ending.count))"
            let isTaken = wanted.contains { other in
                guard case .companion(let ending) = other.place else { return false }
                return ending.lowercased() == changed.lowercased()
            }
            guard !isTaken else { return self }
            var file = self
            file.place = .companion(ending: changed)
            return file
        }
        return self
    }
}

extension RecordIndex.Asset? {
    /// Whether the record has a part of the asset.
    fileprivate func hasPart(_ part: String) -> Bool {
        self?.files.contains { $0.part == part } ?? false
    }
}
