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
        var bytes: [[UInt8]: Data] = [:]
        var failure: ObjectTransferFailure?
        var isHeld = false
        var begun: [[UInt8]] = []
        var hasRanges = true
        /// The offset from which ranges wait.
        var heldOffset: Int64?
        /// The ranges that were given, in that order.
        var given: [Range<Int64>] = []
        var cancelled: [[UInt8]] = []
        var running = 0
        var mostRunning = 0
    }

    private let state = Mutex(State())

    /// The checksums of files whose transfer began, in that order.
    var begun: [[UInt8]] { state.withLock { $0.begun } }
    /// The checksums of files whose transfer was cancelled.
    var cancelled: [[UInt8]] { state.withLock { $0.cancelled } }
    /// The largest number of transfers at once.
    var mostRunning: Int { state.withLock { $0.mostRunning } }
    var running: Int { state.withLock { $0.running } }

    /// Lets transfers wait after a half of the bytes, or lets them go on.
    func hold(_ isHeld: Bool = true) { state.withLock { $0.isHeld = isHeld } }

    /// Lets transfers fail after a half of the bytes, or succeed again.
    func fail(_ failure: ObjectTransferFailure?) { state.withLock { $0.failure = failure } }

    /// What a transfer reports of a network that is away.
    static let away = ObjectTransferFailure.unavailable(
        "The remote cannot be reached. Connect the network."
    )

    /// Lets ranges from an offset on wait; nil lets them go on.
    func hold(from offset: Int64?) { state.withLock { $0.heldOffset = offset } }

    /// Lets the remote give whole files alone.
    func refuseRanges() { state.withLock { $0.hasRanges = false } }

    /// The ranges that were given, in that order.
    var given: [Range<Int64>] { state.withLock { $0.given } }

    func read(_ range: ObjectRange) throws -> Data {
        state.withLock { $0.running += 1 }
        defer { state.withLock { $0.running -= 1 } }
        guard state.withLock({ $0.hasRanges }) else {
            throw ObjectTransferFailure.noRanges("The remote has no ranges.")
        }
        let count = Int64(range.range.count)
        range.moved(count / 2)
        while true {
            do {
                try range.check()
            } catch {
                state.withLock { $0.cancelled.append(range.checksum) }
                throw error
            }
            guard state.withLock({ $0.heldOffset.map { $0 <= range.range.lowerBound } == true })
            else { break }
            Thread.sleep(forTimeInterval: 0.002)
        }
        if let failure = state.withLock({ $0.failure }) { throw failure }
        let bytes = state.withLock { state in
            state.given.append(range.range)
            return state.bytes[range.checksum]
        }
        guard let bytes else { throw ObjectTransferFailure.lost("The remote has no such object.") }
        range.moved(count - count / 2)
        return Data(bytes[Int(range.range.lowerBound)..<Int(range.range.upperBound)])
    }

    func carryOut(_ transfer: ObjectTransfer) throws {
        let bytes = state.withLock { state in
            state.begun.append(transfer.checksum)
            state.running += 1
            state.mostRunning = max(state.mostRunning, state.running)
            return state.bytes[transfer.checksum]
        }
        defer { state.withLock { $0.running -= 1 } }
        transfer.moved(transfer.byteCount / 4)
        transfer.moved(transfer.byteCount / 4)
        while true {
            do {
                try transfer.check()
            } catch {
                state.withLock { $0.cancelled.append(transfer.checksum) }
                throw error
            }
            guard state.withLock({ $0.isHeld }) else { break }
            Thread.sleep(forTimeInterval: 0.002)
        }
        if let failure = state.withLock({ $0.failure }) { throw failure }
        guard let bytes else { throw ObjectTransferFailure.lost("The remote has no such object.") }
        try bytes.write(to: transfer.file)
    }

    func keep(_ bytes: Data, _ checksum: [UInt8]) {
        state.withLock { $0.bytes[checksum] = bytes }
    }

    /// Waits until a number of transfers has begun.
    func waitForTransfers(_ count: Int) async throws {
        while begun.count < count { try await Task.sleep(for: .milliseconds(1)) }
    }

    /// Waits until a transfer is running.
    func waitForBegin() async throws {
        while running == 0 { try await Task.sleep(for: .milliseconds(1)) }
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
        let place =
            try store.remotes.all().first
            ?? store.remotes.addRemote(
                RemoteRow(
                    uuid: UUID(),
                    name: "fake",
                    address: "/a/place",
                    incarnation: store.identity.incarnation,
                    addedDate: now
                )
            )
        for resource in PHAssetResource.assetResources(for: asset) {
            guard types?.contains(resource.type) ?? true, let record = resource.record else {
                continue
            }
            let url = store.layout.original(record.file)
            let bytes = try Data(contentsOf: url)
            remote.keep(bytes, record.checksum)
            let object = RemoteObject(checksum: record.checksum, byteCount: record.byteCount)
            var hasher = PartHasher()
            hasher.add(bytes)
            let hashes = hasher.finish(object).map { [$0] } ?? []
            try store.remotes.recordOutcomes([(object, .proved)], hashes: hashes, in: place)
            try store.core.onWriter { db in
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
