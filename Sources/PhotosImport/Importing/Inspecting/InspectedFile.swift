import Foundation
package import PhotosMedia
package import PhotosStore

/// A file that has been inspected, and staged if it may become part of an asset.
package struct InspectedFile: Sendable {
    package enum Finding: Sendable {
        /// A picture, movie or sound.
        case media(ImportedMedia)
        /// The library has the bytes, and none of the files with them is broken.
        case known(checksum: [UInt8], HeldBytes)
        /// The words of a sidecar, and its bytes; nil in a dry run.
        case xmp(ImportSupplement, StagedResource?, of: SidecarSubject)
        /// A file in which another program keeps what it knows of a picture.
        ///
        /// The complaint says why nothing was read of a sidecar whose words are usually read.
        case settings(StagedResource, complaint: String? = nil)
        case adjustment(AppleAdjustment, StagedResource)
        /// By its content, the file is neither a picture nor a movie.
        case other
        /// The file cannot be imported.
        ///
        /// The message says why, and what to do.
        case refused(String)
    }

    package var file: FoundFile
    package var finding: Finding
    /// The error that would stop every other file, too.
    package var obstacle: StoreError?

    package init(file: FoundFile, finding: Finding, obstacle: StoreError? = nil) {
        self.file = file
        self.finding = finding
        self.obstacle = obstacle
    }
}

extension InspectedFile.Finding {
    /// The checksum of a file that can be a resource; nil for another file.
    var checksum: [UInt8]? {
        switch self {
        case .media(let media): media.resource.file.checksum
        case .adjustment(_, let resource): resource.file.checksum
        case .known(let checksum, _): checksum
        case .xmp, .settings, .other, .refused: nil
        }
    }

    /// Whether words were read from the file.
    var isXMP: Bool { if case .xmp = self { true } else { false } }

    /// The staged bytes of a sidecar; nil for another file, and where they are not staged.
    var stagedSidecar: StagedResource? {
        switch self {
        case .xmp(_, let resource, _): resource
        case .settings(let resource, _): resource
        case .media, .known, .adjustment, .other, .refused: nil
        }
    }
}

/// A picture, movie or sound that will become a resource.
package struct ImportedMedia: Sendable {
    package var resource: StagedResource
    package var facts: MediaFacts
    /// The movie inside a motion photo.
    package var movie: StagedResource?
    /// The reason why some of the metadata could not be read.
    package var complaint: String?
    /// The reason why a file that was to be moved was copied, and stays at its path.
    package var stayingReason: String?

    package init(
        resource: StagedResource,
        facts: MediaFacts,
        movie: StagedResource? = nil,
        complaint: String? = nil,
        stayingReason: String? = nil
    ) {
        self.resource = resource
        self.facts = facts
        self.movie = movie
        self.complaint = complaint
        self.stayingReason = stayingReason
    }
}
