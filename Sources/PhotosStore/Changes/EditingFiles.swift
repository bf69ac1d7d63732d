/// The resources that an application edits: those that show the asset now, or the input of its last edit.
package struct EditingFiles: Hashable, Sendable {
    /// The picture, or the movie of a video.
    package var main: ResourceRecord
    /// The movie of a Live Photo, where this version has one.
    package var pairedVideo: ResourceRecord?

    /// Chooses the files.
    ///
    /// Returns nil for an asset without an original.
    ///
    /// - Parameters:
    ///   - resources: The resources of one asset, originals first.
    ///   - resumes: Whether the application resumes the last edit.
    ///   - prefersRaw: Whether the RAW original of a pair is edited, rather than the compressed one.
    package init?(_ resources: [ResourceRecord], resumes: Bool, prefersRaw: Bool) {
        let shown =
            resumes
            ? resources.first(ResourceRole.adjustmentBasePhoto, ResourceRole.adjustmentBaseVideo)
            : resources.first(ResourceRole.fullSizePhoto, ResourceRole.fullSizeVideo)
        if let shown {
            main = shown
            pairedVideo = resources.first(
                resumes
                    ? ResourceRole.adjustmentBasePairedVideo : ResourceRole.fullSizePairedVideo
            )
        } else {
            guard let original = resources.original(prefersRaw: prefersRaw) else { return nil }
            main = original
            pairedVideo = resources.first(ResourceRole.pairedVideo)
        }
    }
}
