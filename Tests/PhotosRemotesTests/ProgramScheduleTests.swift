import PhotosBase
import PhotosRemotes
import PhotosTestSupport
import TestPermits
import Testing

/// When programs that upload are started and ended.
@Suite(.permit) struct ProgramScheduleTests {
    private typealias Phase = ProgramSchedule.Phase
    private typealias Event = ProgramSchedule.Event
    private typealias Action = ProgramSchedule.Action

    private static let events = Event.allCases

    /// A schedule in each phase at the time 100, by the events that lead there.
    private static func schedule(in phase: String) -> ProgramSchedule {
        var schedule = ProgramSchedule(now: 0)
        func pass(_ events: [Event], at time: Double) {
            for event in events { _ = schedule.handle(event, at: time) }
        }
        switch phase {
        case "waiting": schedule = ProgramSchedule(now: 99)
        case "idle": pass([.time, .completed, .ended], at: 90)
        case "backing off": pass([.time, .failure, .ended], at: 90)
        case "running": pass([.time], at: 90)
        case "stopping": pass([.time, .completed], at: 98)
        case "killed":
            pass([.time], at: 20)
            pass([.time], at: 80)
            pass([.time], at: 86)
        default: pass([.stop], at: 90)
        }
        return schedule
    }

    /// What each event does in each phase at the time 100, and the phase after it.
    private static let table: [String: [Event: (Action?, Phase)]] = [
        "waiting": [
            .time: (.start, .running(until: 160)), .stop: (nil, .finished),
        ],
        "idle": [
            .changed: (nil, .waiting(until: 100, isBackoff: false)), .stop: (nil, .finished),
        ],
        "backing off": [.stop: (nil, .finished)],
        "running": [
            .completed: (.hangUp, .stopping(until: 105)),
            .processing: (.hangUp, .stopping(until: 105)),
            .failure: (.hangUp, .stopping(until: 105)),
            .silent: (.hangUp, .stopping(until: 105)),
            .ended: (nil, .waiting(until: 130, isBackoff: true)),
            .stop: (.terminate, .stopping(until: 105)),
        ],
        "stopping": [
            .completed: (.hangUp, .stopping(until: 103)),
            .processing: (.hangUp, .stopping(until: 103)),
            .failure: (.hangUp, .stopping(until: 103)),
            .ended: (nil, .idle),
        ],
        "killed": [
            .completed: (.hangUp, .stopping(until: nil)),
            .processing: (.hangUp, .stopping(until: nil)),
            .failure: (.hangUp, .stopping(until: nil)),
            .ended: (nil, .waiting(until: 130, isBackoff: true)),
        ],
        "finished": [:],
    ]

    @Test func `each event does in each phase what the table says, and else nothing`() {
        for (name, row) in Self.table {
            for event in Self.events {
                var schedule = Self.schedule(in: name)
                let before = schedule.phase
                let action = schedule.handle(event, at: 100)
                let expected = row[event] ?? (nil, before)
                #expect(action == expected.0, "\(name) \(event)")
                #expect(schedule.phase == expected.1, "\(name) \(event)")
            }
        }
    }

    @Test func `a change while the program runs starts it once more`() {
        var schedule = ProgramSchedule(now: 0)
        #expect(schedule.handle(.time, at: 0) == .start)
        for event in [Event.changed, .changed, .completed, .changed] {
            _ = schedule.handle(event, at: 0.2)
        }
        _ = schedule.handle(.ended, at: 0.3)
        // Not sooner than a second after the last start.
        #expect(schedule.phase == .waiting(until: 1, isBackoff: false))
        #expect(schedule.handle(.time, at: 0.9) == nil)
        #expect(schedule.handle(.time, at: 1) == .start)
        for event in [Event.completed, .ended] { _ = schedule.handle(event, at: 2) }
        #expect(schedule.phase == .idle && schedule.nextTime == nil)
    }

    /// Runs the program again and again, and returns the waits after its answers.
    private func waits(after answer: Event, count: Int) -> [Double] {
        var schedule = ProgramSchedule(now: 0)
        var time = 0.0
        return (0..<count).map { _ in
            _ = schedule.handle(.time, at: time)
            for event in [answer, .ended] { _ = schedule.handle(event, at: time) }
            let next = schedule.nextTime ?? .infinity
            defer { time = next }
            return next - time
        }
    }

