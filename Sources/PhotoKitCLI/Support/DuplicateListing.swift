import OpenPhotoKit

/// Groups of duplicates and merges as text and JSON.
enum DuplicateListing {
    static func write(_ groups: [PhotoDuplicates.Group]) {
        var table = Table(
            ("GROUP", .left),
            ("ID", .left),
            ("SAME", .left),
            ("PIXELS", .right),
            ("SIZE", .right),
            ("NAME", .left),
            ("WHY", .left)
        )
        for group in groups {
            let name = Wording.short(group.first.localIdentifier)
            add(group.first, to: &table, [name, "kept"], "")
            for member in group.others {
                let own = member.hasOwnFiles ? "; stays, has files of its own" : ""
                add(member.asset, to: &table, ["", member.kind.rawValue], why(member) + own)
            }
        }
        table.print()
        let count = groups.reduce(0) { $0 + $1.others.count }
        Output.shared.line(
            groups.isEmpty
                ? "No duplicates."
                : "\(Wording.count(groups.count, "group")) with \(Wording.count(count, "duplicate"))."
        )
    }

    private static func add(
        _ asset: PHAsset,
        to table: inout Table,
        _ columns: [String],
        _ why: String
    ) {
        let description = AssetDescription(asset)
        table.add(
            columns[0],
            Wording.short(asset.localIdentifier),
            columns[1],
            description.size,
            bytes(of: asset).map(Wording.bytes) ?? "-",
            description.filename ?? "-",
            why
        )
    }

    /// Returns the size of the file that shows an asset.
    private static func bytes(of asset: PHAsset) -> Int64? {
        let resources = PHAssetResource.assetResources(for: asset)
        let shown: [PHAssetResourceType] = [.fullSizePhoto, .fullSizeVideo, .photo, .video]
        for type in shown {
            if let size = resources.first(where: { $0.type == type })?.dataSize {
                return Int64(size)
            }
        }
        return nil
    }

    /// Returns what the first photo of the group has that this one lacks.
    private static func why(_ member: PhotoDuplicates.Member) -> String {
        switch member.reason {
        case .original: "it is edited"
        case .raw: "it has no RAW file"
        case .livePhoto: "it is no Live Photo"
        case .morePixels: "fewer pixels"
        case .moreFacts: "fewer facts"
        case .largerFile: "smaller for its pixels"
        case .favorite: "it is no favorite"
        case .addedEarlier: "added later"
        case nil: "equal in all that is compared"
        }
    }

    static func json(of group: PhotoDuplicates.Group) -> JSON {
        let others = group.others.map { member in
            JSON.object([
                ("identifier", JSON(member.asset.localIdentifier)),
                ("kind", JSON(member.kind.rawValue)), ("distance", JSON(member.distance)),
                ("reason", JSON(member.reason?.rawValue)),
                ("hasOwnFiles", JSON(member.hasOwnFiles)),
            ])
        }
        return .object([
            ("first", JSON(group.first.localIdentifier)), ("kind", JSON(group.kind.rawValue)),
            ("others", .list(others)),
        ])
    }

    // MARK: Merges

    static func write(_ merge: PhotoDuplicates.Merge, isDryRun: Bool) {
        var parts: [String] = []
        if let caption = merge.caption { parts.append("the caption \"\(caption)\"") }
        if !merge.keywords.isEmpty {
            parts.append("the keywords \(merge.keywords.joined(separator: ", "))")
        }
        if let rating = merge.rating { parts.append(Wording.count(rating.rawValue, "star")) }
        if merge.becomesFavorite { parts.append("the favorite mark") }
        if merge.creationDate != nil { parts.append("the date that a person set") }
        if merge.location != nil { parts.append("the place") }
        if merge.becomesPinned { parts.append("the pin") }
        if !merge.applications.isEmpty {
            parts.append(
                "a place in the selection of \(merge.applications.joined(separator: ", "))"
            )
        }
        let titles = merge.albums.map { "\"\($0.localizedTitle ?? "")\"" }
        if !titles.isEmpty { parts.append("a place in \(titles.joined(separator: ", "))") }
        let verb = isDryRun ? "would get" : "got"
        let gains = parts.isEmpty ? "" : "; it \(verb) \(parts.joined(separator: ", "))"
        let left =
            merge.left.isEmpty
            ? "" : "; \(Wording.count(merge.left.count, "other")) with files of its own stay"
        Output.shared.line(
            Table.printable(
                "\(Wording.short(merge.kept.localIdentifier)): \(Wording.count(merge.removed.count, "duplicate")) \(isDryRun ? "would move" : "moved") to Recently Deleted\(gains)\(left)."
            )
        )
    }

    static func json(of merge: PhotoDuplicates.Merge, isDryRun: Bool) -> JSON {
        .object([
            ("kept", JSON(merge.kept.localIdentifier)),
            ("removed", .list(merge.removed.map { JSON($0.localIdentifier) })),
            ("left", .list(merge.left.map { JSON($0.localIdentifier) })),
            ("caption", JSON(merge.caption)),
            ("keywords", .list(merge.keywords.map { JSON($0) })),
            ("rating", JSON(merge.rating?.rawValue)),
            ("becomesFavorite", JSON(merge.becomesFavorite)),
            ("albums", .list(merge.albums.map { JSON($0.localIdentifier) })),
            ("becomesPinned", JSON(merge.becomesPinned)),
            ("applications", .list(merge.applications.map { JSON($0) })),
            ("isDryRun", JSON(isDryRun)),
        ])
    }
}
