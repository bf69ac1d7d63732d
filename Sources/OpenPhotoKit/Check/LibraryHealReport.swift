public import Foundation
import PhotosStore

/// What came of healing a library.
public struct LibraryHealReport: Hashable, Sendable {
    /// A file of an asset that has its bytes again.
    public struct HealedFile: Hashable, Sendable {
        /// The asset's local identifier.
        public let localIdentifier: String
        /// The file that was copied.
        public let source: URL
        /// The folder or file, of those that were named, which `source` belongs to.
        public let place: URL
    }

    /// A file or folder that could not be looked at.
    public struct Problem: Hashable, Sendable {
        /// The file or folder.
        public let url: URL
        /// Why, as a sentence.
        public let reason: String
    }

    /// The files that were healed, in the order in which their bytes were found.
    public let healedFiles: [HealedFile]
    /// What could not be looked at.
    public let problems: [Problem]
    /// Files of the library that are still missing or damaged.
    public let lostCount: Int

    init(_ outcome: LibraryHealing.Outcome) {
        healedFiles = outcome.healed.map {
            HealedFile(localIdentifier: $0.asset.description, source: $0.source, place: $0.place)
        }
        problems = outcome.problems.map { Problem(url: $0.url, reason: $0.reason) }
        lostCount = outcome.lost
    }
}
