public import Photos
import PhotosStore

extension PHAssetChangeRequest {
    /// Lets the asset go on without its files that are missing from their sources, so that it is no longer offline.
    ///
    /// A missing file is the RAW beside a JPEG, the movie of a Live Photo, or an edited version, which a person deleted in the folder.
    /// If the original is missing, another file becomes the original: the RAW beside the JPEG, otherwise the edited version, which takes
    /// its name unless it stays in a source, otherwise the movie. An edit goes with its edited version or its original. A file that comes
    /// back joins the asset again at the next sweep.
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

extension PHAsset {
    /// What becomes of the original of an asset that goes on without its missing files.
    package enum OriginalWithoutMissingFiles {
        case same
        case other(PHAssetResource)
        /// No picture or movie is left.
        case none
    }

    /// What becomes of the original if the asset goes on without its missing files.
    package var originalWithoutMissingFiles: OriginalWithoutMissingFiles {
        let kept = PHAssetResource.assetResources(for: self).filter { !$0.isMissingFromSource }
        let roles = kept.compactMap { $0.record?.type }
        guard !roles.contains(where: ResourceRole.originals.contains) else { return .same }
        guard let new = NewOriginal(among: roles),
            let resource = kept.first(where: { $0.record?.type == new.former })
        else { return .none }
        return .other(resource)
    }
}
