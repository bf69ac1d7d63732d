import LibraryExercise
import Photos
import PhotosStore
import PhotosTestSupport

/// One library and its model, block by block.
struct ModelExercise {
    let follower: LibraryFollower
    private(set) var refusals = 0
    private(set) var lastBlock = ""
    private let library: PHPhotoLibrary
    private let store: Library
    private let clock: TestClock
    private let performer: BlockPerformer
    private var steps: RandomSteps
    private var model = ModelLibrary()

    /// Blocks between full comparisons, and between new aims of what is followed.
    private static let fullComparison = 20
    private static let newAim = 100

    init(_ library: PHPhotoLibrary, _ store: Library, _ clock: TestClock, seed: UInt64) throws {
        self.library = library
        self.store = store
        self.clock = clock
        performer = BlockPerformer(library, seed: seed)
        steps = RandomSteps(seed: seed, library: library)
        follower = try LibraryFollower(library)
    }

    mutating func runBlock(_ number: Int) throws {
        let block = steps.block(LibraryView(model))
        lastBlock = block.map { "\($0)" }.joined(separator: "\n")
        clock.advance(seconds: 60)
        try carryOut(block)
        try follower.wait(for: try store.history.currentPosition().sequence)
        try follower.compare(with: model)
        let expected = LibraryState(model)
        try follower.catchUp()
        let replica = follower.replicaState
        guard replica == expected else {
            throw Fault(
                "the replica differs from the model:\n"
                    + replica.differences(from: expected).joined(separator: "\n")
            )
        }
        guard number % Self.fullComparison == 0 else { return }
        let present = LibraryState(library)
        guard present == expected else {
            throw Fault(
                "the library differs from the model:\n"
                    + present.differences(from: expected).joined(separator: "\n")
            )
        }
        try follower.compareWithFreshFetches()
        try follower.compareReplica()
        if number % Self.newAim == 0 { follower.aim() }
    }

    private mutating func carryOut(_ block: [ExerciseStep]) throws {
        let before = try store.history.currentPosition()
        var made: [Int: String] = [:]
        var refusal: (any Error)?
        do { made = try performer.perform(block) } catch { refusal = error }
        var changed = model
        do {
            // A refused block made nothing: names that stand for nothing let the model find the same fault.
            let names =
                refusal == nil
                ? made : Dictionary(uniqueKeysWithValues: (1...99).map { ($0, "new \($0)") })
            try changed.apply(block, made: names, now: clock.now.timeIntervalSinceReferenceDate)
            if let refusal { throw Fault("the library refused what the model accepts: \(refusal)") }
            model = changed
        } catch let reason as ModelLibrary.Refusal {
            refusals += 1
            guard refusal != nil else {
                throw Fault("the model refuses what the library accepted: \(reason.reason)")
            }
            guard try store.history.currentPosition() == before else {
                throw Fault("a refused block is in the history")
            }
        }
    }
}
