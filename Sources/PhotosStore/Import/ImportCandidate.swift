package import Foundation

/// A file that is a picture or movie by its content, with what tells whether its bytes are known.
package struct ImportCandidate: Hashable, Sendable {
    package var file: FoundFile
    /// The API's number for the type of the asset's first resource: photo or video.
    package var resourceType: Int
    package var checksum: [UInt8]
    /// Of the asset that the file is to become.
    package var uuid: UUID

    package init(file: FoundFile, resourceType: Int, checksum: [UInt8], uuid: UUID) {
        self.file = file
        self.resourceType = resourceType
        self.checksum = checksum
        self.uuid = uuid
    }
}
