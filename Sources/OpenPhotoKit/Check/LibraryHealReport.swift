public import Foundation
import PhotosStore

/// The report of restoring missing and damaged files of a library.
public struct LibraryHealReport: Hashable, Sendable {
    /// A file of an asset that was restored.
    public struct HealedFile: Hashable, Sendable {
        /// The asset's local identifier.
        public let localIdentifier: String
        /// The name with which the file came in, such as that of the RAW beside a JPEG; nil if it had none.
        public let filename: String?
        /// The file that was copied; for a remote its address.
        public let source: URL
        /// Where the bytes were found.
        ///
        /// This is the folder or file of the call's arguments that contains `source`. For the file of another photo, it is
        /// the folder of the library or of the source. Bytes from a remote have the address of the remote.
        public let searchedURL: URL
    }

    /// A file or folder that could not be read.
    public struct Problem: Hashable, Sendable {
        /// The file or folder.
        public let url: URL
        /// The reason, as a sentence.
        public let reason: String
    }

    /// The restored files, in the order in which copies were found.
    public let healedFiles: [HealedFile]
    /// The files and folders that could not be read.
    public let problems: [Problem]
    /// The number of the library's files that are still missing or damaged.
    public let lostCount: Int
    /// The original names of these files.
    public let lostNames: [String]

    init(_ outcome: LibraryHealing.Outcome) {
        healedFiles = outcome.healed.map {
            HealedFile(
                localIdentifier: $0.asset.description,
                filename: $0.filename,
                source: $0.source,
                searchedURL: $0.searched
            )
        }
        problems = outcome.problems.map { Problem(url: $0.url, reason: $0.reason) }
        lostCount = outcome.lost
        lostNames = outcome.lostNames
    }
}
