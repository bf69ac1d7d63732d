import Foundation
import PhotosMedia
import PhotosStore

/// The bytes of sidecars.
enum SidecarBytes {
    /// Returns whether a sidecar that came in is XMP to which metadata can be added.
    static func canState(_ metadata: WrittenMetadata, in existing: [UInt8]) -> Bool {
        (try? SidecarWriting.bytes(stating: metadata, in: existing)) != nil
    }

    /// Returns a sidecar that states some metadata.
    ///
    /// - Parameters:
    ///   - metadata: The metadata.
    ///   - existing: A sidecar whose other content stays.
    /// - Returns: The bytes.
    /// - Throws: `StoreError` if a new sidecar cannot be written, or if nobody can tell what the existing one states.
    static func bytes(stating metadata: WrittenMetadata, in existing: [UInt8]?) throws -> [UInt8] {
        do {
            return try SidecarWriting.bytes(stating: metadata, in: existing)
        } catch {
            throw StoreError(
                .invalidResource,
                existing == nil ? "Its sidecar cannot be written: \(error)" : mayStateAnything
            )
        }
    }

    /// Why a sidecar is left out that must not state some things.
    static let mayStateAnything =
        "Its sidecar is not XMP, so places and persons in it cannot be found. It was left out."

    /// Returns a checksum over the metadata.
    static func stateChecksum(of metadata: WrittenMetadata) throws -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        return ExportDigest.checksum(of: Array(try encoder.encode(metadata)))
    }

    /// Returns the names of the values that no file can state.
    static func lostValues(of metadata: WrittenMetadata) -> [String] {
        metadata.unwritable.map { "\($0)" }
    }
}
