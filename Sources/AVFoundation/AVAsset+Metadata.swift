import Foundation
import PhotosMedia

extension AVAsset {
    /// Everything that a QuickTime or MPEG-4 movie says of itself; empty where nothing can be read.
    public var metadata: [AVMetadataItem] { (try? loadedMetadata()) ?? [] }

    /// Those of its fields whose meaning several lists share.
    public var commonMetadata: [AVMetadataItem] { metadata.filter { $0.commonKey != nil } }

    /// The forms in which the movie keeps fields.
    public var availableMetadataFormats: [AVMetadataFormat] {
        (try? loadedFormats()) ?? []
    }

    /// The fields that the movie keeps in a form.
    public func metadata(forFormat format: AVMetadataFormat) -> [AVMetadataItem] {
        metadata.filter { $0.keySpace.flatMap(AVMetadataFormat.init) == format }
    }

    /// When the movie was taken: as a field says, else as the movie's header does; nil where neither does.
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
