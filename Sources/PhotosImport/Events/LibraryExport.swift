/// The options, events and results of an export of photos and videos to a folder.
public enum LibraryExport {
    /// The versions of photos and videos that are exported.
    public enum Versions: String, Hashable, Sendable, CaseIterable {
        /// The files of the camera: photos, videos, sounds, RAW files, and movies of Live Photos.
        case originals
        /// The version that is shown: the edited one, or the original.
        case edited
        /// The originals, the edited versions, and the recipes of edits.
        case both
    }

    /// The place of what people said about photos: captions, keywords, ratings, dates, places and the like.
    public enum Metadata: String, Hashable, Sendable, CaseIterable {
        /// An XMP sidecar beside each file that differs from its original.
        case sidecars
        /// The copies themselves, and sidecars of files that cannot take it.
        case embedded
        /// Nowhere, and no manifest is written.
        case none
    }

    /// Something that an export keeps back.
    public enum Withheld: String, Hashable, Sendable, CaseIterable {
        /// Positions on earth.
        case places
        /// Names of people in pictures.
        case persons
    }

    /// The form of albums as folders below the folder `Albums`.
    public enum Albums: String, Hashable, Sendable, CaseIterable {
        /// No folders of albums.
        case none
        /// Symbolic links to the exported files.
        case links
        /// Copies of the exported files.
        case copies
    }

    /// The options of an export.
    public struct Options: Hashable, Sendable {
        /// The versions that are exported; `originals` by default.
        public var versions: Versions
        /// The place of metadata; `none` by default.
        public var metadata: Metadata
        /// The properties that are kept back; none by default.
        ///
        /// The bytes of originals stay as they are, so that they may still state it: such files are reported by
        /// ``Event/remains(_:localIdentifier:reason:)``. Embedding removes it from the copies.
        public var withheld: Set<Withheld>
        /// The form of albums as folders; `none` by default.
        public var albums: Albums
        /// The pattern of paths; all files in one folder by default.
        public var paths: PathPattern
        /// Whether photos and videos in Recently Deleted are exported, too; false by default.
        public var includesRecentlyDeleted: Bool
        /// Whether files of photos, versions and albums that the library has deleted since an earlier export are
        /// removed; false by default.
        ///
        /// Only files that the export wrote, and that no program has changed since, are removed.
        public var removesDeletedFiles: Bool
        /// Whether to go on where an earlier export has changes that the library does not know; false by default.
        ///
        /// This happens after the library was restored from an older state.
        ///
        /// Files of photos that the library does not know then move to a folder `newer-DATE` inside the export.
        public var overNewer: Bool

        /// Makes options.
        ///
        /// - Parameters:
        ///   - versions: The versions that are exported.
        ///   - metadata: The place of metadata.
        ///   - withheld: The properties that are kept back.
        ///   - albums: The form of albums as folders.
        ///   - paths: The pattern of paths.
        ///   - includesRecentlyDeleted: Whether photos and videos in Recently Deleted are exported, too.
        ///   - removesDeletedFiles: Whether files of what the library has deleted are removed.
        ///   - overNewer: Whether to go on where an earlier export has changes that the library does not know.
        public init(
            versions: Versions = .originals,
            metadata: Metadata = .none,
            withheld: Set<Withheld> = [],
            albums: Albums = .none,
            paths: PathPattern = .original,
            includesRecentlyDeleted: Bool = false,
            removesDeletedFiles: Bool = false,
            overNewer: Bool = false
        ) {
            self.versions = versions
            self.metadata = metadata
            self.withheld = withheld
            self.albums = albums
            self.paths = paths
            self.includesRecentlyDeleted = includesRecentlyDeleted
            self.removesDeletedFiles = removesDeletedFiles
            self.overNewer = overNewer
        }

        /// The options for leaving with everything: all versions with sidecars.
        public static let everything = Options(versions: .both, metadata: .sidecars)
    }
}
