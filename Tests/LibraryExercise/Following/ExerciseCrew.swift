import Foundation
package import Photos
package import PhotosStore

/// One process's part in random work on a shared library: it changes and it follows.
package final class ExerciseCrew {
    package let follower: LibraryFollower
    package private(set) var committed = 0
    package private(set) var refused = 0
    private let library: PHPhotoLibrary
    private let store: Library
    private let performer: BlockPerformer
    private var steps: RandomSteps
    private var view: LibraryView

    /// Blocks between looks at the library: what is asked for in between is out of date.
    private static let readsPerView = 4

    package init(_ library: PHPhotoLibrary, _ store: Library, seed: UInt64) throws {
        self.library = library
        self.store = store
        performer = BlockPerformer(library, seed: seed)
        steps = RandomSteps(seed: seed, library: library)
        view = LibraryView(library)
        follower = try LibraryFollower(library)
    }

    /// Only a change that others overtook may be refused: with the API's error, and nothing else.
    package func work(blocks: Int) throws {
        for number in 0..<blocks {
            if number % Self.readsPerView == 0 { view = LibraryView(library) }
            if number % 7 == 3 { try follower.catchUp() }
            do {
                _ = try performer.perform(steps.block(view))
                committed += 1
            } catch let error as PHPhotosError where error.code == .changeNotSupported {
                refused += 1
            }
        }
    }

    /// Everything that was followed must agree with the library, which nobody changes now.
    package func settle(at sequence: Int64) throws {
        try follower.wait(for: sequence)
        try follower.compareWithFreshFetches()
        try follower.compareReplica()
        follower.aim()
    }
}
