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
        func first(_ types: [Int]) -> ResourceRecord? {
            resources.first { types.contains($0.type) }
        }
        let version = resumes ? ResourceRole.bases : ResourceRole.renderings
        let shown = first(version.filter { $0 != version.last })
        if let shown {
            main = shown
            pairedVideo = version.last.flatMap { first([$0]) }
        } else {
            let originals = resources.filter {
                (ResourceRole.originals + [ResourceRole.alternatePhoto]).contains($0.type)
                    && $0.type != ResourceRole.audio
            }
            let chosen = originals.first { $0.isRaw == prefersRaw } ?? originals.first
            guard let chosen else { return nil }
            main = chosen
            pairedVideo = first([ResourceRole.pairedVideo])
        }
    }
}
