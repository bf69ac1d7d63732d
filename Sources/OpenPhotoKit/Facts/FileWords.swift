public import Photos
import PhotosMedia
import PhotosStore

/// The words that people wrote to the files of an asset, beside its caption and keywords.
public struct FileWords: Hashable, Sendable {
    /// The title, such as `dc:title` of XMP; nil if the files state none.
    public let title: String?
    /// The headline, such as `photoshop:Headline` of XMP; nil if the files state none.
    public let headline: String?
    /// The names of persons in the photo, each once.
    public let persons: [String]
    /// The names of those who made the photo, each once.
    public let creators: [String]
    /// The part of a city, or a sight; nil if the files state none.
    public let sublocation: String?
    /// The city; nil if the files state none.
    public let city: String?
    /// The province or state; nil if the files state none.
    public let region: String?
    /// The country; nil if the files state none.
    public let country: String?

    init(_ facts: AssetFacts) {
        let words = facts.words
        title = words.title
        headline = words.headline
        persons = words.persons
        creators = words.creators
        sublocation = words.placeNames.sublocation
        city = words.placeNames.city
        region = words.placeNames.region
        country = words.placeNames.country
    }

    /// The names of the place, from the small to the large.
    public var placeNames: [String] {
        [sublocation, city, region, country].compactMap(\.self)
    }
}

extension PHAsset {
    /// The titles, persons, creators and names of places in the asset's files, as they were last read.
    ///
    /// Words of a sidecar take precedence over those in the original. An asset that was fetched without a library has
    /// none. Files that were last read before the library's format 13 have none either:
    /// ``Photos/PHPhotoLibrary/rereadFacts(_:isDryRun:events:)`` reads them.
    public var fileWords: FileWords {
        guard let source else { return FileWords(AssetFacts()) }
        return FileWords(
            source.library.read(orElse: AssetFacts()) {
                try $0.facts.recorded(ofAsset: source.row)
            }
        )
    }

    /// Whether the asset is rejected, which XMP states as a rating of -1.
    ///
    /// Its `rating` is unset then.
    public var isRejected: Bool { record.isRejected }
}

extension PHAssetChangeRequest {
    /// Sets whether the asset is rejected.
    ///
    /// A rejected asset has no stars.
    ///
    /// - Parameter isRejected: True to reject the asset, which takes its stars. False takes back a rejection alone.
    public func setRejected(_ isRejected: Bool) {
        if isRejected { rating = .unset }
        setField(.isRejected, to: .flag(isRejected))
    }
}
