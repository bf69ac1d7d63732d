import Glibc

/// Finds out, by looking at the main thread now and then, whether anyone serves the main queue.
///
/// A block on the main queue that is not run within a moment may wait for a thread that is only busy. So the verdict
/// is `nobody` where the main thread slept from one look to the next, or where it has not come round to the block after
/// a long time; and `somebody` at once where the thread was given up to the main queue, as `dispatchMain()` and
/// programs with an asynchronous entry point do.
package struct MainQueueWatch: Sendable {
    package enum Verdict: Sendable {
        case somebody
        case nobody
    }

    package struct Look: Equatable, Sendable {
        package enum State: Sendable {
            case awake
            case asleep
            /// It waits for signals only, as a main thread does after `dispatchMain()`, or has ended.
            case givenUp
        }

        package var state: State
        /// How often the thread has left its processor.
        package var switches: Int
    }

    /// Milliseconds from one look to the next.
    package static let interval = 50
    /// Looks before a main thread that is awake counts as one that never comes.
    package static let patience = 40

    private var earlier: Look?
    private var looks = 0

    package init() {}

    /// Takes a look at the main thread, nil where the system lets nobody look.
    package mutating func note(_ look: Look?) -> Verdict? {
        looks += 1
        defer { earlier = look }
        if look?.state == .givenUp { return .somebody }
        if let look, look.state == .asleep, look == earlier { return .nobody }
        return looks >= Self.patience ? .nobody : nil
    }
}

extension MainQueueWatch.Look {
    /// Looks at the main thread of this process.
    package static func now() -> Self? {
        let folder = "/proc/self/task/\(getpid())/"
        guard let status = text(folder + "status") else { return nil }
        // Reading what system call a thread is in may be forbidden; then it is taken to be an ordinary one.
        return Self(status: status, systemCall: text(folder + "syscall") ?? "")
    }

    /// Reads what the kernel says of a thread; nil where it says something else.
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

    private static func text(_ path: String) -> String? {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        let bytes = [UInt8](unsafeUninitializedCapacity: 8192) { buffer, count in
            count = max(0, read(descriptor, buffer.baseAddress, buffer.count))
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
