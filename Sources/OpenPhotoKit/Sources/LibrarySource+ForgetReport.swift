public import PhotosImport
import PhotosStore

extension LibrarySource {
    /// What became of the sidecars and settings files beside the photos of a source that was forgotten.
    public struct ForgetReport: Hashable, Sendable {
        /// The number of files that the library keeps with the photos now.
        public let keptFileCount: Int
        /// The names of the files that neither the folder nor a remote gave, sorted.
        ///
        /// Exports lack them.
        public let missingFilenames: [String]
        /// The names of those among them that remotes are said to have which did not answer, sorted.
        ///
        /// `PHPhotoLibrary.heal(from:readingBytes:takesFromRemote:willFetch:progress:)` brings them back from these remotes later.
        public let awaitedFilenames: [String]
        /// Why remotes could not be asked for these, as sentences.
        public let silences: [String]

        init(_ taken: LibraryHealing.TakenAlong) {
            keptFileCount = taken.keptCount
            missingFilenames = taken.missing
            awaitedFilenames = taken.awaited
            silences = taken.silences
        }
    }
}
