import Foundation
import PhotosMedia
import PhotosStore

/// A file that has been inspected, and staged if it may become part of an asset.
struct InspectedFile: Sendable {
    enum Finding: Sendable {
        /// A picture, movie or sound.
        case media(ImportedMedia)
        /// The library has the bytes.
        ///
        /// `assets` are the assets that have them.
        case known(checksum: [UInt8], assets: [UUID])
        case xmp(ImportSupplement)
        case adjustment(AppleAdjustment, StagedResource)
        /// By its content, the file is neither a picture nor a movie.
        case other
        /// The file cannot be imported.
        ///
        /// The message says why, and what to do.
        case refused(String)
    }

    var file: FoundFile
    var finding: Finding
    /// The error that would stop every other file, too.
    var obstacle: StoreError?
}

/// A picture, movie or sound that will become a resource.
struct ImportedMedia: Sendable {
    var resource: StagedResource
    var facts: MediaFacts
    /// The movie inside a motion photo.
    var movie: StagedResource?
    /// The reason why some of the metadata could not be read.
    var complaint: String?
    /// The reason why a file that was to be moved was copied, and stays at its path.
    var stayingReason: String?
}
