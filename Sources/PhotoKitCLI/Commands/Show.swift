import ArgumentParser
import Foundation
import OpenPhotoKit

/// The command `photokit show`.
struct Show: LibraryCommand {
    static let configuration = CommandConfiguration(
        abstract: "Shows all properties of photos and videos.",
        discussion: """
            EXAMPLES:
              photokit show 3F2A81C0
              photokit show 3F2A81C0 99D1 --json
              photokit show 3F2A81C0 --preview look.jpg
            """
    )

    @OptionGroup var options: LibraryOptions
    @OptionGroup var output: OutputOptions
    @OptionGroup var assets: AssetArguments

    @Option(
        help: ArgumentHelp(
            "Also write a picture of about 1024 pixels to this file, which is replaced if it exists. Its name ends in .jpg or .png; /dev/stdout, devices and FIFOs get JPEG.",
            valueName: "file"
        ),
        completion: .file()
    )
    var preview: String?

    func validate() throws {
        guard let preview else { return }
        try PathArgument.checkPaths([preview], subject: "The path of --preview")
        guard assets.choice.mostNames <= 1 else { throw ValidationError(Self.onePicture) }
        _ = try PictureFile(preview)
    }

    func run(in library: PHPhotoLibrary) async throws {
        let found = try assets.choice.chosenAssets(in: library, .everything)
        guard preview == nil || found.count <= 1 else {
            throw CommandFailure(.usage, Self.onePicture)
        }
        if let preview, let asset = found.first {
            let image = try await PictureOf(asset).fittingImage(side: 1024)
            let file = try PictureFile(preview)
            try file.writeImage(image)
            // The picture itself goes to standard output.
            guard file.output.target != .descriptor(STDOUT_FILENO) else { return }
        }
        for (index, asset) in found.enumerated() {
            if output.json {
                Output.shared.writeLine(assetJSON(of: asset, in: library))
            } else {
                if index > 0 { Output.shared.writeLine() }
                let fields = assetFields(of: asset, in: library).map { label, text in
                    (
                        label,
                        Self.texts.contains(label)
                            ? PrintableText.severalLines(text) : PrintableText.oneLine(text)
                    )
                }
                Output.shared.writeFields(FieldList(labelWidth: 14, fields: fields))
            }
        }
    }

    /// The labels of texts that may have several lines.
    private static let texts: Set<String> = ["Title", "Headline", "Caption"]

    private static let onePicture =
        "--preview writes one picture. Name only one photo or video."

    private func albums(containing asset: PHAsset) -> [PHAssetCollection] {
        let found = PHAssetCollection.fetchAssetCollectionsContaining(
            asset,
            with: .album,
            options: nil
        )
        return found.objects(at: IndexSet(0..<found.count))
    }

    private func assetJSON(of asset: PHAsset, in library: PHPhotoLibrary) -> JSON {
        let files = PHAssetResource.assetResources(for: asset)
        let resources = files.map { resource in
            let whereabouts = Whereabouts(of: resource)
            return JSON.object([
                ("type", JSON(resource.type.name)),
                ("filename", JSON(resource.sourceURL?.lastPathComponent ?? resource.filename)),
                ("path", JSON(resource.sourceURL?.path)),
                ("contentType", JSON(resource.contentType.identifier)),
                ("bytes", JSON(resource.dataSize)),
                ("isElsewhere", JSON(whereabouts.isElsewhere)),
                ("isLost", JSON(whereabouts.isLost)),
                ("isInForgottenSource", JSON(resource.isInForgottenSource)),
                ("pixelWidth", JSON(resource.pixelWidth)),
                ("pixelHeight", JSON(resource.pixelHeight)),
            ])
        }
        let kept = asset.keptFiles.map { file in
            JSON.object([
                ("filename", JSON(file.filename)), ("bytes", JSON(file.byteCount)),
            ])
        }
        let albums = albums(containing: asset).map { album in
            JSON.object([
                ("identifier", JSON(album.localIdentifier)), ("title", JSON(album.localizedTitle)),
            ])
        }
        return .object(
            AssetDescription(asset).jsonMembers(whereabouts: Whereabouts(of: files))
                + CaptureWording(asset).json + Self.wordsJSON(asset.fileWords)
                + PlaceWording.jsonMembers(of: asset, in: library) + [
                    ("resources", .list(resources)), ("keptFiles", .list(kept)),
                    ("albums", .list(albums)),
                ]
        )
    }

