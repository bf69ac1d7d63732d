import Foundation
package import PhotosStore

/// Files that photos go on without, such as a JPEG that was deleted in its source while its RAW became the original.
///
/// The library cannot give such a file again, and nobody has deleted the photo, so the export keeps it.
extension ExportRun {
    /// Gives the files of an earlier export the parts of their asset that they are now.
    ///
    /// A sidecar whose part another file has now is removed, as its words are in that file.
    ///
    /// - Parameters:
    ///   - known: The files, which get their new parts.
    ///   - outcome: The files that the asset should have.
    ///   - asset: The asset.
    ///   - work: The files to write and to remove.
    /// - Throws: The errors of the file system and of the record.
    func renameParts(
        of known: inout RecordIndex.Asset,
        wanted outcome: AssetFilePlanner.Outcome,
        of asset: ExportedAsset,
        in work: inout ExportWork
    ) throws {
        let names = AssetPaths(base: known.base, rules: rules)
        let parts = EarlierParts.parts(
            of: known.files,
            keys: known.files.map { rules.key($0.path) },
            wanted: outcome.files.compactMap { file in
                names.path(of: file, number: known.number).map { path in
                    EarlierParts.Wanted(
                        part: file.part,
                        key: rules.key(path),
                        source: file.source,
                        checksum: file.checksum,
                        row: file.origin?.row
                    )
                }
            },
            resources: asset.resources,
            hasOtherOriginal: asset.original?.sourceFileID == nil
                || isRenamed(asset, since: names),
            lost: Set(
                known.files.indices.filter { isLostVersion(known.files[$0], of: asset) }
            )
        )
        let changed = known.files.indices.filter { known.files[$0].part != parts[$0] }
        // Two files may have exchanged their parts.
        for index in changed {
            try record.add(.removed(known.uuid, part: known.files[index].part))
        }
        for index in changed {
            if PartName.isGivenUp(parts[index]), !PartName.isGivenUp(known.files[index].part) {
                work.newlyGivenUp.insert(parts[index])
            }
            known.files[index].part = parts[index]
            try record.add(.file(known.uuid, known.files[index]))
        }
        for file in changed.map({ known.files[$0] })
        where file.part.hasPrefix(PartName.stale)
            && PartName.isSidecar(PartName.withoutMark(file.part))
        {
            try remove(file, in: &work)
        }
    }

    /// Whether a file is a version that a source had, and that was deleted there.
    ///
    /// A version that a person reverted is there still. A copy with metadata inside does not tell.
    private func isLostVersion(_ file: RecordedFile, of asset: ExportedAsset) -> Bool {
        guard let origin = file.origin, origin.isInSource, PartName.isMain(file.part),
            ResourceRole.renderings.contains(origin.role), file.kind != .link,
            !asset.resources.contains(where: {
                $0.rowID == origin.row || $0.checksum == file.checksum
            })
        else { return false }
        // Who may not read the whole library does not learn what sources have.
        let isPresent = try? library.sources.readLedger {
            try $0.hasFile(with: file.checksum, ofAsset: asset.record.rowID)
        }
        return isPresent != true
    }

    /// Whether paths that the pattern gives now have the name of the original, which those of an earlier export lack.
    private func isRenamed(_ asset: ExportedAsset, since earlier: AssetPaths) -> Bool {
        let name = rules.key(rules.part(asset.templateValues.original))
        let now = AssetPaths(of: asset, template: options.template, rules: rules)
        return rules.key(now.stem).contains(name) && !rules.key(earlier.stem).contains(name)
    }

    /// Leaves a file that the asset goes on without, until a person removes it.
    ///
    /// - Parameters:
    ///   - file: The file.
    ///   - work: The files to write and to remove.
    /// - Throws: The errors of the file system.
    func keepGivenUp(_ file: RecordedFile, in work: inout ExportWork) throws {
        guard try target.state(file.path) != nil else { return work.removed.append(file.part) }
        if Self.isSidecar(file) || !options.withheld.isEmpty {
            stay(file.path, of: work.uuid)
            work.isPlannedAgain = true
        }
        reportGivenUp(file, of: work.uuid)
    }

    /// Names a file that the asset goes on without; its sidecar and copies in folders of albums are not named.
    func reportGivenUp(_ file: RecordedFile, of uuid: UUID) {
        guard PartName.isMain(PartName.withoutMark(file.part)) else { return }
        summary.givenUpCount += 1
        notify(
            .givenUp(
                shownURL(of: file.path),
                localIdentifier: assetIdentifier(for: uuid),
                reason:
                    "The library has no such file of the photo any more, so the export keeps it. If nobody needs it, remove it yourself."
            )
        )
    }

