package import Foundation
package import PhotosStore

/// An event that an export reports while it runs.
package enum ExportEvent: Sendable {
    /// A file that an export wrote, or that was there.
    package struct File: Hashable, Sendable {
        package var url: URL
        package var asset: LocalIdentifier
        package var byteCount: Int64
        /// The SHA-256 checksum in hexadecimal digits; empty for a link.
        package var checksum: String
    }

    /// A file was written and read back; `replaces` if the export had written another one before.
    case written(File, replaces: Bool)
    /// A file of the same bytes was there, which no export wrote.
    case present(File)
    /// A file of an earlier export got another path.
    case moved(File, from: URL)
    /// All files of these numbers of assets are unchanged since an earlier export.
    case unchanged(assets: Int, files: Int)
    /// A file that was to be replaced or removed stays as it is, because another program changed or wrote it.
    case kept(URL, LocalIdentifier, reason: String)
    /// The library has no such photo or version any more.
    case deleted(URL, LocalIdentifier, isRemoved: Bool)
    /// A file was not exported; `name` is that in the library.
    case failed(name: String, LocalIdentifier, reason: String)
    /// A file still states what was to be left out.
    case remains(URL, LocalIdentifier, reason: String)
    /// A smart album is not stated, because its search may name what was to be left out.
    case leftOut(title: String, LocalIdentifier, reason: String)
    /// A sidecar that came in and that nobody can read has another name, and a new sidecar has its name.
    case unreadableSidecar(URL, LocalIdentifier, reason: String)
    case progress(ImportProgress)
}

/// The counts of an export.
package struct ExportSummary: Hashable, Sendable {
    package var assets = 0
    /// The number of pictures, movies, sounds and recipes that were written.
    package var written = 0
    package var writtenBytes: Int64 = 0
    /// The number of sidecars that were written.
    package var sidecars = 0
    /// The number of files and links in folders of albums that were written.
    package var albumFiles = 0
    package var moved = 0
    /// The number of files that were there already, from an earlier export or from elsewhere.
    package var present = 0
    /// The number of assets that are unchanged since an earlier export.
    package var unchangedAssets = 0
    package var kept = 0
    package var failed = 0
    package var remains = 0
    /// The number of assets of which words are in no exported file, because metadata were not to be written.
    package var unstated = 0
    /// The number of smart albums that the manifest leaves out.
    package var leftOut = 0
    /// The number of files of photos or versions that the library has deleted.
    package var deleted = 0
    /// The number of those files that were removed.
    package var removed = 0
    /// Values that the manifest or sidecars cannot state, by their names.
    package var losses: [String: Int] = [:]
    package var wasCancelled = false
    /// The manifest; nil where none is written.
    package var manifest: URL?

    package init() {}
}
