import PhotosMedia
package import PhotosStore

extension ResourceRecord {
    /// Whether metadata can be written into a copy of the file; other files get a sidecar.
    package var takesEmbeddedMetadata: Bool {
        MediaType(rawValue: contentType).map(Self.embeddingTypes.contains) ?? false
    }

    private static let embeddingTypes: Set<MediaType> = [.jpeg, .png, .tiff, .webp, .dng]
}
