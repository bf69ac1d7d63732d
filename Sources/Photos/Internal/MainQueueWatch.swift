import Glibc

/// Finds out whether the program runs its main queue, from samples of the main thread's state.
///
/// A block on the main queue that does not run at once may only wait for a busy thread. So the verdict is `nobody`
/// in two cases: the main thread slept between two samples, or it did not run the block for a long time. The
/// verdict is `somebody` at once if the main thread was given up to the main queue. `dispatchMain()` and programs
/// with an asynchronous entry point do that.
package struct MainQueueWatch: Sendable {
    package enum Verdict: Sendable {
        case somebody
        case nobody
    }

    package struct Sample: Equatable, Sendable {
        package enum State: Sendable {
            case awake
            case asleep
            /// The thread waits for signals only, as after `dispatchMain()`, or has ended.
            case givenUp
        }

        package var state: State
        /// The number of context switches of the thread.
        package var switches: Int
    }

    /// The milliseconds between two samples.
    package static let interval = 50
    /// The number of samples after which a main thread that is awake counts as one that never runs the block.
    package static let patience = 40

    private var earlier: Sample?
    private var samples = 0

    package init() {}

    /// Adds a sample of the main thread; nil if the system does not allow one.
    package mutating func addSample(_ sample: Sample?) -> Verdict? {
        samples += 1
        defer { earlier = sample }
        if sample?.state == .givenUp { return .somebody }
        if let sample, sample.state == .asleep, sample == earlier { return .nobody }
        return samples >= Self.patience ? .nobody : nil
    }
}

extension MainQueueWatch.Sample {
    /// Returns a sample of this process's main thread.
    package static func now() -> Self? {
        let folder = "/proc/self/task/\(getpid())/"
        guard let status = fileText(at: folder + "status") else { return nil }
        // The system may not allow reading the thread's system call. Then the thread counts as an ordinary one.
        return Self(status: status, systemCall: fileText(at: folder + "syscall") ?? "")
    }

    /// Parses the kernel's status of a thread; nil for another format.
    package init?(status: String, systemCall: String) {
        var state: Character?
        var switches = 0
        for line in status.split(separator: "\n") {
            let value = line.drop { $0 != ":" }.dropFirst().drop { $0.isWhitespace }
            if line.hasPrefix("State:") { state = value.first }
            if line.contains("ctxt_switches:") { switches += Int(value) ?? 0 }
        }
        guard let state else { return nil }
        self.switches = switches
        let isWaitingForSignals =
            systemCall.split(separator: " ").first.flatMap { Int($0) } == Self.waitForSignals
        switch state {
        case "Z", "X": self.state = .givenUp
        case "S": self.state = isWaitingForSignals ? .givenUp : .asleep
        default: self.state = .awake
        }
    }

    /// The number of the system call `rt_sigsuspend`.
    private static var waitForSignals: Int {
        #if arch(x86_64)
        130
        #else
        133
        #endif
    }

    private static func fileText(at path: String) -> String? {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        let bytes = [UInt8](unsafeUninitializedCapacity: 8192) { buffer, count in
            count = max(0, read(descriptor, buffer.baseAddress, buffer.count))
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
