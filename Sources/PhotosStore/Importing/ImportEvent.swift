package import Foundation

/// What an import tells while it runs.
package enum ImportEvent: Sendable {
    /// Everything was looked through once.
    case found(files: Int, bytes: Int64)
    /// A file became an asset; in a dry run, it would.
    case imported(URL, LocalIdentifier)
    /// A file belongs to an asset that another file made.
    case joined(URL, LocalIdentifier)
    /// An asset had lost the file with these bytes, and has it again; in a dry run, it would.
    case healed(URL, LocalIdentifier)
    /// The library has an asset with the same bytes, or this import just made one.
    case duplicate(URL, of: LocalIdentifier)
    /// Files of a folder that an earlier import has dealt with, and that are as they were.
    case unchanged(URL, files: Int)
    /// The file is neither picture nor movie nor anything that belongs to one.
    case other(URL)
    /// The file got in, but not all that it holds could be read; the sentence says why.
    case complaint(URL, reason: String)
    /// The file got in, and stays where it is although it was to be moved; the sentence says why.
    case stayed(URL, reason: String)
    /// Names in a folder that are passed over: those of other programs, and those that a person leaves out.
    case passedOver(URL, names: Int)
    /// The file is left out; the sentence says why and what to do.
    case refused(URL, reason: String)
    /// Something of another program's library does not get in, or not whole.
    case loss(path: String, reason: String)
    case progress(ImportProgress)
    /// The asset of a file got in, and stays without a preview.
    case withoutPreview(URL, reason: String)
    /// Previews can be made of nothing at present; the sentence says why and what to do.
    case noPreviews(reason: String)
    /// Files are looked into by their headers and names alone from here on; the sentence says why and what to do.
    case withoutFacts(reason: String)
    /// Everything got in, and so many previews are still being made.
    case previewsLeft(Int)
}

/// How far an import has come.
package struct ImportProgress: Hashable, Sendable {
    package var filesDone = 0
    package var filesTotal = 0
    package var bytesDone: Int64 = 0
    package var bytesTotal: Int64 = 0
    /// Seconds since the first file.
    package var elapsed: Double = 0

    package init() {}

    /// Nil until enough has been done to tell.
    package var bytesPerSecond: Double? {
        elapsed > 0.2 && bytesDone > 0 ? Double(bytesDone) / elapsed : nil
    }

    /// Seconds that the rest takes at the rate so far; nil until enough has been done to tell.
    package var remaining: Double? {
        bytesPerSecond.map { Double(max(0, bytesTotal - bytesDone)) / $0 }
    }
}

/// What an import came to.
package struct ImportSummary: Hashable, Sendable {
    /// Files that became assets.
    package var imported = 0
    /// Files that belong to the assets of others.
    package var joined = 0
    package var duplicates = 0
    /// Files whose bytes assets had lost, and have again.
    package var healed = 0
    /// Files that an earlier import has dealt with.
    package var unchanged = 0
    package var others = 0
    package var complaints = 0
    /// Files that got in and could not be moved.
    package var stayed = 0
    /// Names of files and folders that a rule or a person leaves out.
    package var passedOver = 0
    package var refused = 0
    package var losses = 0
    /// Assets that came in and stay without a preview.
    package var withoutPreview = 0
    package var bytesImported: Int64 = 0
    package var wasCancelled = false
    /// The file that names everything that did not go smoothly; nil where nothing is to be named.
    package var report: URL?

    package init() {}
}
