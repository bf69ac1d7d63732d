public import Photos
import PhotosStore

extension PHAsset {
    /// The version of the format of the present edit's data; nil without an edit, or where its program did not say.
    public var adjustmentFormatVersion: String? { hasAdjustments ? record.adjustmentVersion : nil }
}
