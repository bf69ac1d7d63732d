import OpenPhotoKit

/// Numbers of photos and videos, as a person says them.
enum PhotoCount {
    /// Returns a number of photos and videos whose kinds are known.
    ///
    /// - Parameters:
    ///   - images: The number of photos.
    ///   - others: The number of videos.
    /// - Returns: A text such as "1 photo", "2 videos" or "3 photos and videos".
    static func text(images: Int, others: Int) -> String {
        if images > 0, others == 0 { return Wording.count(images, of: "photo") }
        if others > 0, images == 0 { return Wording.count(others, of: "video") }
        return "\(images + others) photos and videos"
    }

    static func text(_ assets: [PHAsset]) -> String {
        let images = assets.count { $0.mediaType == .image }
        return text(images: images, others: assets.count - images)
    }

    /// Returns a number of photos and videos whose kinds are not known.
    static func text(_ count: Int) -> String {
        Wording.count(count, of: "photo or video", plural: "photos and videos")
    }
}
