public import Photos
import PhotosStore

extension PHAsset {
    /// Where the creation date was found: the name of a tag, such as `Exif.Photo.DateTimeOriginal`; `name` for a date in the
    /// file's name and `file` for the file's own; another program's name where that said it; `person` where somebody set
    /// it in this library.
    ///
    /// Nil where there is no date, or where an application set it in a library before format 6.
    public var creationDateSource: String? { record.dateSource }

    /// Seconds east of GMT at the place where it was taken: stated by the file or set by a person, or assumed, see
    /// ``isZoneAssumed``. Nil where the zone is unknown.
    ///
    /// `creationDate` plus this is the time that the camera's clock showed.
    public var timeZoneOffset: Int? { record.creationZone }

    /// Whether the file gives a local time without a zone, so that ``timeZoneOffset`` is that of the machine which read
    /// it first. The time on the camera's clock is right; the point in time may not be.
    public var isZoneAssumed: Bool { record.traits.contains(.zoneAssumed) }
}
