public import Photos
import PhotosStore

/// A property of an asset that can come from its files and that a person can set.
///
/// A value that a person set stays until it is reverted, whatever the files contain. Other values follow the files.
public enum FileProperty: String, Hashable, Sendable, CaseIterable {
    /// The creation date with its zone and source.
    case date
    /// The location.
    case place
    case caption
    case keywords
    case rating
}

extension PHAssetChangeRequest {
    /// Sets the known time zone of the creation date.
    ///
    /// The creation date stays the same point in time. To keep the time on the clock, set the creation date as
    /// well.
    ///
    /// - Parameter seconds: The seconds east of GMT, from -12 to 14 hours; nil for an unknown zone. Other values
    ///   trap.
    public func setTimeZoneOffset(_ seconds: Int?) {
        precondition(
            seconds.map { (-43_200...50_400).contains($0) } ?? true,
            "A time zone of \(seconds ?? 0) seconds east of GMT was set on a PHAssetChangeRequest. Zones lie from -43200 to 50400 seconds."
        )
        setField(.creationZone, to: FieldValue(seconds))
    }

    /// Reverts properties to the values in the asset's files, which they follow from then on.
    ///
    /// The values are the ones from the last reading of the files. The block fails with `changeNotSupported` if a
    /// date is to be reverted and the files have none. The block also fails if the files were last read by a
    /// version that did not store their values. ``Photos/PHPhotoLibrary/rereadFacts(_:isDryRun:events:)`` reads
    /// them again.
    ///
    /// - Parameter properties: The properties to revert.
    public func revertToFile(_ properties: Set<FileProperty>) {
        revert(Set(properties.compactMap { FileMetadata.Field(rawValue: $0.rawValue) }))
    }
}
