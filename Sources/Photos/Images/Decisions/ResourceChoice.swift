package import CPhotosTypes
package import PhotosStore

/// Which of an asset's files a request is about.
package enum ResourceChoice {
    /// The file whose picture shows an asset; nil where it has none, as sound.
    ///
    /// - Parameters:
    ///   - version: Which version is asked for.
    ///   - resources: All files of the asset.
    ///   - prefersRaw: Whether the asset shows the RAW one of two originals.
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

    /// The movie of a video asset; nil where it has none.
    package static func video(
        _ version: PHVideoRequestOptionsVersion,
        of resources: [ResourceRecord]
    ) -> ResourceRecord? {
        if version == .current, let rendered = resources.first(ResourceRole.fullSizeVideo) {
            return rendered
        }
        return resources.first(ResourceRole.video)
    }

    /// The movie that belongs to the picture of a Live Photo; nil where it has none.
    ///
    /// The rendering of a still alone is a picture, beside which the original movie would be another one's.
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
