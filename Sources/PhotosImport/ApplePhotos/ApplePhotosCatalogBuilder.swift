import Foundation
import PhotosMedia
import PhotosStore

/// Builds import items from a library's assets, and lists the losses.
struct ApplePhotosCatalogBuilder {
    /// Bits that say how a picture of a burst was chosen.
    private enum Pick {
        static let byCamera = 4
        static let byUser = 8
        static let key = 16
    }

    private var catalog: ImportCatalog
    private var files: ApplePhotosFiles
    private var bursts: [String: [(item: Int, name: String, date: Date?, pick: Int)]] = [:]
    private var known: Set<String> = []
    private var sharedCount = 0

    init(identity: String, files: ApplePhotosFiles) {
        catalog = ImportCatalog(identity: identity)
        self.files = files
    }

    mutating func recordLossIfNewer(modelVersion: Int?) {
        guard let modelVersion, modelVersion > ApplePhotosDatabase.newestKnownModel else { return }
        recordLoss(
            of: "database/Photos.sqlite",
            reason:
                "The library was made by a newer version of Photos than is known (model \(modelVersion)). Compare what was imported with Photos."
        )
    }

    mutating func recordLosses(of words: ApplePhotosWords) {
        guard words.namedFaces > 0 else { return }
        recordLoss(
            of: "database/Photos.sqlite",
            reason:
                "Where people stand in pictures is not carried over; their names (\(words.namedFaces) faces) become keywords."
        )
    }

    mutating func addAlbums(_ albums: ApplePhotosAlbums) {
        catalog.collections = albums.collections
        catalog.losses += albums.losses
    }

    mutating func addAsset(
        _ asset: ApplePhotosAsset,
        keywords: [String],
        memberships: [ImportItem.Membership]
    ) {
        guard UUID(uuidString: asset.uuid) != nil, known.insert(asset.uuid).inserted else {
            recordLoss(
                of: pathInLibrary(of: asset),
                reason:
                    "The database does not say what it is. Open the library in Photos, which repairs it."
            )
            return
        }
        guard let files = importedFiles(of: asset) else { return }
        var item = ImportItem(files: files.files, memberships: memberships)
        item.supplement = assetSupplement(of: asset)
        item.supplement.keywords = keywords
        item.supplement.adjustment = files.adjustment
        if let burst = asset.burst {
            item.supplement.burstIdentifier = burst
            if asset.burstPick & Pick.byUser != 0 {
                item.supplement.burstSelection = .byUser
            } else if asset.burstPick & Pick.byCamera != 0 {
                item.supplement.burstSelection = .byCamera
            }
            bursts[burst, default: []].append(
                (catalog.items.count, asset.filename, asset.date, asset.burstPick)
            )
        }
        catalog.items.append(item)
    }

    func finishedCatalog() -> ImportCatalog {
        var catalog = catalog
        for frames in bursts.values {
            let key = frames.contains { $0.pick & Pick.key != 0 } ? Pick.key : Pick.byCamera
            let chosen = BurstRules.representative(
                of: frames.map {
                    .init(
                        name: $0.name,
                        captureTime: $0.date?.timeIntervalSince1970,
                        isCover: $0.pick & key != 0
                    )
                }
            )
            for (index, frame) in frames.enumerated() {
                catalog.items[frame.item].supplement.representsBurst = index == chosen
            }
        }
        if sharedCount > 0 {
            catalog.losses.append(
                .init(
                    path: "scopes",
                    reason:
                        sharedCount == 1
                        ? "1 photo or video belongs to a shared album or a message, of which the library holds a reduced copy at most. Save it to the library in Photos first."
                        : "\(sharedCount) photos and videos belong to shared albums or messages, of which the library holds reduced copies at most. Save them to the library in Photos first."
                )
            )
        }
        return catalog
    }

    // MARK: Files

    private mutating func importedFiles(
        of asset: ApplePhotosAsset
    ) -> (files: [ImportItem.File], adjustment: ImportSupplement.Adjustment?)? {
        guard let kind = asset.kind, kind == 0 || kind == 1 else {
            recordLoss(
                of: pathInLibrary(of: asset),
                reason:
                    "It is neither photo nor video, but of a kind that is not known (\(asset.kind ?? -1))."
            )
            return nil
        }
        let isPhoto = kind == 0
        let renderings = asset.isEdited == false ? .init() : files.renderings(of: asset)
        let rendering = isPhoto ? renderings.photo : renderings.video
        guard let found = files.originalFiles(of: asset) else {
            return loneRendering(of: asset, rendering, isPhoto: isPhoto).map { ([$0], nil) }
        }
        func importedFile(at url: URL, role: ResourceRole) -> ImportItem.File {
            .init(url, role: role, filename: originalName(of: asset, withExtensionOf: url))
        }
        var parts = [
            ImportItem.File(
                found.original,
                role: isPhoto ? ResourceRole.photo : ResourceRole.video,
                filename: originalName(of: asset)
            )
        ]
        if isPhoto {
            if let raw = found.alternate {
                parts.append(importedFile(at: raw, role: ResourceRole.alternatePhoto))
            }
            if let movie = found.pairedVideo {
                parts.append(importedFile(at: movie, role: ResourceRole.pairedVideo))
            } else if asset.isLive {
                recordLoss(
                    of: pathInLibrary(of: asset),
                    reason:
                        "The movie of this Live Photo is not on this disk. Download originals in Photos, then import again. The picture is taken."
                )
            }
        }
        let adjustment = addEdit(
            of: asset,
            renderings: renderings,
            rendering: rendering,
            to: &parts
        )
        return (parts, adjustment)
    }