    private static func wordsJSON(_ words: FileWords) -> [(String, JSON)] {
        [
            ("title", JSON(words.title)), ("headline", JSON(words.headline)),
            ("persons", JSON(words.persons)), ("creators", JSON(words.creators)),
            ("fileSublocation", JSON(words.sublocation)),
            ("fileCity", JSON(words.city)), ("fileRegion", JSON(words.region)),
            ("fileCountry", JSON(words.country)),
        ]
    }

    private func assetFields(of asset: PHAsset, in library: PHPhotoLibrary) -> [(String, String)] {
        let description = AssetDescription(asset)
        let metadata = asset.extendedMetadata
        var lines: [(String, String)] = [
            ("Identifier", asset.localIdentifier),
            ("Name", description.filename ?? "-"),
            (
                "Type",
                ([description.mediaType, asset.contentType.identifier] + description.subtypes)
                    .joined(separator: ", ")
            ),
            ("Pixels", description.size),
        ]
        if asset.mediaType != .image {
            lines.append(("Length", Wording.formattedDuration(asset.duration)))
        }
        lines.append(("Taken", description.taken + description.dateRemark))
        if let place = asset.location?.coordinate {
            let height =
                description.altitude.map { String(format: ", %.0f m above the sea", $0) } ?? ""
            lines.append(
                ("Place", String(format: "%.6f, %.6f", place.latitude, place.longitude) + height)
            )
            if let named = PlaceWording(asset, in: library) { lines.append(("Near", named.text)) }
        }
        lines += CaptureWording(asset).lines
        let words = asset.fileWords
        if let title = words.title { lines.append(("Title", title)) }
        if let headline = words.headline { lines.append(("Headline", headline)) }
        if let caption = metadata.caption { lines.append(("Caption", caption)) }
        if !metadata.keywords.isEmpty {
            lines.append(("Keywords", metadata.keywords.joined(separator: ", ")))
        }
        if !words.persons.isEmpty {
            lines.append(("Persons", words.persons.joined(separator: ", ")))
        }
        if !words.creators.isEmpty {
            lines.append(("Creator", words.creators.joined(separator: ", ")))
        }
        if !words.placeNames.isEmpty {
            lines.append(("Place name", words.placeNames.joined(separator: ", ")))
        }
        if asset.isRejected { lines.append(("Rating", "rejected")) }
        if asset.rating.rawValue > 0 { lines.append(("Rating", "\(asset.rating.rawValue) of 5")) }
        lines.append(("Favorite", asset.isFavorite ? "yes" : "no"))
        lines.append(("Hidden", asset.isHidden ? "yes" : "no"))
        let resources = PHAssetResource.assetResources(for: asset)
        if asset.isOffline {
            let forgotten = resources.filter(\.isInForgottenSource)
            let way =
                forgotten.contains(where: \.isInRemote)
                ? "\"photokit remote fetch\" brings it from a remote"
                : "\"photokit check\" says how it comes back"
            lines.append(
                (
                    "Offline",
                    forgotten.isEmpty
                        ? "yes, its file is away or missing"
                        : "yes, its file stays in a folder that is no longer a source. \(way)"
                )
            )
        }
        if let edit = description.edit { lines.append((edit.label, edit.text)) }
        lines.append(("Added", Wording.formattedDate(asset.addedDate)))
        lines.append(("Modified", Wording.formattedDate(asset.modificationDate)))
        if let date = asset.recentlyDeletedDate {
            lines.append(("Deleted", Wording.formattedDate(date)))
        }
        for resource in resources {
            let size = resource.dataSize.map { Wording.formattedBytes(Int64($0)) } ?? "-"
            lines.append(
                (
                    "File",
                    "\(resource.type.name), \(resource.sourceURL?.lastPathComponent ?? resource.filename ?? "-"), \(resource.contentType.identifier), \(size)"
                        + Whereabouts(of: resource).text
                )
            )
            if let file = resource.sourceURL {
                let isThere = FileManager.default.fileExists(atPath: file.path)
                lines.append(("In place", file.path + (isThere ? "" : " (away or missing)")))
            }
        }
        for file in asset.keptFiles {
            lines.append(("Kept", "\(file.filename), \(Wording.formattedBytes(file.byteCount))"))
        }
        for album in albums(containing: asset) {
            lines.append(("Album", album.localizedTitle ?? album.localIdentifier))
        }
        return lines
    }
}
