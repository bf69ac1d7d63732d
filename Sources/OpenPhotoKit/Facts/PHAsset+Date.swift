public import Photos
import PhotosStore

extension PHAsset {
    /// The source of the creation date; nil if there is none.
    ///
    /// The source is also nil if an application set the date in a library before format 6. Otherwise it is one of
    /// these:
    /// - the name of a tag, such as `Exif.Photo.DateTimeOriginal`
    /// - `name` for a date in the file's name
    /// - `file` for the date of the file itself
    /// - `added` for the moment when a program added bytes without a date
    /// - the name of another program that provided the date
    /// - `person` if a person set the date in this library
    public var creationDateSource: String? { record.dateSource }

    /// The seconds east of GMT of the camera's clock; nil if the time zone is unknown.
    ///
    /// The zone comes from the file, from a person, or from an assumption, see ``isZoneAssumed``. The sum of
    /// `creationDate` and this offset is the time that the camera's clock showed.
    public var timeZoneOffset: Int? { record.creationZone }

    /// Whether ``timeZoneOffset`` is the time zone of the machine that first read the file, or that of the photo's place.
    ///
    /// In this case the file contains a local time without a zone. The time on the camera's clock is right, but the point
    /// in time may be wrong. If the file contains no date, the source is `file` or `added`. Then the point in time is
    /// right, and the zone is that of the machine where the photo came in.
    public var isZoneAssumed: Bool { record.traits.contains(.zoneAssumed) }
}
