package import PhotosBase

/// When a program that uploads is started, told to end, and ended: a state machine without a clock or processes.
///
/// The program is started when the library changed or jobs of it ended, at most once at a time. It is asked once, and ends after
/// its answer. An answer that is late ends it, too.
package struct ProgramSchedule: Hashable, Sendable {
    /// The times of programs, in seconds.
    package struct Times: Hashable, Sendable {
        /// The time that a program has for its answer.
        package var limit = 60.0
        /// The time that a program has to end, before it is ended.
        package var grace = 5.0
        /// The shortest time between two starts.
        package var gap = 1.0
        /// The wait before a program that answered `processing` is asked again although nothing happened; it doubles.
        package var pause = 5.0
        package var longestPause = 60.0
        /// The wait after a failure; it doubles.
        package var wait = 30.0
        package var longestWait = 3_600.0

        package init() {}
    }

    /// What the program does.
    package enum Phase: Hashable, Sendable {
        /// Nothing, until something changes.
        case idle
        /// Nothing, until a time. After a failure, changes do not shorten the wait.
        case waiting(until: Double, isBackoff: Bool)
        /// It processes jobs, and answers until a time.
        case running(until: Double)
        /// It ends by itself until a time; nil after it was killed.
        case stopping(until: Double?)
        /// It is not started again.
        case finished
    }

    /// What happens.
    package enum Event: Hashable, Sendable, CaseIterable {
        /// The library changed, or a job of the program ended.
        case changed
        /// The program answered.
        case completed, processing, failure
        /// The program closed the connection, or wrote something else.
        case silent
        /// The process has ended, or could not be started.
        case ended
        /// Time has passed.
        case time
        /// The program is not to run any more.
        case stop

        package init(_ message: ExtensionChannel.ExtensionMessage?) {
            self =
                switch message {
                case .completed: .completed
                case .processing: .processing
                case .failure: .failure
                case nil: .silent
                }
        }
    }

    /// What is to be done.
    package enum Action: Hashable, Sendable {
        /// Start the program, and ask it to process jobs.
        case start
        /// Tell the program that it ends soon.
        case terminate
        /// Close the connection, after which the program ends.
        case hangUp
        /// End the process.
        case kill
    }

    package private(set) var phase: Phase
    private let times: Times
    /// The program's last answer; a program without one has failed.
    private var outcome = Event.failure
    private var lastStart: Double
    /// Whether something changed since the program was asked.
    private var hasChanged = false
    private var isStopped = false
    private var failures = 0
    private var pauses = 0

    /// Makes a schedule whose program is due at once, because nobody knows what changed before.
    package init(_ times: Times = Times(), now: Double) {
        self.times = times
        lastStart = now - times.gap
        phase = .waiting(until: now, isBackoff: false)
    }

    /// The time of the next event ``Event/time``; nil where none is needed.
    package var nextTime: Double? {
        switch phase {
        case .idle, .finished: nil
        case .waiting(let until, _), .running(let until): until
        case .stopping(let until): until
        }
    }

    /// Whether the program is not started before something changes, or waits in vain.
    ///
    /// A program that asks for more time twice, and nothing happens between, waits for jobs that are tried later.
    package var hasNothingToDo: Bool {
        switch phase {
        case .idle, .finished, .waiting(_, isBackoff: true): true
        case .waiting(_, isBackoff: false): pauses > 1
        case .running, .stopping: false
        }
    }

    /// Notes what happened, and returns what is to be done.
    package mutating func handle(_ event: Event, at now: Double) -> Action? {
        switch phase {
        case .finished: return nil
        case .idle, .waiting: return handleWithoutProcess(event, at: now)
        case .running(let until): return handleRunning(event, at: now, until: until)
        case .stopping(let until): return handleStopping(event, at: now, until: until)
        }
    }

    private mutating func handleWithoutProcess(_ event: Event, at now: Double) -> Action? {
        switch (event, phase) {
        case (.stop, _): phase = .finished
        case (.changed, .idle):
            phase = .waiting(until: max(now, lastStart + times.gap), isBackoff: false)
        case (.changed, .waiting(let until, isBackoff: false)):
            pauses = 0
            phase = .waiting(until: min(until, max(now, lastStart + times.gap)), isBackoff: false)
        case (.time, .waiting(let until, _)) where now >= until:
            (lastStart, hasChanged, outcome) = (now, false, .failure)
            phase = .running(until: now + times.limit)
            return .start
        default: break
        }
        return nil
    }

    private mutating func handleRunning(
        _ event: Event,
        at now: Double,
        until: Double
    ) -> Action? {
        switch event {
        case .changed: hasChanged = true
        case .completed, .processing, .failure:
            outcome = event
            phase = .stopping(until: now + times.grace)
            return .hangUp
        case .silent:
            phase = .stopping(until: now + times.grace)
            return .hangUp
        case .ended: settle(at: now)
        case .time:
            guard now >= until else { return nil }
            phase = .stopping(until: now + times.grace)
            return .terminate
        case .stop:
            isStopped = true
            phase = .stopping(until: now + times.grace)
            return .terminate
        }
        return nil
    }

    private mutating func handleStopping(
        _ event: Event,
        at now: Double,
        until: Double?
    ) -> Action? {
        switch event {
        case .changed: hasChanged = true
        // A program that is told to end may still answer.
        case .completed, .processing, .failure:
            outcome = event
            return .hangUp
        case .silent: break
        case .ended: settle(at: now)
        case .stop: isStopped = true
        case .time:
            guard let until, now >= until else { return nil }
            phase = .stopping(until: nil)
            return .kill
        }
        return nil
    }

    /// Decides when a program is asked again that has ended.
    private mutating func settle(at now: Double) {
        if isStopped {
            phase = .finished
            return
        }
        let soon = max(now, lastStart + times.gap)
        switch outcome {
        case .completed:
            (failures, pauses) = (0, 0)
            phase = hasChanged ? .waiting(until: soon, isBackoff: false) : .idle
        case .processing:
            failures = 0
            pauses = hasChanged ? 0 : pauses + 1
            let pause = Self.doubled(times.pause, pauses, times.longestPause)
            phase = .waiting(until: hasChanged ? soon : now + pause, isBackoff: false)
        default:
            failures += 1
            let wait = Self.doubled(times.wait, failures, times.longestWait)
            phase = .waiting(until: now + wait, isBackoff: true)
        }
    }

    private static func doubled(_ first: Double, _ count: Int, _ most: Double) -> Double {
        min(most, first * Double(1 << min(max(0, count - 1), 20)))
    }
}
