import PhotosMedia

/// Whether an asset is a picture, a movie or sound.
package struct AssetMediaType: StoredCode {
    package let rawValue: Int
    package init(rawValue: Int) { self.rawValue = rawValue }

    package static let unknown = AssetMediaType(rawValue: 0)
    package static let image = AssetMediaType(rawValue: 1)
    package static let video = AssetMediaType(rawValue: 2)
    package static let audio = AssetMediaType(rawValue: 3)

    init(_ kind: MediaKind) {
        self =
            switch kind {
            case .image: .image
            case .video: .video
            case .audio: .audio
            }
    }
}

/// How an asset is best shown.
package struct AssetPlaybackStyle: StoredCode {
    package let rawValue: Int
    package init(rawValue: Int) { self.rawValue = rawValue }

    package static let unsupported = AssetPlaybackStyle(rawValue: 0)
    package static let image = AssetPlaybackStyle(rawValue: 1)
    package static let imageAnimated = AssetPlaybackStyle(rawValue: 2)
    package static let livePhoto = AssetPlaybackStyle(rawValue: 3)
    package static let video = AssetPlaybackStyle(rawValue: 4)
}

/// The effect with which a Live Photo is played.
package struct AssetPlaybackVariation: StoredCode {
    package let rawValue: Int
    package init(rawValue: Int) { self.rawValue = rawValue }

    package static let plain = AssetPlaybackVariation(rawValue: 0)
    package static let longExposure = AssetPlaybackVariation(rawValue: 3)
}

/// Who picked a picture from its burst.
package struct BurstSelection: OptionSet, StoredCode {
    package let rawValue: Int
    package init(rawValue: Int) { self.rawValue = rawValue }

    package static let byCamera = BurstSelection(rawValue: 1 << 0)
    package static let byUser = BurstSelection(rawValue: 1 << 1)
}

/// The kinds of source that an asset came from.
package struct AssetSourceType: OptionSet, StoredCode {
    package let rawValue: Int
    package init(rawValue: Int) { self.rawValue = rawValue }

    package static let userLibrary = AssetSourceType(rawValue: 1 << 0)
    package static let cloudShared = AssetSourceType(rawValue: 1 << 1)
    package static let iTunesSynced = AssetSourceType(rawValue: 1 << 2)
    package static let all: AssetSourceType = [.userLibrary, .cloudShared, .iTunesSynced]
}

/// Who edited an asset, if anybody did.
package struct AdjustmentsState: StoredCode {
    package let rawValue: Int
    package init(rawValue: Int) { self.rawValue = rawValue }

    package static let unedited = AdjustmentsState(rawValue: 0)
    package static let editedByUser = AdjustmentsState(rawValue: 2)
    /// The camera itself adjusted the picture, which is no edit by a person.
    package static let adjustedByCamera = AdjustmentsState(rawValue: 3)
}

/// Which original of a RAW and JPEG pair an asset shows.
package struct OriginalChoice: StoredCode {
    package let rawValue: Int
    package init(rawValue: Int) { self.rawValue = rawValue }

    package static let compressed = OriginalChoice(rawValue: 0)
    package static let raw = OriginalChoice(rawValue: 1)
}

extension MediaSubtypes {
    /// Reads the bits of a column.
    init(storedBits bits: Int64) { self.init(rawValue: UInt(truncatingIfNeeded: bits)) }

    /// The bits as their column has them.
    var storedBits: Int64 { Int64(truncatingIfNeeded: rawValue) }
}
