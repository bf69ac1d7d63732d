public import Photos
import PhotosStore

/// A property of an asset that its files can say and a person can set.
///
/// What a person set stays whatever files say, until it is reverted; the rest follows the files.
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
    /// Sets the zone of the creation date, as one that is known.
    ///
    /// The creation date stays the point in time that it is: set it as well where the clock is to stay.
    ///
    /// - Parameter seconds: East of GMT, from -12 to 14 hours; nil for an unknown zone. Others trap.
    public func setTimeZoneOffset(_ seconds: Int?) {
        precondition(
            seconds.map { (-43_200...50_400).contains($0) } ?? true,
            "A time zone of \(seconds ?? 0) seconds east of GMT was set on a PHAssetChangeRequest. Zones lie from -43200 to 50400 seconds."
        )
        set(.creationZone, FieldValue(seconds))
    }

    /// Gives properties back to the asset's files: they are what the files said when they were last read, and follow
    /// them from then on.
    ///
    /// The block fails with `changeNotSupported` where a date is asked for that the files do not say, and where they were
    /// not read since the library keeps what they say;
    /// ``Photos/PHPhotoLibrary/rereadFacts(_:isDryRun:events:)`` reads them.
    ///
    /// - Parameter properties: Those to give back.
    public func revertToFile(_ properties: Set<FileProperty>) {
        revert(Set(properties.compactMap { FileMetadata.Field(rawValue: $0.rawValue) }))
    }
}
