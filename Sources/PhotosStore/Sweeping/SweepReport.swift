package import Foundation

/// What a sweep of a source came to.
package struct SweepReport: Hashable, Sendable {
    /// Files that were looked at.
    package var files = 0
    package var folders = 0
    /// As they were.
    package var same = 0
    /// Under another name or in another folder, each by itself.
    package var moved = 0
    /// Folders under another name or in another folder, with all that is in them.
    package var movedFolders = 0
    /// Written to by other programs.
    package var edited = 0
    /// Become assets.
    package var created = 0
    /// Became parts of assets that other files made.
    package var joined = 0
    /// The same bytes as an asset that has its file elsewhere.
    package var duplicates = 0
    /// The same bytes as a file that the library kept and has lost: it has a copy again.
    package var healed = 0
    /// Left out, and told about.
    package var refused = 0
    /// Neither pictures nor movies.
    package var others = 0
    /// Names that are passed over: those of other programs, and those that a person leaves out.
    package var passedOver = 0
    /// New and edited assets that stay without a preview.
    package var withoutPreview = 0
    /// Gone since the last sweep: their assets are offline.
    package var vanished = 0
    /// There again: their assets are online.
    package var returned = 0
    /// Left for a later sweep, since they are still being written.
    package var busy = 0
    /// Why the source is offline as a whole; nothing was concluded then.
    package var offlineReason: String?
    package var wasCancelled = false

    package init() {}
}

/// What a sweep tells while it runs.
package enum SweepEvent: Hashable, Sendable {
    case created(URL, LocalIdentifier)
    /// A part of an asset that another file made.
    case joined(URL, LocalIdentifier)
    case duplicate(URL, of: LocalIdentifier)
    /// The library had lost its file with these bytes, and has a copy again.
    case healed(URL, LocalIdentifier)
    /// Left out; the sentence says why and what to do.
    case refused(URL, reason: String)
    case movedFolder(from: URL, to: URL)
    /// A folder could not be looked at; nothing was concluded from it.
    case unread(URL, reason: String)
    case offline(reason: String)
    /// Files are looked into by their headers and names alone from here on; the sentence says why and what to do.
    case withoutFacts(reason: String)
    /// A file became an asset, and no preview can be made of it.
    case withoutPreview(URL, reason: String)
    /// Previews can be made of nothing at present; the sentence says why and what to do.
    case noPreviews(reason: String)
    /// All is in the library, and so many previews are still being made.
    case previewsLeft(Int)
}
