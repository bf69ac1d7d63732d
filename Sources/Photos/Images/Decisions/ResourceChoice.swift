package import CPhotosTypes
package import PhotosStore

/// Chooses the file of an asset for a request.
package enum ResourceChoice {
    /// Returns the file with the picture of an asset; nil for an asset without one, such as sound.
    ///
    /// - Parameters:
    ///   - version: The requested version.
    ///   - resources: All files of the asset.
    ///   - prefersRaw: Whether the asset shows its RAW original instead of the other one.
    /// - Returns: The file.
    package static func picture(
        _ version: PHImageRequestOptionsVersion,
        of resources: [ResourceRecord],
        prefersRaw: Bool
    ) -> ResourceRecord? {
        version == .current
            ? resources.shown(prefersRaw: prefersRaw)
            : resources.original(prefersRaw: version == .original || prefersRaw)
    }

    /// Returns the movie of a video asset; nil if there is none.
    package static func video(
        _ version: PHVideoRequestOptionsVersion,
        of resources: [ResourceRecord]
    ) -> ResourceRecord? {
        if version == .current, let rendered = resources.first(ResourceRole.fullSizeVideo) {
            return rendered
        }
        return resources.first(ResourceRole.video)
    }

    /// Returns the movie that belongs to the picture of a Live Photo; nil if there is none.
    ///
    /// If only the still was rendered, there is no movie: the original movie does not show the edit.
    package static func pairedVideo(
        _ version: PHImageRequestOptionsVersion,
        of resources: [ResourceRecord]
    ) -> ResourceRecord? {
        let isRendered = resources.first(ResourceRole.fullSizePhoto) != nil
        return resources.first(
            version == .current && isRendered
                ? ResourceRole.fullSizePairedVideo : ResourceRole.pairedVideo
        )
    }
}
