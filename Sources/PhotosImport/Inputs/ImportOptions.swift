import Foundation
package import PhotosStore

/// The options of an import.
package struct ImportOptions: Hashable, Sendable {
    package typealias Duplicates = LibraryImport.Duplicates
    package typealias Transfer = LibraryImport.Transfer

    package var duplicates = Duplicates.skip
    package var transfer = Transfer.copy
    /// The seconds without a change after which a file counts as complete although a program has it open for writing.
    package var writerPatience: Double = 2
    /// Whether the library keeps files of other programs beside photos; a sweep leaves all files in their source.
    package var keepsCompanions = true
    /// The title of an album for all imported assets.
    ///
    /// The album is created if none has this title.
    package var album: String?
    /// Adds each asset to an album with the name of the folder that its file is in.
    ///
    /// Albums are found by their titles, so that folders of one name fill one album. Another program's library and an
    /// export have albums of their own.
    package var makesAlbumsOfFolders = false
    /// The rules for names to skip in folders.
    package var rules = PassedOver()
    /// Reports what an import would do, and changes nothing.
    package var isDryRun = false
    /// Continues with the facts from headers and names if the media worker is missing or does not work.
    package var allowsMissingFacts = false
    /// Makes previews of imported assets in the background.
    ///
    /// A missing preview is made when it is requested.
    package var makesPreviews = false
    /// The maximum number of files in a block.
    ///
    /// Small blocks limit the cost of a failure, and let other writers commit.
    package var blockFiles = 64
    /// The maximum size of a block, in bytes.
    package var blockBytes: Int64 = 256 << 20
    /// The number of threads that read, checksum and copy files.
    package var workers: Int

    package init(workers: Int = 2) { self.workers = max(1, workers) }

    /// Whether assets that the library has are added to albums, too.
    var fillsAlbums: Bool { (album != nil || makesAlbumsOfFolders) && !isDryRun }

    package static let duplicatesAlbum = "Duplicates"
}

extension ImportOptions {
    /// The options of a program, with a thread for each processor.
    package init(_ options: LibraryImport.Options) {
        self.init(workers: ProcessInfo.processInfo.activeProcessorCount)
        duplicates = options.duplicates
        transfer = options.transfer
        album = options.album
        makesAlbumsOfFolders = options.makesAlbumsOfFolders
        isDryRun = options.isDryRun
        makesPreviews = options.makesPreviews
        allowsMissingFacts = options.allowsMissingFacts
        rules = PassedOver(options.excludedPatterns)
    }
}