    /// Returns the files of an asset that the manifest does not state, so that an import takes them as photos of their own.
    ///
    /// These are files that the asset goes on without, and that have no place in it, such as the picture of a Live Photo that goes on
    /// as its movie. Nothing else may have their bytes. Their sidecars go with them.
    ///
    /// - Parameters:
    ///   - others: The files that an import does not join with the asset.
    ///   - members: Those that it does.
    /// - Returns: The files.
    func filesAlone(
        among others: [RecordedFile],
        besides members: [RecordedFile]
    ) -> Set<RecordedFile> {
        var alone = GivenUpFiles.alone(among: others, besides: members)
        let beside = Set(alone.map { rules.key(rules.sidecarName(of: $0.path)) })
        alone.formUnion(
            others.filter { file in
                PartName.isGivenUp(file.part) && Self.isSidecar(file)
                    && beside.contains(rules.key(file.path))
            }
        )
        return alone
    }

    /// Returns what the manifest states about files that come in as photos of their own, and whose photo is hidden.
    ///
    /// Without such a line, they would come in visible.
    ///
    /// - Parameters:
    ///   - files: The files, with their sidecars.
    ///   - entry: What the manifest states about the photo.
    /// - Returns: A line for each picture and movie.
    func entries(
        about files: Set<RecordedFile>,
        hiddenWith entry: ExportManifest.Asset
    ) -> [ExportManifest.Asset] {
        let sidecars = files.filter(Self.isSidecar)
        return files.subtracting(sidecars).sorted { $0.path < $1.path }.compactMap { file in
            let key = rules.key(rules.sidecarName(of: file.path))
            return GivenUpFiles.entry(
                about: file,
                sidecars: sidecars.filter { rules.key($0.path) == key },
                hiddenWith: entry
            )
        }
    }

    /// Returns the paths of an asset's files where those without which it goes on keep their names.
    ///
    /// A file that should have such a name keeps the one that it has, or gets the next free number. Its sidecar goes with it.
    ///
    /// - Parameters:
    ///   - known: The files of the earlier export.
    ///   - wanted: The files that the asset should have.
    ///   - paths: The paths that they should have; nil for files in the folders of albums.
    ///   - other: Returns the path of a file with a number that is higher by some.
    /// - Returns: The paths.
    /// - Throws: The errors of the file system and of the record.
    func pathsBesideGivenUp(
        of known: RecordIndex.Asset,
        for wanted: [WantedFile],
        at paths: [String?],
        otherwise other: (WantedFile, Int) -> String?
    ) throws -> [String?] {
        let givenUp = Set(
            try known.files.filter {
                try PartName.isGivenUp($0.part) && target.state($0.path) != nil
            }.map { rules.key($0.path) }
        )
        guard !givenUp.isEmpty else { return paths }
        func isTaken(_ path: String) -> Bool {
            [path, rules.sidecarName(of: path)].contains { givenUp.contains(rules.key($0)) }
        }
        var paths = paths
        for (index, file) in wanted.enumerated() {
            guard case .beside = file.place, var path = paths[index], isTaken(path) else {
                continue
            }
            if let row = known.files.first(where: { $0.part == file.part }) {
                path = row.path
            } else {
                let own = Set((paths.compactMap(\.self) + known.files.map(\.path)).map(rules.key))
                var count = 1
                while let next = other(file, count) {
                    path = next
                    if try !own.contains(rules.key(next)) && !isTaken(next)
                        && isFree(next, for: file, of: known.uuid)
                        && !hasLeftovers(beside: [next], for: [file])
                    {
                        break
                    }
                    count += 1
                }
            }
            paths[index] = path
            if let sidecar = wanted.firstIndex(where: { $0.part == "s\(file.part)" }) {
                paths[sidecar] = rules.sidecarName(of: path)
            }
        }
        return paths
    }
}

extension PartName {
    /// Returns the role in which an import of the export joins a file that its photo goes on without.
    ///
    /// - Parameters:
    ///   - part: The part of the file.
    ///   - taken: The roles of the photo's other files.
    /// - Returns: The role; nil where the file has no place in the photo.
    package static func importedRole(
        ofGivenUp part: String,
        besides taken: Set<ResourceRole>
    ) -> ResourceRole? {
        guard isGivenUp(part), isMain(withoutMark(part)), taken.contains(ResourceRole.photo),
            let former = role(of: part)
        else { return nil }
        let role = former == ResourceRole.photo ? ResourceRole.alternatePhoto : former
        guard [ResourceRole.alternatePhoto, ResourceRole.pairedVideo].contains(role),
            !taken.contains(role)
        else { return nil }
        return role
    }
}
