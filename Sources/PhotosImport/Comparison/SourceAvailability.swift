package import PhotosStore

/// The availability of a source as a whole.
package enum SourceAvailability: Hashable, Sendable {
    case online
    /// The files exist, but on another file system than before.
    case moved
    /// The source is unavailable; the sentence says what was found and what to do.
    case offline(String)

    /// - Parameters:
    ///   - path: The path of the source.
    ///   - presence: Whether there is a folder at the path of the source.
    ///   - isEmpty: Whether the folder is empty.
    ///   - knowsFiles: Whether files of the source are known.
    ///   - isSameVolume: Whether the source is on the same file system as before.
    ///   - hasKnownFiles: Returns whether most of some known files exist.
    package init(
        path: String,
        presence: FolderPresence,
        isEmpty: Bool,
        knowsFiles: Bool,
        isSameVolume: Bool,
        hasKnownFiles: () throws -> Bool
    ) rethrows {
        if presence == .silent {
            self = .offline(
                "\(path) does not answer. Check its disk or network."
            )
        } else if presence == .missing {
            self = .offline(
                "\(path) is not there. Connect its volume, or say with `photokit source move` where the folder is now."
            )
        } else if isEmpty, knowsFiles {
            self = .offline(
                "\(path) is empty, as the place of a volume that is not connected. Connect it."
            )
        } else if !isSameVolume, knowsFiles {
            self =
                try hasKnownFiles()
                ? .moved
                : .offline(
                    "\(path) is on another volume than before, and the known files are not there. Connect the right one."
                )
        } else {
            self = isSameVolume ? .online : .moved
        }
    }
}
