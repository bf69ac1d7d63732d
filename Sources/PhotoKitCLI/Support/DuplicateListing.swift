import OpenPhotoKit

/// Groups of duplicates and merges as text and JSON.
enum DuplicateListing {
    static func writeGroups(of report: PhotoDuplicates.Report) {
        let groups = report.groups
        var table = Table(columns: [
            // The first photo of a group has the same identifier.
            Table.Column(title: "GROUP", rank: 1),
            Table.Column(title: "ID"),
            Table.Column(title: "SAME"),
            Table.Column(title: "PIXELS", alignment: .right, rank: 2),
            Table.Column(title: "SIZE", alignment: .right, rank: 3),
            Table.Column(title: "NAME", fitting: .shortened),
            Table.Column(title: "WHY", fitting: .wrapped),
        ])
        for group in groups {
            let name = Wording.shortIdentifier(group.first.localIdentifier)
            addRow(for: group.first, to: &table, columns: [name, "-"], why: "is kept")
            for member in group.others {
                let why = reasonText(for: member) + stayingText(for: member)
                addRow(
                    for: member.asset,
                    to: &table,
                    columns: ["", member.kind.rawValue],
                    why: why
                )
            }
        }
        table.print()
        let count = groups.reduce(0) { $0 + $1.others.count }
        let found =
            groups.isEmpty
            ? (report.failures.isEmpty ? "No duplicates." : "No duplicates were found.")
            : "\(Wording.count(groups.count, of: "group")) with \(Wording.count(count, of: "duplicate"))."
        Output.shared.writeLine(found + gapText(of: report))
    }

    // MARK: Pictures that could not be compared

    /// Returns the number of pictures that could not be compared, as a sentence after another one; nothing if there are none.
    static func gapText(of report: PhotoDuplicates.Report) -> String {
        let count = report.failures.count
        guard count > 0 else { return "" }
        return
            " \(Wording.count(count, of: "picture")) could not be compared as asked, so duplicates may be missing."
    }

    static func text(about failure: PhotoDuplicates.Failure) -> String {
        let extent =
            failure.kind == .pixels
            ? "was not compared by its pixels" : "was compared by its bytes only"
        return "\(Table.printableText(failure.filename)) \(extent). \(failure.reason)"
    }

    static func failureJSON(of failure: PhotoDuplicates.Failure) -> JSON {
        .object([
            ("notCompared", JSON(failure.localIdentifier)), ("filename", JSON(failure.filename)),
            ("kind", JSON(failure.kind.rawValue)), ("reason", JSON(failure.reason)),
        ])
    }

    private static func addRow(
        for asset: PHAsset,
        to table: inout Table,
        columns: [String],
        why: String
    ) {
        let description = AssetDescription(asset)
        table.addRow(
            columns[0],
            Wording.shortIdentifier(asset.localIdentifier),
            columns[1],
            description.size,
            fileBytes(of: asset).map(Wording.formattedBytes) ?? "-",
            description.filename ?? "-",
            why
        )
    }

