import Synchronization

/// The progress of one body, which may be sent several times.
///
/// Safe on any thread; the mutex guards it.
final class BodyMeter: Sendable {
    private let bytes = Mutex<Int64>(0)
    private let meter: ProgressMeter

    init(_ meter: ProgressMeter) { self.meter = meter }

    /// The bytes that the last try has handed to the connection.
    var count: Int64 { bytes.withLock { $0 } }

    func add(_ count: Int64) {
        bytes.withLock { $0 += count }
        meter.add(count)
    }

    /// Counts back what an earlier try has sent.
    func restart() {
        let sent = bytes.withLock { bytes in
            defer { bytes = 0 }
            return bytes
        }
        if sent > 0 { meter.add(-sent) }
    }
}
