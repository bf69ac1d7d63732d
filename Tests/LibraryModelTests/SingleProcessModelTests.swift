import Foundation
import LibraryExercise
import Photos
import PhotosStore
import PhotosTestSupport
import TestPermits
import Testing

/// Random blocks against a plain library in memory (arrays and dictionaries).
///
/// What it proves: after every block the library shows what the model shows, a refused block changed nothing, the
/// details of fifteen fetch results lead from each list to the next and to the model's, and a replica fed by the
/// history alone equals the library at every token. A failure prints its seed and the number of the block;
/// `PHOTOKIT_TEST_SEED` and `PHOTOKIT_TEST_BLOCKS` repeat it.
@Suite(.permit) struct SingleProcessModelTests {
    @Test func `a library and its model agree after every random block`() throws {
        let settings = ExerciseSettings(defaultBlocks: 400)
        let folder = try TemporaryFolder()
        let clock = TestClock()
        let store = try Library.temporary(in: folder, seed: settings.seed, clock: clock)
        let library = PHPhotoLibrary(store)
        var exercise = try ModelExercise(library, store, clock, seed: settings.seed)
        let start = ContinuousClock.now
        for number in 1...settings.blocks {
            do {
                try exercise.runBlock(number)
            } catch {
                Issue.record(
                    "seed \(settings.seed), block \(number): \(error)\n\(exercise.lastBlock)"
                )
                return
            }
        }
        print(
            "model: seed \(settings.seed), \(settings.blocks) blocks, \(exercise.refusals) refused, 0 differences, \(exercise.follower.summary), \(ContinuousClock.now - start)"
        )
        #expect(exercise.refusals > 0)
    }
}
