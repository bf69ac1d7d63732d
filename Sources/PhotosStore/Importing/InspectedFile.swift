import Foundation
import PhotosMedia

/// A file that has been looked into, and is in the staging area if it may become part of an asset.
struct InspectedFile: Sendable {
    enum Finding: Sendable {
        /// A picture, movie or sound.
        case media(ImportedMedia)
        /// The library has the bytes; the assets that have them.
        case known(checksum: [UInt8], assets: [UUID])
        case xmp(ImportSupplement)
        case adjustment(AppleAdjustment, StagedResource)
        /// Neither picture nor movie, by its content.
        case other
        /// The sentence says why, and what to do.
        case refused(String)
    }

    var file: FoundFile
    var finding: Finding
    /// Why no other file would get in either.
    var obstacle: StoreError?
}

/// A picture, movie or sound that is to become a resource.
struct ImportedMedia: Sendable {
    var resource: StagedResource
    var facts: MediaFacts
    /// The movie that a motion photo carries.
    var movie: StagedResource?
    /// Why not all could be read of it, and by what.
    var complaint: String?
    /// Why a file that was to be moved was copied, and stays where it is.
    var stayingReason: String?
}
