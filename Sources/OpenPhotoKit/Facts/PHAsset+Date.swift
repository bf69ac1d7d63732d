public import Photos
import PhotosStore

extension PHAsset {
    /// Where the creation date was found: the name of a tag, such as `Exif.Photo.DateTimeOriginal`; `name` for a date in the
    /// file's name and `file` for the file's own; another program's name where that said it; `person` where somebody set
    /// it in this library.
    ///
    /// Nil where there is no date, or where an application set it in a library before format 6.
    public var creationDateSource: String? { record.dateSource }

    /// Seconds east of GMT on the camera's clock; nil where nothing is known of its zone.
    ///
    /// The file states it, a person set it, or it is assumed, see ``isZoneAssumed``.
    /// `creationDate` plus this is the time that the camera's clock showed.
    public var timeZoneOffset: Int? { record.creationZone }

    /// Whether ``timeZoneOffset`` is that of the machine which read the file first.
    ///
    /// The file gives a local time without a zone then. The time on the camera's clock is right; the point in time may not be.
    public var isZoneAssumed: Bool { record.traits.contains(.zoneAssumed) }
}
