/// The resources that an application edits: what the asset looks like now, or what its last edit was made from.
package struct EditingFiles: Hashable, Sendable {
    /// The picture, or the movie of a video.
    package var main: ResourceRecord
    /// The movie of a Live Photo, where this version has one.
    package var pairedVideo: ResourceRecord?

    /// - Parameters:
    ///   - resources: Those of one asset, originals first.
    ///   - resumes: Whether the application goes on with the last edit.
    ///   - prefersRaw: Which original of a RAW and compressed pair is edited.
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
