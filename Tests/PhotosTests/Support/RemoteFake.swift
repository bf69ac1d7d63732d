import Foundation
import GRDB
import Photos
import PhotosStore
import Synchronization

/// Stands in for the remotes of a library: has the files that left, and gives them back when the test lets it.
///
/// The mutex guards the state.
final class RemoteFake: Sendable {
    private struct State {
        var bytes: [String: Data] = [:]
        var failure: StoreError?
        var isHeld = false
        var begun: [String] = []
        var cancelled: [String] = []
        var running = 0
        var mostRunning = 0
    }

    private let state = Mutex(State())

    /// The parts after which a transfer reports its progress.
    static let steps = [0.25, 0.5]

    /// The names of files whose transfer began, in that order.
    var begun: [String] { state.withLock { $0.begun } }
    /// The names of files whose transfer was cancelled.
    var cancelled: [String] { state.withLock { $0.cancelled } }
    /// The largest number of transfers at once.
    var mostRunning: Int { state.withLock { $0.mostRunning } }
    var running: Int { state.withLock { $0.running } }

    /// Lets transfers wait after a half of the bytes, or lets them go on.
    func hold(_ isHeld: Bool = true) { state.withLock { $0.isHeld = isHeld } }

    /// Lets transfers fail after a half of the bytes, or succeed again.
    func fail(_ failure: StoreError?) { state.withLock { $0.failure = failure } }

    /// What the engine reports of a network that is away.
    static let away = StoreError(
        .networkFailed,
        "The remote cannot be reached. Connect the network."
    )

    func fetch(_ library: Library, _ resources: [ResourceRecord], _ access: NetworkAccess) throws {
        state.withLock { state in
            state.begun += resources.map(\.file)
            state.running += 1
            state.mostRunning = max(state.mostRunning, state.running)
        }
        defer { state.withLock { $0.running -= 1 } }
        for step in Self.steps { access.progress(step) }
        repeat {
            guard !access.isCancelled() else {
                state.withLock { $0.cancelled += resources.map(\.file) }
                throw StoreError(.cancelled, "The transfer was cancelled.")
            }
            Thread.sleep(forTimeInterval: 0.002)
        } while state.withLock { $0.isHeld }
        if let failure = state.withLock({ $0.failure }) { throw failure }
        for resource in resources {
            guard let bytes = state.withLock({ $0.bytes[resource.file] }) else {
                throw StoreError(.networkFailed, "No remote has the file.")
            }
            try bytes.write(to: library.layout.original(resource.file))
        }
        access.progress(1)
    }

    fileprivate func keep(_ bytes: Data, _ file: String) {
        state.withLock { $0.bytes[file] = bytes }
    }

    /// Waits until a number of transfers has begun.
    func waitForTransfers(_ count: Int) async throws {
        while begun.count < count { try await Task.sleep(for: .milliseconds(1)) }
    }

    /// Waits until no transfer is running.
    func waitForEnd() async throws {
        while running > 0 { try await Task.sleep(for: .milliseconds(1)) }
    }
}

extension TestLibrary {
    /// Lets files of an asset leave this disk, so that only a remote has them.
    func sendAway(
        _ asset: PHAsset,
        to remote: RemoteFake,
        _ types: [PHAssetResourceType]? = nil
    ) throws {
        for resource in PHAssetResource.assetResources(for: asset) {
            guard types?.contains(resource.type) ?? true, let record = resource.record else {
                continue
            }
            let url = store.layout.original(record.file)
            remote.keep(try Data(contentsOf: url), record.file)
            try store.onWriter { db in
                try db.execute(
                    sql:
                        "INSERT OR REPLACE INTO elsewhere_file (resource_id, left_date) VALUES (?, 0)",
                    arguments: [record.rowID]
                )
            }
            try FileManager.default.removeItem(at: url)
        }
    }

    /// Whether all files of an asset are on this disk.
    func isLocal(_ asset: PHAsset) -> Bool {
        PHAssetResource.assetResources(for: asset).allSatisfy {
            $0.value(forKey: "locallyAvailable") as? Bool == true
        }
    }
}
