import OpenPhotoKit

/// Groups of resource types.
enum ResourceTypes {
    /// The types of files that a camera writes, and no edit.
    static let originals: Set<PHAssetResourceType> = [
        .photo, .video, .audio, .alternatePhoto, .pairedVideo,
    ]
}
