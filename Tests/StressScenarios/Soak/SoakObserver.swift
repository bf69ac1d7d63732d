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

/// Makes checkpoints in a row, as the engine makes them: after commits, under its lock.
struct SoakCheckpointer: ScenarioPart {
    private let store: Library
    /// The rest after a checkpoint, in seconds, which gives other processes a turn on two processors.
    private let pause: Double
    private var count = 0

    /// Opens the library for `pace` checkpoints a second; nil makes one every 2 ms.
    init(_ folder: URL, pace: Double?) throws {
        store = try Library.open(folder)
        pause = pace.map { 1 / $0 } ?? 0.002
    }

    mutating func answer(_ request: [String]) throws -> String {
        switch request.first {
        case "work" where request.count == 2:
            let end = ContinuousClock.now + .seconds(Double(request[1]) ?? 0)
            while ContinuousClock.now < end {
                try store.core.checkpoint(truncating: count % 2 == 1)
                count += 1
                Thread.sleep(forTimeInterval: pause)
            }
        case "settle": try store.core.checkpoint(truncating: true)
        case "rest": store.close()
        default: throw Fault("a checkpointer does not \(request)")
        }
        return "\(count)"
    }
}
