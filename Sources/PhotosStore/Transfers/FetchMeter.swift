import Synchronization

/// Counts the bytes of a transfer, and reports the part that came.
///
/// The mutex guards the number of bytes and the part that was reported last, so that reports never decrease.
final class FetchMeter: Sendable {
    private let before: Int64
    private let total: Int64
    private let report: @Sendable (Double) -> Void
    private let state = Mutex<(bytes: Int64, last: Double)>((0, -1))

    /// - Parameters:
    ///   - before: The bytes of the files that came before.
    ///   - total: The bytes of all files.
    ///   - report: Called with a part from 0 to 1, at most a hundred times.
    init(before: Int64, total: Int64, report: @escaping @Sendable (Double) -> Void) {
        (self.before, self.total, self.report) = (before, max(1, total), report)
    }

    /// Counts bytes that came.
    func add(_ count: Int64) { change { $0 += count } }

    /// States how many bytes of this file are there.
    func show(_ count: Int64) { change { $0 = count } }

    private func change(_ body: (inout Int64) -> Void) {
        state.withLock { state in
            body(&state.bytes)
            let part = min(1, Double(before + state.bytes) / Double(total))
            guard part >= state.last + 0.01 || part == 1 && state.last < 1 else { return }
            state.last = part
            // Reports are made under the lock, so that they come in order.
            report(part)
        }
    }
}
