import Foundation
import PhotosStore

/// Naming the copies that state what was to be withheld.
extension ExportRun {
    /// Reports a copy whose bytes stay as they are.
    ///
    /// - Parameters:
    ///   - path: The copy.
    ///   - uuid: Its asset.
    ///   - remaining: The properties that it may still state; if empty, there is no report.
    func reportRemaining(at path: String, of uuid: UUID, remaining: ExportOptions.Withheld) {
        guard !remaining.isEmpty else { return }
        summary.remainingCount += 1
        notify(
            .remains(
                shownURL(of: path),
                localIdentifier: assetIdentifier(for: uuid),
                reason: remaining.remark
            )
        )
    }

    /// Reports the files beside an asset that this run leaves as they are, which may state all that is withheld.
    func reportRemaining(inStayingFilesOf uuid: UUID) throws {
        guard !options.withheld.isEmpty else { return }
        for path in (staying[uuid] ?? []).map(\.string).sorted() {
            guard try target.state(path) != nil else { continue }
            reportRemaining(at: path, of: uuid, remaining: options.withheld)
        }
    }

    /// Whether a copy refused metadata in an earlier export and is not written again.
    func refusedMetadata(
        _ file: WantedFile,
        known: RecordIndex.Asset?,
        in work: ExportWork
    ) -> Bool {
        guard case .embed(let resource, _) = file.content,
            !work.files.contains(where: { $0.part == file.part && !$0.moves })
        else { return false }
        return known?.files.contains {
            $0.part == file.part && $0.checksum == resource.checksum
        } ?? false
    }

    /// Reports the smart albums that the manifest leaves out.
    ///
    /// Any word of a search may name a place or a person, so each of these albums is left out.
    func reportWithheldSearches() {
        guard !options.withheld.isEmpty else { return }
        for node in reading.tree.nodes where node.search != nil {
            summary.leftOutCount += 1
            notify(
                .leftOut(
                    title: node.title,
                    localIdentifier: LocalIdentifier(uuid: node.uuid, kind: .album).description,
                    reason:
                        "The smart album was left out, because a search may name a place or a person. Export places and persons, too, to keep it."
                )
            )
        }
    }

    /// Reports the copies of an asset that an earlier export wrote.
    func reportRemaining(in known: RecordIndex.Asset, of asset: ExportedAsset) {
        let remaining = ExportMetadata.stillStated(in: asset, of: options.withheld)
        guard !remaining.isEmpty else { return }
        let prefix = options.versions == .edited ? "e" : "r"
        for part in ExportParts.parts(of: asset.resources, versions: options.versions)
        where part.mayStateMetadata {
            // A copy with metadata inside has other bytes, unless it refused them.
            for file in known.files
            where file.part == "\(prefix)\(part.role.rawValue)"
                && file.checksum == part.resource.checksum
            {
                reportRemaining(at: file.path, of: asset.record.uuid, remaining: remaining)
            }
        }
    }
}

extension ExportOptions.Withheld {
    /// The remark about a file whose bytes stay as they are.
    var remark: String {
        let what =
            contains(.places) ? contains(.persons) ? "a place and persons" : "a place" : "persons"
        return
            "The file may still state \(what) inside, because its bytes stay as they are. Remove it with a tool such as exiftool before you give the file away."
    }
}
