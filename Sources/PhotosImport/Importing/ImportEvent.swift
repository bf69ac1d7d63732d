package import Foundation
package import PhotosStore

/// An event that an import reports while it runs.
package enum ImportEvent: Sendable {
    /// All files were counted once.
    case found(files: Int, bytes: Int64)
    /// A file became an asset, or would become one in a dry run.
    case imported(URL, LocalIdentifier)
    /// A file belongs to an asset that another file created.
    case joined(URL, LocalIdentifier)
    /// An asset had lost the file with these bytes and has it again, or would have it in a dry run.
    case healed(URL, LocalIdentifier)
    /// The library has an asset with the same bytes, or this import just created one.
    case duplicate(URL, of: LocalIdentifier)
    /// An asset has the same bytes, but only in a file that stays in a source.
    ///
    /// Nothing was copied, so that file must stay where it is.
    case inSource(URL, of: LocalIdentifier)
    /// The library's own folder had the bytes before, and an import that moves files removed the file.
    case removed(URL, of: LocalIdentifier)
    /// Files of a folder that an earlier import has processed, and that have not changed.
    case unchanged(URL, files: Int)
    /// The file is neither a picture nor a movie, nor does it belong to one.
    case other(URL)
    /// The file was imported, but some of its content could not be read.
    ///
    /// The reason says why.
    case complaint(URL, reason: String)
    /// The file was imported, and its bytes are not those that an export wrote.
    ///
    /// The reason says so.
    case changed(URL, reason: String)
    /// Some values of a file of an export were left out, because the library has changed the same properties since.
    ///
    /// The reason says so, and what to do.
    case conflict(URL, LocalIdentifier, [EditedProperty], reason: String)
    /// A sidecar fits several photos, states none of them, and was read for each.
    ///
    /// The reason says so.
    case sharedSidecar(URL, reason: String)
    /// The exported library has deleted the photo of a file of an export, and the file was left out.
    ///
    /// The reason says so, and what to do. The file may have other bytes than the export wrote.
    case deleted(URL, reason: String, isChanged: Bool)
    /// The library has the file's bytes, but the file stays at its path although it was to be moved.
    ///
    /// The reason says why.
    case stayed(URL, reason: String)
    /// Names in a folder that are skipped: files of other programs, and names that a person excludes.
    case passedOver(URL, names: Int)
    /// The file was not imported.
    ///
    /// The reason says why, and what to do.
    case refused(URL, reason: String)
    /// Something in another program's library cannot be imported, or only in part.
    case loss(path: String, reason: String)
    case progress(ImportProgress)
    /// The asset of a file was imported, but has no preview.
    case withoutPreview(URL, reason: String)
    /// No preview can be made at present.
    ///
    /// The reason says why, and what to do.
    case noPreviews(reason: String)
    /// From now on, only headers and names of files are read.
    ///
    /// The reason says why, and what to do.
    case withoutFacts(reason: String)
    /// All files were imported, and this number of previews is still being made.
    case previewsLeft(Int)
}

/// The progress of an import.
package struct ImportProgress: Hashable, Sendable {
    package var filesDone = 0
    package var filesTotal = 0
    package var bytesDone: Int64 = 0
    package var bytesTotal: Int64 = 0
    /// The seconds since the import began.
    package var elapsed: Double = 0

    package init() {}

    /// The bytes per second; nil until enough has been done to estimate it.
    package var bytesPerSecond: Double? {
        elapsed > 0.2 && bytesDone > 0 ? Double(bytesDone) / elapsed : nil
    }

    /// The estimated remaining seconds at the rate so far; nil until enough has been done to estimate them.
    package var remaining: Double? {
        bytesPerSecond.map { Double(max(0, bytesTotal - bytesDone)) / $0 }
    }
}

/// The counts of an import.
package struct ImportSummary: Hashable, Sendable {
    /// The number of files that became assets.
    package var imported = 0
    /// The number of imported files whose bytes an asset in Recently Deleted has, too.
    package var equalDeleted = 0
    /// The photos of the library that got properties which they lacked from exported ones with the same bytes.
    package var filled = 0
    /// The number of files that belong to assets of other files.
    package var joined = 0
    package var duplicates = 0
    /// The number of files whose bytes are only in files that stay in sources.
    package var inSources = 0
    /// The number of files that were removed, because the library's own folder had their bytes before.
    package var removed = 0
    /// The number of files that replaced lost files of assets.
    package var healed = 0
    /// The number of files that an earlier import has processed.
    package var unchanged = 0
    package var others = 0
    package var complaints = 0
    /// The number of sidecars among them.
    package var unreadableSidecars = 0
    /// The number of sidecars among the refused files.
    package var refusedSidecars = 0
    /// The number of imported files whose bytes are not those that an export wrote.
    package var changed = 0
    /// The number of files of which values were left out, because the library has changed the same properties.
    package var conflicts = 0
    /// The number of files that were imported but could not be moved.
    package var stayed = 0
    /// The number of files of exports and of other programs' libraries, which an import that moves files leaves there.
    package var unmoved = 0
    /// The number of sidecars whose words were read for several photos.
    package var sharedSidecars = 0
    /// The ends of the changes that the import made, oldest first.
    package var changes: [LogPosition] = []
    /// The number of files of an export that were left out because their photos were deleted since.
    package var deleted = 0
    /// The number of files and folders that a rule or a person excludes.
    package var passedOver = 0
    package var refused = 0
    package var losses = 0
    /// The number of imported assets without a preview.
    package var withoutPreview = 0
    package var bytesImported: Int64 = 0
    package var wasCancelled = false
    /// Whether all files were processed, so that a cancelled import lacks previews alone.
    package var hasAllFiles = false
    /// The report file, with every file that had a problem; nil where there was no problem.
    package var report: URL?

    package init() {}
}
