package import Foundation

/// Changes of the log that are to be taken back together.
package struct ReversalRequest: Hashable, Sendable {
    /// The sequence numbers of the changes.
    package var sequences: Set<Int64>
    /// The assets that the same block gives the picture of before, with the content versions on which it relies.
    package var givenPictures: [UUID: Int]
    /// The assets that give files to those that come back from Recently Deleted.
    package var twins: [TwinReplacement]
    /// The rows of assets that get copies of their files before.
    package var copied: Set<Int64> = []

    /// Makes a request.
    package init(
        _ sequences: Set<Int64>,
        givenPictures: [UUID: Int] = [:],
        twins: [TwinReplacement] = []
    ) {
        self.sequences = sequences
        self.givenPictures = givenPictures
        self.twins = twins
    }
}
