/// How an import treats what it finds.
package struct ImportOptions: Hashable, Sendable {
    /// What becomes of bytes that the library has already.
    package enum Duplicates: String, Hashable, Sendable, CaseIterable {
        /// They are told about and left out.
        case skip
        /// They become an asset of their own.
        case keep
        /// They are left out, and the asset that has them is put into an album, for somebody to look at.
        case album
    }

    /// How files get into the library.
    package enum Transfer: String, Hashable, Sendable, CaseIterable {
        /// Sharing their blocks where the file system can do that.
        case copy
        /// The files are gone from where they were, once their assets are durable.
        case move
    }

    package var duplicates = Duplicates.skip
    package var transfer = Transfer.copy
    /// The title of an album that gets everything; made when there is none of the name.
    package var album: String?
    /// What is passed over in folders.
    package var rules = PassedOver()
    /// Tells what would be done, and does nothing.
    package var isDryRun = false
    /// Goes on with what headers and names tell where the worker is missing or does not work.
    package var allowsMissingFacts = false
    /// Makes previews of what gets in, behind the blocks; whoever lacks one gets it when it is asked for.
    package var makesPreviews = false
    /// How much a block may hold, so that a failure costs little and other writers get their turn.
    package var blockFiles = 64
    /// Bytes.
    package var blockBytes: Int64 = 256 << 20
    /// Threads that read, sum up and copy files.
    package var workers: Int

    package init(workers: Int = 2) { self.workers = max(1, workers) }

    package static let duplicatesAlbum = "Duplicates"
}
