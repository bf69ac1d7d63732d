public import Photos
import PhotosStore

extension PHAsset {
    /// Where the creation date was found: the name of a tag, such as `Exif.Photo.DateTimeOriginal`; `name` for a date in the
    /// file's name and `file` for the file's own; another program's name where that said it.
    ///
    /// Nil where there is no date, or an application set it. A date with a source and without `timeZoneOffset` is a local
    /// time whose zone nobody knows, placed in the zone of the machine that imported it.
    public var creationDateSource: String? { record.dateSource }
}