    @Test func `a program that asks for more time again and again has nothing to do now`() {
        var schedule = ProgramSchedule(now: 0)
        func ask(_ events: Event...) -> Bool {
            for event in [.time] + events + [.ended] {
                _ = schedule.handle(event, at: schedule.nextTime ?? 0)
            }
            return schedule.hasNothingToDo
        }
        #expect(!schedule.hasNothingToDo)
        #expect([ask(.processing), ask(.processing)] == [false, true])
        #expect(!ask(.changed, .processing))
        #expect([ask(.completed), ask(.changed, .completed)] == [true, false])
        #expect(ask(.failure))
    }

    @Test func `failures and pauses wait longer each time, up to a limit`() {
        let failed = [30.0, 60, 120, 240, 480, 960, 1_920, 3_600, 3_600]
        #expect(waits(after: .failure, count: 9) == failed)
        #expect(waits(after: .silent, count: 9) == failed)
        #expect(waits(after: .processing, count: 6) == [5.0, 10, 20, 40, 60, 60])
    }

    @Test func `a success ends the waits after failures`() {
        var schedule = ProgramSchedule(now: 0)
        for event in [Event.time, .failure, .ended] { _ = schedule.handle(event, at: 0) }
        #expect(schedule.nextTime == 30)
        for event in [Event.time, .completed, .ended] { _ = schedule.handle(event, at: 30) }
        _ = schedule.handle(.changed, at: 40)
        for event in [Event.time, .failure, .ended] { _ = schedule.handle(event, at: 40) }
        #expect(schedule.nextTime == 70)
    }

    @Test func `a program that does not answer is told to end, and then killed`() {
        var schedule = ProgramSchedule(now: 0)
        #expect(schedule.handle(.time, at: 0) == .start)
        #expect(schedule.handle(.time, at: 59.9) == nil)
        #expect(schedule.handle(.time, at: 60) == .terminate)
        #expect(schedule.handle(.time, at: 64.9) == nil)
        #expect(schedule.handle(.time, at: 65) == .kill)
        #expect(schedule.handle(.time, at: 1_000) == nil)
        _ = schedule.handle(.ended, at: 1_000)
        #expect(schedule.phase == .waiting(until: 1_030, isBackoff: true))
    }

    @Test func `an answer after the announced end counts`() {
        var schedule = ProgramSchedule(now: 0)
        _ = schedule.handle(.time, at: 0)
        #expect(schedule.handle(.time, at: 60) == .terminate)
        #expect(schedule.handle(.processing, at: 61) == .hangUp)
        _ = schedule.handle(.ended, at: 61)
        #expect(schedule.phase == .waiting(until: 66, isBackoff: false))
    }

    @Test func `in any order of events, one process at most runs, and each comes to its end`() {
        for seed in 0..<300 as Range<UInt64> {
            var chance = SeededNumbers(seed: seed)
            var schedule = ProgramSchedule(now: 0)
            var time = 0.0
            var isRunning = false
            var isStopped = false
            var started = 0.0
            for _ in 0..<400 {
                time += [0, 0.1, 1, 7, 61].randomElement(using: &chance) ?? 0
                var event = Self.events.randomElement(using: &chance) ?? .time
                if event == .stop, Int.random(in: 0..<40, using: &chance) > 0 { event = .time }
                // Only a process answers, and ends.
                let needsProcess: [Event] = [.completed, .processing, .failure, .silent, .ended]
                if needsProcess.contains(event), !isRunning { event = .time }
                if event == .stop { isStopped = true }
                let action = schedule.handle(event, at: time)
                if event == .ended { isRunning = false }
                if action == .start {
                    #expect(!isRunning && !isStopped, "seed \(seed)")
                    (isRunning, started) = (true, time)
                } else if action != nil {
                    #expect(isRunning, "seed \(seed)")
                }
                if isRunning, event == .time, action == nil, schedule.nextTime == nil {
                    #expect(schedule.phase == .stopping(until: nil), "seed \(seed)")
                }
                if isRunning, let next = schedule.nextTime {
                    #expect(next <= max(started + 60, time) + 5, "seed \(seed)")
                }
                if isStopped, !isRunning { #expect(schedule.phase == .finished, "seed \(seed)") }
            }
        }
    }

    @Test func `answers of the channel are events`() {
        #expect(Event(.completed) == .completed && Event(.processing) == .processing)
        #expect(Event(.failure) == .failure && Event(nil) == .silent)
    }
}
