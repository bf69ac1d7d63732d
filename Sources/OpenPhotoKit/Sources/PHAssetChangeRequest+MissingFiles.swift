public import Photos

extension PHAssetChangeRequest {
    /// Lets the asset go on without its files that are missing from their sources, so that it is no longer offline.
    ///
    /// A missing file is the RAW beside a JPEG, the movie of a Live Photo, or an edited version, which a person deleted in the
    /// folder. If the JPEG beside a RAW is missing, the RAW becomes the original. An edit goes with its edited version. A file
    /// that comes back joins the asset again at the next sweep.
    ///
    /// Missing are the files of which ``Photos/PHAssetResource/isMissingFromSource`` is true. The block fails with
    /// `changeNotSupported` if no picture or movie is left, or if a remote has one of the files and can give it back. The change
    /// cannot be taken back.
    ///
    /// - Parameter evenInRemotes: Whether to leave out files that a remote has, too. A sync removes those that no photo needs from the
    ///   remote after 30 days.
    public func leaveOutMissingFiles(evenInRemotes: Bool = false) {
        leaveOutMissing(evenInRemotes: evenInRemotes)
    }
}
