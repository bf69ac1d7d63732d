/// The options, events and results of an import of files and folders.
public enum LibraryImport {
    /// The treatment of files whose bytes are already in the library.
    public enum Duplicates: String, Hashable, Sendable, CaseIterable {
        /// The files are reported and left out.
        case skip
        /// The files become new assets.
        case keep
        /// The files are left out, and the existing assets are added to the album "Duplicates".
        case album
    }

    /// The way in which files are transferred to the library.
    public enum Transfer: String, Hashable, Sendable, CaseIterable {
        /// The files are copied, sharing their blocks if the file system supports that.
        case copy
        /// The files are removed from their folders once their assets are durable.
        case move
    }

    /// The options of an import.
    public struct Options: Hashable, Sendable {
        /// The treatment of files whose bytes are already in the library; `skip` by default.
        public var duplicates: Duplicates
        /// The way in which files are transferred; `copy` by default.
        public var transfer: Transfer
        /// The title of an album that all assets are added to; created if no album has the title.
        public var album: String?
        /// Whether to add each asset to an album with the name of the folder that its file is in.
        ///
        /// Folders of one name fill one album. Libraries and exports of other programs have albums of their own.
        public var makesAlbumsOfFolders: Bool
        /// Whether to only report what would be done.
        public var isDryRun: Bool
        /// Whether to make previews of new assets at once.
        ///
        /// Otherwise each is made at its first request.
        public var makesPreviews: Bool
        /// Whether to continue if the program `photokit-media` is missing or does not work; by default the import
        /// then fails.
        ///
        /// Without the program, only facts from headers and names of files are known, and no dates, locations and
        /// captions inside the files. The option has no effect if the program works.
        public var allowsMissingFacts: Bool
        /// The names of files and folders to leave out, as shell patterns such as `*.tmp`.
        ///
        /// A pattern with a slash is compared with the path relative to the imported folder. Files that other
        /// programs store next to photos (`@eaDir`, `Thumbs.db` and the like) are always left out.
        public var excludedPatterns: [String]

        /// Makes options.
        ///
        /// - Parameters:
        ///   - duplicates: The treatment of files whose bytes are already in the library.
        ///   - transfer: The way in which files are transferred to the library.
        ///   - album: The title of an album that all assets are added to.
        ///   - makesAlbumsOfFolders: Whether to add each asset to an album with the name of its file's folder.
        ///   - isDryRun: Whether to only report what would be done.
        ///   - makesPreviews: Whether to make previews of new assets at once.
        ///   - allowsMissingFacts: Whether to continue without the program `photokit-media`.
        ///   - excludedPatterns: The names of files and folders to leave out.
        public init(
            duplicates: Duplicates = .skip,
            transfer: Transfer = .copy,
            album: String? = nil,
            makesAlbumsOfFolders: Bool = false,
            isDryRun: Bool = false,
            makesPreviews: Bool = true,
            allowsMissingFacts: Bool = false,
            excludedPatterns: [String] = []
        ) {
            self.duplicates = duplicates
            self.transfer = transfer
            self.album = album
            self.makesAlbumsOfFolders = makesAlbumsOfFolders
            self.isDryRun = isDryRun
            self.makesPreviews = makesPreviews
            self.allowsMissingFacts = allowsMissingFacts
            self.excludedPatterns = excludedPatterns
        }
    }
}
