import OpenPhotoKit

/// An asset in words and as JSON.
struct AssetDescription {
    let asset: PHAsset

    init(_ asset: PHAsset) { self.asset = asset }

    /// When it was taken, as the camera's clock showed it: with the zone where that is known, with a question mark behind
    /// a zone that is assumed, and in GMT where nothing is known of the zone.
    var taken: String {
        guard let date = asset.creationDate else { return "-" }
        guard let zone = asset.timeZoneOffset else {
            return Wording.clock(date, zone: 0) + " GMT"
        }
        return Wording.moment(date, zone: zone) + (asset.isZoneAssumed ? "?" : "")
    }

    /// What is to be said of the date beside it: how much of its zone is known, and where it was found.
    var dateRemark: String {
        guard asset.creationDate != nil else { return "" }
        let zone: String? =
            asset.timeZoneOffset == nil
            ? "zone unknown" : asset.isZoneAssumed ? "zone assumed" : nil
        let remarks = [zone, asset.creationDateSource].compactMap(\.self)
        return remarks.isEmpty ? "" : " (\(remarks.joined(separator: "; ")))"
    }

    /// The name of the file where it stays in a source, else the one under which it was imported.
    var filename: String? { asset.sourceFilename ?? asset.extendedMetadata.originalFilename }

    var mediaType: String {
        switch asset.mediaType {
        case .image: "image"
        case .video: "video"
        case .audio: "audio"
        default: "unknown"
        }
    }

    /// The names of the API's subtypes that the asset has.
    var subtypes: [String] {
        let names: [(PHAssetMediaSubtype, String)] = [
            (.photoPanorama, "photoPanorama"), (.photoHDR, "photoHDR"),
            (.photoScreenshot, "photoScreenshot"), (.photoLive, "photoLive"),
            (.photoDepthEffect, "photoDepthEffect"), (.videoStreamed, "videoStreamed"),
            (.videoHighFrameRate, "videoHighFrameRate"), (.videoTimelapse, "videoTimelapse"),
            (.spatialMedia, "spatialMedia"), (.videoScreenRecording, "videoScreenRecording"),
            (.videoCinematic, "videoCinematic"),
        ]
        return names.filter { asset.mediaSubtypes.contains($0.0) }.map(\.1)
    }

    var size: String { asset.pixelWidth > 0 ? "\(asset.pixelWidth)x\(asset.pixelHeight)" : "-" }

    /// One letter each: favourite, hidden, edited, offline.
    var flags: String {
        let flags =
            (asset.isFavorite ? "f" : "") + (asset.isHidden ? "h" : "")
            + (asset.hasAdjustments ? "e" : "") + (asset.isOffline ? "o" : "")
        return flags.isEmpty ? "-" : flags
    }

    /// The members that `Documentation/CommandLine.md` describes.
    var json: [(String, JSON)] {
        let metadata = asset.extendedMetadata
        let place = asset.location?.coordinate
        return [
            ("identifier", JSON(asset.localIdentifier)),
            ("filename", JSON(filename)),
            ("mediaType", JSON(mediaType)),
            ("subtypes", JSON(subtypes)),
            ("contentType", JSON(asset.contentType.identifier)),
            ("pixelWidth", JSON(asset.pixelWidth)),
            ("pixelHeight", JSON(asset.pixelHeight)),
            ("duration", JSON(asset.duration)),
            ("creationDate", JSON(asset.creationDate)),
            ("timeZoneOffset", JSON(asset.timeZoneOffset)),
            ("isZoneAssumed", JSON(asset.isZoneAssumed)),
            ("creationDateSource", JSON(asset.creationDateSource)),
            ("latitude", JSON(place?.latitude)),
            ("longitude", JSON(place?.longitude)),
            ("altitude", JSON(altitude)),
            ("isFavorite", JSON(asset.isFavorite)),
            ("isHidden", JSON(asset.isHidden)),
            ("isEdited", JSON(asset.hasAdjustments)),
            ("adjustmentsState", JSON(adjustmentsState)),
            ("adjustmentFormat", JSON(asset.adjustmentFormatIdentifier)),
            ("adjustmentVersion", JSON(asset.adjustmentFormatVersion)),
            ("adjustmentDate", JSON(asset.adjustmentTimestamp)),
            ("isOffline", JSON(asset.isOffline)),
            ("rating", JSON(asset.rating.rawValue)),
            ("caption", JSON(metadata.caption)),
            ("keywords", JSON(metadata.keywords)),
            ("burstIdentifier", JSON(asset.burstIdentifier)),
            ("addedDate", JSON(asset.addedDate)),
            ("modificationDate", JSON(asset.modificationDate)),
            ("recentlyDeletedDate", JSON(asset.recentlyDeletedDate)),
        ]
    }

    /// The API's name.
    private var adjustmentsState: String {
        switch asset.adjustmentsState {
        case .none: "none"
        case .userAdjusted: "userAdjusted"
        case .cameraAutoAdjusted: "cameraAutoAdjusted"
        default: "state \(asset.adjustmentsState.rawValue)"
        }
    }

    /// When and by whom the asset was edited, or that it was reverted; nil for one that was never edited.
    var edit: (label: String, text: String)? {
        guard asset.hasAdjustments else {
            return asset.adjustmentTimestamp.map { ("Reverted", Wording.moment($0)) }
        }
        let program = [asset.adjustmentFormatIdentifier, asset.adjustmentFormatVersion]
            .compactMap(\.self).joined(separator: " ")
        let author =
            asset.adjustmentsState == .cameraAutoAdjusted
            ? " by the camera" : program.isEmpty ? "" : " by \(program)"
        return ("Edited", Wording.moment(asset.adjustmentTimestamp) + author)
    }

    /// Metres; a negative vertical accuracy means that the altitude is not known.
    var altitude: Double? {
        guard let location = asset.location, location.verticalAccuracy >= 0 else { return nil }
        return location.altitude
    }
}
