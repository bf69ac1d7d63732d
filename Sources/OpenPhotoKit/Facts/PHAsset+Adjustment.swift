public import Photos
import PhotosStore

extension PHAsset {
    /// The format version of the current edit's data; nil without an edit, or if the editing program gave none.
    public var adjustmentFormatVersion: String? { hasAdjustments ? record.adjustmentVersion : nil }
}
