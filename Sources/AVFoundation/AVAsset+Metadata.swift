import Foundation
import PhotosMedia

extension AVAsset {
    /// All metadata fields of a QuickTime or MPEG-4 movie; empty if none can be read.
    public var metadata: [AVMetadataItem] { (try? loadedMetadata()) ?? [] }

    /// The fields with a meaning that several key spaces share.
    public var commonMetadata: [AVMetadataItem] { metadata.filter { $0.commonKey != nil } }

    /// The metadata formats that the movie uses.
    public var availableMetadataFormats: [AVMetadataFormat] {
        (try? loadedFormats()) ?? []
    }

    /// Returns the fields of the movie in a metadata format.
    public func metadata(forFormat format: AVMetadataFormat) -> [AVMetadataItem] {
        metadata.filter { $0.keySpace.flatMap(AVMetadataFormat.init) == format }
    }

    /// The date when the movie was taken, from a field or else from the movie's header; nil if neither contains
    /// one.
    public var creationDate: AVMetadataItem? { try? loadedCreationDate() }

    func loadedMetadata() throws -> [AVMetadataItem] {
        try read { try MovieMetadata.read(from: $0).fields.map { AVMetadataItem($0) } }
    }

    func loadedFormats() throws -> [AVMetadataFormat] {
        var formats: [AVMetadataFormat] = []
        for format in try loadedMetadata().compactMap({ $0.keySpace.flatMap(AVMetadataFormat.init) }
        )
        where !formats.contains(format) {
            formats.append(format)
        }
        return formats
    }

    func loadedCreationDate() throws -> AVMetadataItem? {
        let found = try read { try MovieMetadata.read(from: $0) }
        let stated = found.fields.map { AVMetadataItem($0) }.first {
            $0.commonKey == .commonKeyCreationDate && $0.dateValue != nil
        }
        return stated ?? found.headerDate.map { AVMetadataItem(headerDate: $0) }
    }
}

extension AVMetadataFormat {
    fileprivate init?(_ space: AVMetadataKeySpace) {
        switch space {
        case .quickTimeMetadata: self = .quickTimeMetadata
        case .quickTimeUserData: self = .quickTimeUserData
        case .iTunes: self = .iTunesMetadata
        default: return nil
        }
    }
}
