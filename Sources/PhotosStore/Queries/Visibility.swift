package import Foundation
import PhotosMedia

extension Condition {
    /// Returns the condition for assets that fetches show, which never include those in Recently Deleted.
    ///
    /// `sources` are the kinds of source whose assets are shown.
    package static func visible(
        includeHidden: Bool,
        includeAllBurst: Bool,
        sources: AssetSourceType
    ) -> Condition {
        var parts: [Condition] = [.field(.asset(.trashedDate), .equal, .null)]
        if !includeHidden { parts.append(.field(.asset(.isHidden), .equal, .integer(0))) }
        if !includeAllBurst {
            parts.append(
                .any([
                    .field(.asset(.burstIdentifier), .equal, .null),
                    .field(.asset(.representsBurst), .equal, .integer(1)),
                    .anyBit(of: BurstSelection.byUser, in: .burstSelection),
                ])
            )
        }
        if sources != .all { parts.append(.anyBit(of: sources, in: .sourceType)) }
        return .all(parts)
    }

    /// Returns the condition that a field has a number of the API's.
    static func code(_ code: some StoredCode, in field: AssetField) -> Condition {
        .field(.asset(field), .equal, code.fieldValue)
    }

    /// Returns the condition that a field has any of the given bits.
    static func anyBit(of codes: some StoredCode, in field: AssetField) -> Condition {
        .bits(of: .asset(field), mask: Int64(codes.rawValue))
    }

    package static let trashed = Condition.field(.asset(.trashedDate), .notEqual, .null)

    /// Returns the condition that any bit of a mask is set.
    package static func bits(of field: Field, mask: Int64) -> Condition {
        .comparison(
            .bitAnd(.field(field), .value(.integer(mask))),
            .notEqual,
            .value(.integer(0)),
            []
        )
    }
}

/// The smart albums; the raw values are the API's numbers of their subtypes.
package enum SmartAlbum: Int, CaseIterable, Sendable {
    case generic = 200
    case panoramas = 201
    case videos = 202
    case favorites = 203
    case timelapses = 204
    case allHidden = 205
    case recentlyAdded = 206
    case bursts = 207
    case slomoVideos = 208
    case userLibrary = 209
    case selfPortraits = 210
    case screenshots = 211
    case depthEffect = 212
    case livePhotos = 213
    case animated = 214
    case longExposures = 215
    case unableToUpload = 216
    case raw = 217
    case cinematic = 218
    case spatial = 219
    case screenRecordings = 220

    package var title: String {
        switch self {
        case .generic: "Smart Album"
        case .panoramas: "Panoramas"
        case .videos: "Videos"
        case .favorites: "Favorites"
        case .timelapses: "Time-lapse"
        case .allHidden: "Hidden"
        case .recentlyAdded: "Recently Saved"
        case .bursts: "Bursts"
        case .slomoVideos: "Slo-mo"
        case .userLibrary: "Recents"
        case .selfPortraits: "Selfies"
        case .screenshots: "Screenshots"
        case .depthEffect: "Portrait"
        case .livePhotos: "Live Photos"
        case .animated: "Animated"
        case .longExposures: "Long Exposure"
        case .unableToUpload: "Unable to Upload"
        case .raw: "RAW"
        case .cinematic: "Cinematic"
        case .spatial: "Spatial"
        case .screenRecordings: "Screen Recordings"
        }
    }

    /// Whether the album shows hidden assets even if the fetch excludes them.
    package var showsHidden: Bool { self == .allHidden }

    /// Returns the condition for assets in the album.
    ///
    /// Recently Added contains the last 30 days before `now`.
    package func condition(now: Date) -> Condition {
        switch self {
        case .generic: .constant(false)
        case .userLibrary: .anyBit(of: AssetSourceType.userLibrary, in: .sourceType)
        case .panoramas: .subtype(.panorama)
        case .screenshots: .subtype(.screenshot)
        case .livePhotos: .subtype(.live)
        case .depthEffect: .subtype(.depthEffect)
        case .spatial: .subtype(.spatial)
        case .slomoVideos: .subtype(.videoHighFrameRate)
        case .timelapses: .subtype(.videoTimelapse)
        case .screenRecordings: .subtype(.videoScreenRecording)
        case .cinematic: .subtype(.videoCinematic)
        case .videos: .code(AssetMediaType.video, in: .mediaType)
        case .favorites: .field(.asset(.isFavorite), .equal, .integer(1))
        case .allHidden: .field(.asset(.isHidden), .equal, .integer(1))
        case .recentlyAdded:
            .field(
                .asset(.addedDate),
                .greaterOrEqual,
                .real(now.addingTimeInterval(-30 * 86_400).timeIntervalSinceReferenceDate)
            )
        case .bursts: .field(.asset(.burstIdentifier), .notEqual, .null)
        case .animated:
            .any([
                .subtype(.animation), .code(AssetPlaybackStyle.imageAnimated, in: .playbackStyle),
            ])
        case .longExposures: .code(AssetPlaybackVariation.longExposure, in: .playbackVariation)
        case .selfPortraits: .bits(of: .asset(.traits), mask: AssetTraits.frontCamera.rawValue)
        case .raw: .bits(of: .asset(.traits), mask: AssetTraits.raw.rawValue)
        case .unableToUpload: .bits(of: .asset(.traits), mask: AssetTraits.unableToUpload.rawValue)
        }
    }
}

extension Condition {
    fileprivate static func subtype(_ subtypes: MediaSubtypes) -> Condition {
        .bits(of: .asset(.mediaSubtypes), mask: subtypes.storedBits)
    }
}
