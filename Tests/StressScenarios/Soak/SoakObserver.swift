import Foundation
import LibraryExercise
import OpenPhotoKit
import Photos
import PhotosStore

/// Follows the library with fetch results and with a replica that the history feeds.
struct SoakObserver: ScenarioPart {
    private let store: Library
    private let follower: LibraryFollower

    init(_ folder: URL, isReadOnly: Bool) throws {
        store = try Library.open(folder, mode: isReadOnly ? .readOnly : .readWrite)
        follower = try LibraryFollower(PHPhotoLibrary(store))
    }

    func answer(_ request: [String]) throws -> String {
        switch request.first {
        case "settle" where request.count == 2:
            try follower.wait(for: Int64(request[1]) ?? .max)
            try follower.compareWithFreshFetches(afterReturns: true)
            try follower.compareReplica()
        case "rest": store.close()
        default: throw Fault("an observer does not \(request)")
        }
        return follower.summary
    }
}

/// Makes checkpoints as often as it can, as the engine makes them: behind commits, under its lock.
struct SoakCheckpointer: ScenarioPart {
    private let store: Library
    private var count = 0

    init(_ folder: URL) throws { store = try Library.open(folder) }

    mutating func answer(_ request: [String]) throws -> String {
        switch request.first {
        case "work" where request.count == 2:
            let end = ContinuousClock.now + .seconds(Double(request[1]) ?? 0)
            while ContinuousClock.now < end {
                try store.checkpoint(truncating: count % 2 == 1)
                count += 1
                // Others get their turn on two processors.
                usleep(2_000)
            }
        case "settle": try store.checkpoint(truncating: true)
        case "rest": store.close()
        default: throw Fault("a checkpointer does not \(request)")
        }
        return "\(count)"
    }
}