    /// Adds the rendering of an edit with its recipe, and notes a loss for each missing part.
    private mutating func addEdit(
        of asset: ApplePhotosAsset,
        renderings: ApplePhotosFiles.Renderings,
        rendering: URL?,
        to parts: inout [ImportItem.File]
    ) -> ImportSupplement.Adjustment? {
        guard let rendering else {
            if asset.isEdited == true {
                recordLoss(
                    of: pathInLibrary(of: asset),
                    reason:
                        "It was edited, but the edited version is not on this disk. Download originals in Photos, then import again. The original is taken."
                )
            }
            return nil
        }
        let isPhoto = parts[0].role == ResourceRole.photo
        let end = rendering.pathExtension
        parts.append(
            .init(
                rendering,
                role: isPhoto ? ResourceRole.fullSizePhoto : ResourceRole.fullSizeVideo,
                filename: "FullSizeRender." + end
            )
        )
        if isPhoto, let movie = renderings.pairedVideo,
            parts.contains(where: { $0.role == ResourceRole.pairedVideo })
        {
            parts.append(
                .init(
                    movie,
                    role: ResourceRole.fullSizePairedVideo,
                    filename: "FullSizeRender." + movie.pathExtension
                )
            )
        }
        for other in renderings.others {
            recordLoss(
                of: other,
                reason: "It is an intermediate version of an edit, which Photos made for itself."
            )
        }
        guard let recipe = renderings.recipe else { return asset.adjustment }
        do {
            let adjustment = try AppleAdjustment(contentsOf: recipe)
            parts.append(
                .init(recipe, role: ResourceRole.adjustmentData, filename: "Adjustments.plist")
            )
            return adjustment.supplement
        } catch {
            recordLoss(
                of: "resources/renders/\(asset.uuid.prefix(1))/\(recipe.lastPathComponent)",
                reason:
                    "The recipe of the edit is not taken. \((error as? StoreError)?.message ?? "\(error)")"
            )
            return asset.adjustment
        }
    }

    /// Returns the edited version in place of a missing original, or nil where that is missing, too.
    private mutating func loneRendering(
        of asset: ApplePhotosAsset,
        _ rendering: URL?,
        isPhoto: Bool
    ) -> ImportItem.File? {
        if let rendering {
            recordLoss(
                of: pathInLibrary(of: asset),
                reason:
                    "The original is not on this disk. Its edited version is taken in its place."
            )
            return .init(
                rendering,
                role: isPhoto ? ResourceRole.photo : ResourceRole.video,
                filename: originalName(of: asset, withExtensionOf: rendering)
            )
        }
        if asset.isShared {
            sharedCount += 1
        } else if PathComponents.isAbsolute(asset.directory) {
            recordLoss(
                of: pathInLibrary(of: asset),
                reason: "The original was left outside of the library. Import it from there."
            )
        } else if !files.isInside(asset) {
            recordLoss(
                of: pathInLibrary(of: asset),
                reason:
                    "The database names a place outside of the library. Open the library in Photos, which repairs it."
            )
        } else if asset.isInCloud {
            recordLoss(
                of: pathInLibrary(of: asset),
                reason:
                    "The original is in iCloud alone. Choose “Download Originals to this Mac” in Photos, wait, then import again."
            )
        } else {
            recordLoss(
                of: pathInLibrary(of: asset),
                reason: "The original is missing in the library. Look for it in a backup."
            )
        }
        return nil
    }

    /// Returns the original's file name before Photos renamed it after the asset.
    private func originalName(of asset: ApplePhotosAsset) -> String? {
        asset.originalFilename.flatMap(FileName.kept)
    }

    /// Returns the original's earlier name with the extension of another file.
    private func originalName(of asset: ApplePhotosAsset, withExtensionOf url: URL) -> String? {
        originalName(of: asset).map {
            ($0 as NSString).deletingPathExtension + "." + url.pathExtension
        }
    }

    // MARK: Facts

    private mutating func assetSupplement(of asset: ApplePhotosAsset) -> ImportSupplement {
        var supplement = ImportSupplement()
        if let date = asset.date {
            // People correct dates in Photos. The file keeps the wrong date.
            supplement.date = .init(
                date: date,
                zoneOffset: asset.zoneOffset,
                source: ImportSupplement.photosLibrary
            )
        }
        supplement.location = asset.location
        supplement.title = asset.title
        supplement.caption = asset.description
        supplement.isFavorite = asset.isFavorite
        supplement.isHidden = asset.isHidden
        if asset.isTrashed {
            supplement.trashedDate = asset.trashedDate
            if asset.trashedDate == nil {
                recordLoss(
                    of: pathInLibrary(of: asset),
                    reason:
                        "It was deleted in Photos at a time that is not known. It is taken as if it were not."
                )
            }
        }
        return supplement
    }

    private func pathInLibrary(of asset: ApplePhotosAsset) -> String {
        let prefix = PathComponents.isAbsolute(asset.directory) ? "" : "originals/"
        let path = prefix + asset.directory + "/" + asset.filename
        return asset.originalFilename.map { "\(path) (\($0))" } ?? path
    }

    private mutating func recordLoss(of path: String, reason: String) {
        catalog.losses.append(.init(path: path, reason: reason))
    }
}
