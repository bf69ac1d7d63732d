import Foundation
import OpenPhotoKit

extension PHAssetResource {
    /// The name of the file in its source, else the name at the import, as an export has it; empty if unknown.
    var presentFilename: String { sourceURL?.lastPathComponent ?? originalFilename }
}
