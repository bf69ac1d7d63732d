import Foundation
import PhotosMedia
import PhotosStore

/// The bytes of sidecars.
enum SidecarBytes {
    /// Returns a sidecar that states some metadata.
    ///
    /// - Parameters:
    ///   - metadata: The metadata.
    ///   - existing: A sidecar whose other content stays; one that is no XMP is kept as it is.
    ///   - withholds: Whether the sidecar must not state some things, so that one that is no XMP is refused.
    /// - Returns: The bytes.
    /// - Throws: `StoreError` if a new sidecar cannot be written, or if nobody can tell what the existing one states.
    static func bytes(
        _ metadata: WrittenMetadata,
        in existing: [UInt8]?,
        withholds: Bool
    ) throws -> [UInt8] {
        do {
            return try SidecarWriting.bytes(stating: metadata, in: existing)
        } catch {
            guard let existing else {
                throw StoreError(.invalidResource, "Its sidecar cannot be written: \(error)")
            }
            guard !withholds else {
                throw StoreError(
                    .invalidResource,
                    "Its sidecar is not XMP, so places and persons in it cannot be found. It was left out."
                )
            }
            // The sidecar that came in is kept as it is rather than lost.
            return existing
        }
    }

    /// Returns a checksum over the metadata.
    static func state(of metadata: WrittenMetadata) throws -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        return ExportDigest.checksum(of: Array(try encoder.encode(metadata)))
    }

    /// Returns the names of the values that no file can state.
    static func losses(of metadata: WrittenMetadata) -> [String] {
        metadata.unwritable.map { "\($0)" }
    }
}