    /// Returns the size of the file that shows an asset.
    private static func fileBytes(of asset: PHAsset) -> Int64? {
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
    private static func reasonText(for member: PhotoDuplicates.Member) -> String {
        switch member.reason {
        case .original: "edited"
        case .raw: "no RAW file"
        case .livePhoto: "not a Live Photo"
        case .morePixels: "fewer pixels"
        case .moreFacts: "fewer facts in its file"
        case .largerFile: "smaller file"
        case .inLibrary: "in a source"
        case .favorite: "not a favorite"
        case .addedEarlier: "added later"
        case nil: "no difference"
        }
    }

    /// Returns why merging leaves a member where it is; nothing if it does not.
    private static func stayingText(for member: PhotoDuplicates.Member) -> String {
        if member.hasOwnFiles { return "; stays, because it has files that the kept one lacks" }
        guard member.isInLibraryAlone else { return "" }
        return "; stays, because its files are in the library, and the kept one is in a source"
    }

    static func groupJSON(of group: PhotoDuplicates.Group) -> JSON {
        let others = group.others.map { member in
            JSON.object([
                ("identifier", JSON(member.asset.localIdentifier)),
                ("kind", JSON(member.kind.rawValue)), ("distance", JSON(member.distance)),
                ("reason", JSON(member.reason?.rawValue)),
                ("hasOwnFiles", JSON(member.hasOwnFiles)),
                ("isInLibraryAlone", JSON(member.isInLibraryAlone)),
            ])
        }
        return .object([
            ("first", JSON(group.first.localIdentifier)), ("kind", JSON(group.kind.rawValue)),
            ("others", .list(others)),
        ])
    }

    // MARK: Merges

    static func writeMerge(_ merge: PhotoDuplicates.Merge, isDryRun: Bool) {
        var parts: [String] = []
        if let caption = merge.caption { parts.append("the caption \"\(caption)\"") }
        if !merge.keywords.isEmpty {
            parts.append("the keywords \(merge.keywords.joined(separator: ", "))")
        }
        if let rating = merge.rating { parts.append(Wording.count(rating.rawValue, of: "star")) }
        if merge.becomesFavorite { parts.append("the favorite mark") }
        if merge.creationDate != nil { parts.append("the date that you set") }
        if merge.location != nil { parts.append("the place") }
        if let title = merge.title { parts.append("the title \"\(title)\"") }
        if let headline = merge.headline { parts.append("the headline \"\(headline)\"") }
        if !merge.persons.isEmpty {
            parts.append("the persons \(merge.persons.joined(separator: ", "))")
        }
        if !merge.creators.isEmpty {
            parts.append("the creators \(merge.creators.joined(separator: ", "))")
        }
        if !merge.placeNames.isEmpty {
            parts.append("the place name \(merge.placeNames.joined(separator: ", "))")
        }
        if merge.becomesPinned { parts.append("the pin, which keeps its files on this disk") }
        if !merge.applications.isEmpty {
            parts.append(
                "access for \(merge.applications.joined(separator: ", "))"
            )
        }
        if !merge.sidecars.isEmpty {
            parts.append(
                "\(merge.sidecars.count == 1 ? "the sidecar" : "the sidecars") \(merge.sidecars.joined(separator: ", "))"
            )
        }
        let titles = merge.albums.map { "\"\($0.localizedTitle ?? "")\"" }
        if !titles.isEmpty {
            parts.append(
                "\(titles.count == 1 ? "the album" : "the albums") \(titles.joined(separator: ", "))"
            )
        }
        let verb = isDryRun ? "would get" : "got"
        let gains =
            parts.isEmpty
            ? "" : " The kept photo \(verb) from them: \(parts.joined(separator: ", "))."
        let own = contestedText(of: merge)
        let count = merge.left.count
        let isInSource = merge.kept.sourceFilename != nil
        let left =
            count == 0
            ? ""
            : " \(Wording.count(count, of: "other duplicate")) \(count == 1 ? "stays" : "stay"), with files that the kept photo lacks\(isInSource ? " or has in a source only, where no backup reads them" : "")."
        Output.shared.writeSentence(
            Table.printableText(
                "\(Wording.shortIdentifier(merge.kept.localIdentifier)) is kept: \(Wording.count(merge.removed.count, of: "duplicate")) \(isDryRun ? "would move" : "moved") to Recently Deleted.\(gains)\(own)\(left)"
            )
        )
    }

    /// Says which values stay although the photos have different ones; nothing if there are none.
    private static func contestedText(of merge: PhotoDuplicates.Merge) -> String {
        let names = PhotoDuplicates.Merge.Property.allCases
            .filter { merge.contested.contains($0) }
            .map { property in
                switch property {
                case .date: "date"
                case .place: "place"
                case .title: "title"
                case .headline: "headline"
                case .placeNames: "place name"
                }
            }
        guard !names.isEmpty else { return "" }
        return
            " The duplicates have another \(names.joined(separator: ", another ")), which the kept photo does not get."
    }

    static func mergeJSON(
        of merge: PhotoDuplicates.Merge,
        token: String?,
        isDryRun: Bool
    ) -> JSON {
        .object([
            ("kept", JSON(merge.kept.localIdentifier)),
            ("removed", .list(merge.removed.map { JSON($0.localIdentifier) })),
            ("left", .list(merge.left.map { JSON($0.localIdentifier) })),
            ("caption", JSON(merge.caption)),
            ("keywords", .list(merge.keywords.map { JSON($0) })),
            ("rating", JSON(merge.rating?.rawValue)),
            ("becomesFavorite", JSON(merge.becomesFavorite)),
            ("albums", .list(merge.albums.map { JSON($0.localIdentifier) })),
            ("title", JSON(merge.title)), ("headline", JSON(merge.headline)),
            ("persons", JSON(merge.persons)), ("creators", JSON(merge.creators)),
            ("placeNames", JSON(merge.placeNames)),
            ("contested", JSON(merge.contested.map(\.rawValue).sorted())),
            ("becomesPinned", JSON(merge.becomesPinned)),
            ("applications", .list(merge.applications.map { JSON($0) })),
            ("sidecars", .list(merge.sidecars.map { JSON($0) })),
            ("isDryRun", JSON(isDryRun)), ("token", JSON(token)),
        ])
    }
}
