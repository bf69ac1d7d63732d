import CPhotosSystem
import Dispatch
package import Foundation
import Glibc
import PhotosBase
package import PhotosStore
import Synchronization

/// A folder's place whose calls end when the folder stops answering.
///
/// A system call on a disk or network that hangs returns when it answers again, which may be never, and no signal ends it. So
/// each call runs on a thread of its own, and is left alone once nothing has moved for the limit. Until it comes back, every
/// further call fails at once with code `unreachable`.
///
/// The mutex guards the queues that no call uses, and the number of calls that were left and have not come back.
package final class TimeoutPlace: RemotePlace {
    private struct Calls {
        var idleQueues: [DispatchQueue] = []
        var leftCount = 0
    }

    /// How long nothing may move during work.
    ///
    /// A disk that wakes up takes 15 s, and one that reads a bad sector again and again up to a minute.
    package static let usualLimit = Duration.seconds(120)

    private let place: any RemotePlace
    private let path: String
    private let limit: Duration
    private let now: @Sendable () -> SuspendingClock.Instant
    private let calls = Mutex(Calls())

    package var parallelism: Int { place.parallelism }

    /// Makes a place over that of a folder.
    ///
    /// - Parameters:
    ///   - place: The place, whose calls may block.
    ///   - path: The folder, for messages.
    ///   - limit: How long nothing may move.
    ///   - now: The time, in which a machine that sleeps does not go on.
    package init(
        _ place: any RemotePlace,
        path: String,
        limit: Duration = usualLimit,
        now: @escaping @Sendable () -> SuspendingClock.Instant = { .now }
    ) {
        self.place = place
        self.path = path
        self.limit = limit
        self.now = now
    }

    // MARK: Objects

    package func putObject(
        _ name: String,
        from file: URL,
        byteCount: Int64,
        checksum: [UInt8]?,
        watch: TransferWatch
    ) throws {
        try performCall(watch: watch) {
            try $0.putObject(name, from: file, byteCount: byteCount, checksum: checksum, watch: $1)
        }
    }

    /// Writes an object to a path where no file exists, and checks its bytes.
    ///
    /// The object is written beside the path first. A call may come back after its caller has left, and perhaps has had the
    /// object from elsewhere: it touches nothing at the path then.
    package func getObject(
        _ name: String,
        to file: URL,
        expecting object: RemoteObject,
        watch: TransferWatch
    ) throws {
        let part = file.appendingPathExtension("part-" + UUID().uuidString.lowercased())
        try performCall(watch: watch) {
            unlink(part.path)
        } work: {
            try $0.getObject(name, to: part, expecting: object, watch: $1)
        }
        let code = photos_rename_exclusive(part.path, file.path)
        guard code == 0 else {
            unlink(part.path)
            throw RemoteFailure(
                .localFile,
                "\(file.path) cannot be written: \(FolderPlace.errorText(of: code))."
            )
        }
    }

    package func proveObject(
        _ name: String,
        expecting object: RemoteObject,
        hashesParts: Bool,
        watch: TransferWatch
    ) throws -> PartHashes? {
        try performCall(watch: watch) {
            try $0.proveObject(name, expecting: object, hashesParts: hashesParts, watch: $1)
        }
    }

    package func readObject(
        _ name: String,
        range: Range<Int64>,
        of object: RemoteObject,
        watch: TransferWatch
    ) throws -> Data {
        try performCall(watch: watch) {
            try $0.readObject(name, range: range, of: object, watch: $1)
        }
    }

    package func streamObject(
        _ name: String,
        byteCount: Int64,
        watch: TransferWatch,
        body: (ArraySlice<UInt8>) throws -> Void
    ) throws {
        let call = TimedCall<ArraySlice<UInt8>, Void>(now: now)
        try finishCall(call, watch: watch) {
            try body($0)
        } work: { place in
            try place.streamObject(
                name,
                byteCount: byteCount,
                watch: watch.passingProgress(to: call),
                body: call.deliverPiece
            )
        }
    }

    package func readObject(_ name: String, atMost limit: Int64) throws -> Data {
        try performCall { place, _ in try place.readObject(name, atMost: limit) }
    }

    package func size(of name: String) throws -> Int64? {
        try performCall { place, _ in try place.size(of: name) }
    }

    package func removeObject(_ name: String) throws {
        try performCall { place, _ in try place.removeObject(name) }
    }

    // MARK: The folder

    /// The most names that go to the caller's thread at once.
    private static let namesAtOnce = 256

    package func listObjects(
        withPrefix prefix: String,
        body: (_ name: String, _ byteCount: Int64) throws -> Void
    ) throws {
        let call = TimedCall<[(String, Int64)], Void>(now: now)
        try finishCall(call, watch: TransferWatch()) { names in
            for (name, byteCount) in names { try body(name, byteCount) }
        } work: { place in
            var names: [(String, Int64)] = []
            try place.listObjects(withPrefix: prefix) { name, byteCount in
                call.recordProgress()
                names.append((name, byteCount))
                guard names.count == Self.namesAtOnce else { return }
                try call.deliverPiece(names)
                names = []
            }
            if !names.isEmpty { try call.deliverPiece(names) }
        }
    }

    package func removeDrafts(olderThan date: Date) throws {
        try performCall { place, _ in try place.removeDrafts(olderThan: date) }
    }

    package func probe() throws {
        try performCall { place, _ in try place.probe() }
    }

    /// The disks on which the folder is; none if it stopped answering, because every access to its objects then fails, too.
    package var diskMarks: Set<String> {
        (try? performCall { place, _ in place.diskMarks }) ?? []
    }

    package func warning(for library: Library) -> String? {
        (try? performCall { place, _ in place.warning(for: library) }) ?? nil
    }

    // MARK: Calls

    /// Performs a call that gives nothing to its caller before it ends.
    private func performCall<Outcome: Sendable>(
        watch: TransferWatch = TransferWatch(),
        undo: @escaping @Sendable () -> Void = {},
        work: @escaping @Sendable (any RemotePlace, TransferWatch) throws -> Outcome
    ) throws -> Outcome {
        let call = TimedCall<Never, Outcome>(now: now)
        return try finishCall(call, watch: watch) { _ in
        } undo: {
            undo()
        } work: { place in
            try work(place, watch.passingProgress(to: call))
        }
    }

    /// Runs a call on a thread, waits for it, and translates its ending.
    ///
    /// - Parameters:
    ///   - call: The call.
    ///   - watch: Asked whether the outcome is still wanted.
    ///   - body: Gets the pieces on the caller's thread.
    ///   - undo: Called if the work succeeds after the caller has left.
    ///   - work: Called on the thread.
    /// - Returns: The outcome.
    /// - Throws: The error of the work or of `body`, or ``RemoteFailure`` with code `unreachable` or `cancelled`.
    private func finishCall<Piece: Sendable, Outcome: Sendable>(
        _ call: TimedCall<Piece, Outcome>,
        watch: TransferWatch,
        body: (Piece) throws -> Void,
        undo: @escaping @Sendable () -> Void = {},
        work: @escaping @Sendable (any RemotePlace) throws -> Outcome
    ) throws -> Outcome {
        let queue = try takeQueue()
        queue.async { [self] in
            call.recordProgress()
            let outcome = Result { try work(place) }
            let isWanted = call.endCall(with: outcome)
            if !isWanted, case .success = outcome { undo() }
            giveBack(queue, wasLeft: !isWanted)
        }
        let (ending, problem) = call.waitForEnding(
            limit: limit,
            isCancelled: watch.isCancelled,
            body: body
        )
        if case .outcome(let outcome) = ending {
            if let problem { throw problem }
            return try outcome.get()
        }
        calls.withLock { $0.leftCount += 1 }
        if let problem { throw problem }
        if case .cancellation = ending { try watch.check() }
        throw silence
    }

    /// - Throws: ``RemoteFailure`` with code `unreachable` while a call that was left has not come back.
    private func takeQueue() throws -> DispatchQueue {
        let queue: DispatchQueue?? = calls.withLock { calls in
            guard calls.leftCount <= 0 else { return nil }
            return .some(calls.idleQueues.popLast())
        }
        guard let queue else { throw silence }
        return queue ?? DispatchQueue(label: "folder of a remote")
    }

    private func giveBack(_ queue: DispatchQueue, wasLeft: Bool) {
        calls.withLock { calls in
            calls.idleQueues.append(queue)
            if wasLeft { calls.leftCount -= 1 }
        }
    }

    private var silence: RemoteFailure {
        RemoteFailure(
            .unreachable,
            "The folder \(path) stopped answering. Connect its disk or its network, or unmount it."
        )
    }
}

extension TransferWatch {
    /// Returns a watch for the thread of a call, which passes progress on to the call, and ends it when its caller has
    /// left.
    fileprivate func passingProgress<Piece, Outcome>(
        to call: TimedCall<Piece, Outcome>
    ) -> TransferWatch {
        let (moved, isCancelled) = (moved, isCancelled)
        return TransferWatch(
            moved: { byteCount in
                call.recordProgress()
                if !call.isLeft { moved(byteCount) }
            },
            isCancelled: { call.isLeft || isCancelled() }
        )
    }
}
