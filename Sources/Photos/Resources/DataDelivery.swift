import Foundation
import PhotosStore
import Synchronization

/// Hands the bytes of one request out: those of a file that is being fetched as they arrive, and the rest afterwards.
///
/// The request's handlers are never called at once, although its calls on the queue may run beside one another. The mutex
/// guards the state; handlers are called outside the mutex.
final class DataDelivery: Sendable {
    private struct State {
        var file: ArrivingFile?
        var offset: Int64 = 0
        /// Whether a call of this request waits or runs.
        var isBusy = false
        /// The call that comes after the present one.
        var next: (@Sendable () -> Void)?
    }

    /// The number of bytes that a handler gets at once.
    static let part = 1 << 18

    private let state = Mutex(State())
    private let queue: CallQueue
    private let handler: UncheckedTransfer<(Data) -> Void>
    private let isWanted: @Sendable () -> Bool

    /// - Parameters:
    ///   - queue: The queue on which the handler is called.
    ///   - handler: Gets the bytes.
    ///   - isWanted: Returns whether the request is not cancelled.
    init(
        _ queue: CallQueue,
        _ handler: UncheckedTransfer<(Data) -> Void>,
        isWanted: @escaping @Sendable () -> Bool
    ) {
        self.queue = queue
        self.handler = handler
        self.isWanted = isWanted
    }

    /// The number of bytes that the handler got.
    var offset: Int64 { state.withLock { $0.offset } }

    /// Calls the handler with the next bytes.
    func handOut(_ data: Data) {
        CallQueue.callOut { handler.value(data) }
        state.withLock { $0.offset += Int64(data.count) }
    }

    /// Hands further bytes of a file out that is being fetched.
    func add(_ file: ArrivingFile) {
        let begins = state.withLock { state in
            state.file = file
            defer { state.isBusy = true }
            return !state.isBusy
        }
        if begins { queue.async { self.run { self.handOutArrived() } } }
    }

    /// Makes a call on this thread, or after the one that waits or runs.
    func enqueueCall(_ call: @escaping @Sendable () -> Void) {
        let begins = state.withLock { state in
            if state.isBusy { state.next = call }
            defer { state.isBusy = true }
            return !state.isBusy
        }
        if begins { run(call) }
    }

    private func run(_ first: @Sendable () -> Void) {
        first()
        while let next = state.withLock({ nextCall(&$0) }) { next() }
    }

    private func nextCall(_ state: inout State) -> (@Sendable () -> Void)? {
        if let next = state.next {
            state.next = nil
            return next
        }
        if let file = state.file, file.byteCount > state.offset, isWanted() {
            return { self.handOutArrived() }
        }
        state.isBusy = false
        return nil
    }

    private func handOutArrived() {
        CallQueue.performWork {
            while isWanted(), let file = state.withLock({ $0.file }) {
                // Bytes that cannot be read here are read when the file has come, or the request fails then.
                guard let data = try? file.read(at: offset, atMost: Self.part), !data.isEmpty else {
                    break
                }
                handOut(data)
            }
        }
    }
}
