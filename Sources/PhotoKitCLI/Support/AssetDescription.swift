import OpenPhotoKit

/// The description of an asset, as text and as JSON.
struct AssetDescription {
    let asset: PHAsset

    init(_ asset: PHAsset) { self.asset = asset }

    /// The creation date on the camera's clock, with its time zone if known.
    ///
    /// An assumed time zone is followed by a question mark. Without a time zone, the date is in GMT, as searches and edits count.
    var taken: String {
        guard let date = asset.creationDate else { return "-" }
        guard let zone = asset.timeZoneOffset else {
            return Wording.formattedClock(date, zone: 0) + " GMT"
        }
        return Wording.formattedDate(date, zone: zone) + (asset.isZoneAssumed ? "?" : "")
    }

    /// A remark about the creation date: an unknown or assumed time zone, and the source of the date.
    var dateRemark: String {
        guard asset.creationDate != nil else { return "" }
        let zone: String? =
            asset.timeZoneOffset == nil
            ? "time zone unknown" : asset.isZoneAssumed ? "time zone assumed" : nil
        let remarks = [zone, asset.creationDateSource.map(Self.words(ofDateSource:))]
            .compactMap(\.self)
        return remarks.isEmpty ? "" : " (\(remarks.joined(separator: "; ")))"
    }

    /// Returns where a date comes from, in words; a tag stays as it is.
    static func words(ofDateSource source: String) -> String {
        switch source {
        case "file": "date of the file itself"
        case "name": "from the file's name"
        case "person": "set by you"
        case "added": "when it was added"
        default: source
        }
    }

    /// The name of the file in its source, else the name at the import.
    var filename: String? { asset.sourceFilename ?? asset.extendedMetadata.originalFilename }

    var mediaType: String {
        switch asset.mediaType {
        case .image: "image"
        case .video: "video"
        case .audio: "audio"
        default: "unknown"
        }
    }

    /// The API's names of the asset's subtypes.
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

    /// The flags as letters: favorite, hidden, edited, offline, a file in a remote alone, a lost file.
    func flagText(whereabouts: Whereabouts) -> String {
        let flags =
            (asset.isFavorite ? "f" : "") + (asset.isHidden ? "h" : "")
            + (asset.hasAdjustments ? "e" : "") + (asset.isOffline ? "o" : "")
            + (whereabouts.isLost ? "l" : whereabouts.isElsewhere ? "r" : "")
        return flags.isEmpty ? "-" : flags
    }

    /// The JSON members that `Documentation/CommandLine.md` describes.
    func jsonMembers(whereabouts: Whereabouts) -> [(String, JSON)] {
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
            ("isElsewhere", JSON(whereabouts.isElsewhere)),
            ("isLost", JSON(whereabouts.isLost)),
            ("rating", JSON(asset.rating.rawValue)),
            ("isRejected", JSON(asset.isRejected)),
            ("caption", JSON(metadata.caption)),
            ("keywords", JSON(metadata.keywords)),
            ("burstIdentifier", JSON(asset.burstIdentifier)),
            ("addedDate", JSON(asset.addedDate)),
            ("modificationDate", JSON(asset.modificationDate)),
            ("recentlyDeletedDate", JSON(asset.recentlyDeletedDate)),
        ]
    }

    /// The API's name of the asset's adjustment state.
    private var adjustmentsState: String {
        switch asset.adjustmentsState {
        case .none: "none"
        case .userAdjusted: "userAdjusted"
        case .cameraAutoAdjusted: "cameraAutoAdjusted"
        default: "state \(asset.adjustmentsState.rawValue)"
        }
    }

    /// The date and author of the last edit, or the date of the last revert; nil for an asset that was never
    /// edited.
    var edit: (label: String, text: String)? {
        guard asset.hasAdjustments else {
            return asset.adjustmentTimestamp.map { ("Reverted", Wording.formattedDate($0)) }
        }
        let program = [asset.adjustmentFormatIdentifier, asset.adjustmentFormatVersion]
            .compactMap(\.self).joined(separator: " ")
        let author =
            asset.adjustmentsState == .cameraAutoAdjusted
            ? " by the camera" : program.isEmpty ? "" : " by \(program)"
        return ("Edited", Wording.formattedDate(asset.adjustmentTimestamp) + author)
    }

    /// The altitude in metres; nil if it is unknown, which a negative vertical accuracy means.
    var altitude: Double? {
        guard let location = asset.location, location.verticalAccuracy >= 0 else { return nil }
        return location.altitude
    }
}
