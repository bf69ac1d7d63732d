import AVFoundation
import CoreLocation
import Photos

/// Reads what movies say of themselves, and copies them, with structured concurrency.
struct MovieInspector: Sendable {
    func taken(_ url: URL) async throws -> Date? {
        let asset = AVURLAsset(url: url)
        guard let item = try await asset.load(.creationDate) else { return nil }
        return try await item.load(.dateValue)
    }

    func place(_ url: URL) async -> String? {
        let asset = AVURLAsset(url: url)
        guard let metadata = try? await asset.load(.commonMetadata) else { return nil }
        let items = AVMetadataItem.metadataItems(
            from: metadata,
            filteredByIdentifier: .commonIdentifierLocation
        )
        guard let item = items.first else { return nil }
        return try? await item.load(.stringValue)
    }

    func livePhotoIdentifier(_ url: URL) async throws -> String? {
        let (metadata, duration) = try await AVURLAsset(url: url).load(.metadata, .duration)
        guard duration.seconds > 0 else { return nil }
        for item in metadata where item.identifier == .quickTimeMetadataContentIdentifier {
            return try await item.load(.value) as? String
        }
        return nil
    }

    func camera(_ asset: AVAsset) async throws -> [String] {
        var values: [String] = []
        for format in try await asset.load(.availableMetadataFormats) {
            for item in try await asset.loadMetadata(for: format) {
                guard let key = item.commonKey, let value = try await item.load(.stringValue) else {
                    continue
                }
                switch key {
                case .commonKeyMake, .commonKeyModel: values.append(value)
                default: break
                }
            }
        }
        return values
    }

    func copy(_ asset: AVAsset, to url: URL, as type: AVFileType, preset: String) async throws {
        guard let session = AVAssetExportSession(asset: asset, presetName: preset) else {
            throw CocoaError(.featureUnsupported)
        }
        session.shouldOptimizeForNetworkUse = true
        try await session.export(to: url, as: type)
    }
}
