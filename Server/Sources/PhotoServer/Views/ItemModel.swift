import Foundation
import OpenPhotoKit
import PhotosBase
import ServeRules

/// A photo in a list.
struct ItemModel: Encodable, Sendable {
    var id: String
    var w: Int
    var h: Int
    var kind: String
    var seconds: Double?
    var flags: [String]
    var day: Int
    var time: String?
    var p: String
    var color: String?
    /// The beginning of the caption.
    var caption: String?
    var daysLeft: Int?

    /// Reads the properties that a list shows.
    ///
    /// - Parameters:
    ///   - asset: The photo.
    ///   - omitted: The details that the client does not see.
    ///   - color: Its mean colour; nil where a list shows none.
    ///   - hasSources: Whether any photo can be offline; else none is asked.
    ///   - trashDays: The days that photos stay in Recently Deleted.
    ///   - now: The time, for the days that are left.
    init(
        _ asset: PHAsset,
        omitting omitted: Set<PhotoDetail> = [],
        color: LibraryPreviews.Color? = nil,
        hasSources: Bool,
        trashDays: Int,
        now: Date
    ) {
        id = Self.identifier(of: asset)
        w = asset.pixelWidth
        h = asset.pixelHeight
        kind =
            switch asset.mediaType {
            case .video: "video"
            case .audio: "audio"
            default: "image"
            }
        seconds = asset.mediaType == .image ? nil : asset.duration
        flags = Self.flags(
            of: asset,
            hasSources: hasSources,
            showsFavorite: !omitted.contains(.favorites)
        )
        day = Int(DayAndShape(asset).day)
        time = asset.creationDate.map {
            let (seconds, zone) = ($0.timeIntervalSince1970, asset.timeZoneOffset)
            return omitted.contains(.zones)
                ? CivilTime(secondsSince1970: seconds, zone: zone ?? 0).text
                : CivilTime.text(secondsSince1970: seconds, zone: zone)
        }
        p = PreviewTag.of(asset)
        self.color = color.map(Self.styleText(of:))
        if !omitted.contains(.captions) {
            caption = Self.beginning(of: asset.extendedMetadata.caption)
        }
        daysLeft = asset.recentlyDeletedDate.map { date in
            let left = Double(trashDays) - now.timeIntervalSince(date) / 86_400
            return max(0, Int(left.rounded(.up)))
        }
    }

    /// The letters of a caption that readers of the screen hear with each photo.
    private static let longestCaption = 160

    /// Returns the first words of a caption as one line; nil for none.
    static func beginning(of caption: String?) -> String? {
        // A caption may be a whole page, of which a list reads no more than it needs.
        guard let start = caption?.prefix(2 * longestCaption) else { return nil }
        let line = start.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        guard !line.isEmpty else { return nil }
        return line.count > longestCaption ? line.prefix(longestCaption) + "…" : line
    }

    /// Returns the identifier of a photo as addresses have it.
    static func identifier(of asset: PHAsset) -> String {
        asset.localIdentifier.split(separator: "/").first.map(String.init) ?? ""
    }

    /// Returns a colour as style sheets write it.
    private static func styleText(of color: LibraryPreviews.Color) -> String {
        "#" + Hexadecimal.digits(of: [color.red, color.green, color.blue])
    }

    private static func flags(
        of asset: PHAsset,
        hasSources: Bool,
        showsFavorite: Bool
    ) -> [String] {
        var flags: [String] = []
        if showsFavorite, asset.isFavorite { flags.append("favorite") }
        let subtypes = asset.mediaSubtypes
        if subtypes.contains(.photoLive) { flags.append("live") }
        if asset.contentType.conforms(to: .rawImage) { flags.append("raw") }
        if asset.isHidden { flags.append("hidden") }
        if hasSources, asset.isOffline { flags.append("offline") }
        if asset.hasAdjustments { flags.append("edited") }
        if asset.burstIdentifier != nil { flags.append("burst") }
        if subtypes.contains(.photoPanorama) { flags.append("pano") }
        if subtypes.contains(.photoScreenshot) { flags.append("screenshot") }
        if isAnimation(asset) { flags.append("animated") }
        return flags
    }

    /// Whether the original is an animated picture that browsers play.
    private static func isAnimation(_ asset: PHAsset) -> Bool {
        guard asset.playbackStyle == .imageAnimated else { return false }
        let type = asset.contentType.preferredMIMEType
        return type.map(["image/gif", "image/webp", "image/png", "image/avif"].contains) ?? false
    }
}

/// The tag of a photo's previews, which changes when their bytes do.
enum PreviewTag {
    static func of(_ asset: PHAsset) -> String {
        "\(asset.contentVersion).\(LibraryPreviews.rulesVersion)"
    }
}
