package import Foundation
package import PhotosStore

/// The counts of a sweep.
package struct SweepReport: Hashable, Sendable {
    /// The number of files that were compared with the known state.
    package var files = 0
    package var folders = 0
    /// The number of unchanged files.
    package var same = 0
    /// The number of files that were renamed or moved individually.
    package var moved = 0
    /// The number of folders that were renamed or moved with their contents.
    package var movedFolders = 0
    /// The number of files that other programs changed.
    package var edited = 0
    /// The number of files that became assets.
    package var created = 0
    /// The number of files that became parts of other files' assets.
    package var joined = 0
    /// The number of files with the same bytes as an asset whose file is elsewhere.
    package var duplicates = 0
    /// The number of files that became assets although an equal asset is in Recently Deleted.
    package var equalDeleted = 0
    /// The number of files with the bytes of a lost file of the library, which has a copy again.
    package var healed = 0
    /// The number of files that were reported and left out.
    package var refused = 0
    /// The number of sidecars among the refused files.
    package var refusedSidecars = 0
    /// The number of files that became assets, and of whose content a part could not be read.
    package var incomplete = 0
    /// The number of files that are neither pictures nor movies, and of sidecars and recipes that no photo takes.
    package var others = 0
    /// The number of names that were skipped: those of other programs, and names that a person excludes.
    package var passedOver = 0
    /// The number of new and edited assets without a preview.
    package var withoutPreview = 0
    /// The number of files of assets that are missing since the last sweep.
    ///
    /// Their assets are offline. Files of deleted assets do not count.
    package var vanished = 0
    /// The number of files that are present again.
    ///
    /// Their assets are online.
    package var returned = 0
    /// The number of files left for a later sweep, because they are still being written.
    package var busy = 0
    /// The reason why the source is offline; nothing was changed then.
    package var offlineReason: String?
    package var wasCancelled = false

    package init() {}
}

/// An event that a sweep reports while it runs.
package enum SweepEvent: Hashable, Sendable {
    case created(URL, LocalIdentifier)
    /// A file became a part of an asset that another file created.
    case joined(URL, LocalIdentifier)
    case duplicate(URL, of: LocalIdentifier)
    /// The library had lost its file with these bytes, and has a copy again.
    case healed(URL, LocalIdentifier)
    /// The file was left out.
    ///
    /// The reason says why, and what to do.
    case refused(URL, reason: String)
    /// A file is in the library, but not all of its content could be read.
    ///
    /// The reason says why.
    case incomplete(URL, reason: String)
    /// A sidecar fits several photos, states none of them, and was read for each.
    ///
    /// The reason says so.
    case sharedSidecar(URL, reason: String)
    /// A folder is an export of a photo library, and was left out.
    ///
    /// The reason says what to do.
    case leftOutExport(URL, reason: String)
    case movedFolder(from: URL, to: URL)
    /// A folder, or a sidecar of a photo that has lost another one, could not be read.
    ///
    /// Nothing was concluded from it.
    case unread(URL, reason: String)
    case offline(reason: String)
    /// From now on, only headers and names of files are read.
    ///
    /// The reason says why, and what to do.
    case withoutFacts(reason: String)
    /// A file became an asset, but has no preview.
    case withoutPreview(URL, reason: String)
    /// No preview can be made at present.
    ///
    /// The reason says why, and what to do.
    case noPreviews(reason: String)
    /// All files are in the library, and this number of previews is still being made.
    case previewsLeft(Int)
}
