import Foundation
import LibraryExercise
import OpenPhotoKit
import Photos
import PhotosStore
import PhotosTestSupport

/// Clocks that jump, run backwards or change their zone: order, counts and Recently Deleted stay what they are.
package struct ClocksScenario: Scenario {
    package let name = "clocks"
    package let summary =
        "clocks jump ten years, run backwards, change zones: order and counts stay, nothing is purged early"
    package let promises = ["P4", "P5"]
    package let unit = "jumps"

    package init() {}

    package func count(of length: StressLength) -> Int { length == .short ? 20 : 200 }

    package func run(_ order: ScenarioOrder) async throws -> ScenarioReport {
        try ClocksRun(order).report()
    }
}

private final class ClocksRun {
    private let order: ScenarioOrder
    private let folder: URL
    private var chance: SeededNumbers
    private let clock = TestClock()
    private var zone = TimeZone.gmt
    private var library: Library
    private var blocks: BlockGenerator
    private var replica: HistoryReplica
    private var sequence: Int64
    /// How far the clock is from the true time, in seconds.
    private var deviation = 0.0
    private var now: Double
    /// When assets came to Recently Deleted, in true time.
    private var trashed: [UUID: Double] = [:]
    private var jumps = 0
    private var openings = 0
    private var purged = 0
    private var inProcesses = 0
    private var violations: [String] = []

    private static let day = 86_400.0
    private static let kept = 30.0 * day

    init(_ order: ScenarioOrder) throws {
        self.order = order
        chance = SeededNumbers(seed: order.seed)
        folder = order.folder.appendingPathComponent("Clocks.photolib", isDirectory: true)
        now = clock.now.timeIntervalSinceReferenceDate
        library = try Library.open(
            folder,
            create: true,
            environment: .test(seed: order.seed, clock: clock)
        )
        blocks = BlockGenerator(library, seed: order.seed, largest: 40)
        try blocks.populate()
        replica = HistoryReplica(PHPhotoLibrary(library))
        sequence = try library.history.currentPosition().sequence
    }

    func report() throws -> ScenarioReport {
        var skipped: [String] = []
        let faketime = FakeTime.library
        if faketime == nil { skipped.append("jumps of real processes: faketime is not installed") }
        while jumps < order.count, !order.isOver, violations.isEmpty {
            jumps += 1
            jump()
            do {
                try work()
                if jumps % 3 == 0 { try reopen() }
                if let faketime, jumps % 5 == 0 { try play(faketime) }
            } catch {
                violations.append("\(error) (seed \(order.seed), jump \(jumps))")
            }
        }
        library.close()
        return ScenarioReport(
            counts: [
                .init("jumps", jumps), .init("openings", openings),
                .init("jumps of real processes", inProcesses), .init("purged when due", purged),
            ],
            violations: violations,
            skipped: skipped
        )
    }

    private func jump() {
        // True time goes on by hours, sometimes by weeks.
        let passed =
            chance.chance(0.35) ? 10 * Self.day : 3_600 * Double(1 + chance.number(below: 20))
        now += passed
        switch chance.number(below: 6) {
        case 0: deviation = 3_652 * Self.day
        case 1: deviation = -3_652 * Self.day
        // What is wrong by less than a day makes a purge early by so much.
        case 2: deviation = passed < Self.day ? -passed - 1 : 0
        case 3:
            // An hour is there twice, or not at all.
            zone =
                TimeZone(
                    identifier: chance.pick([
                        "Europe/Berlin", "America/New_York", "Australia/Lord_Howe",
                        "Asia/Kathmandu",
                    ])
                ) ?? .gmt
            deviation = chance.pick([-3_600, 3_600])
        default: deviation = 0
        }
        let target = now + deviation
        clock.advance(seconds: target - clock.now.timeIntervalSinceReferenceDate)
    }

    /// A few blocks, and the history behind them.
    private func work() throws {
        for _ in 0..<3 {
            let assets = blocks.assets.filter { trashed[$0] == nil }
            switch chance.number(below: 3) {
            case 0 where assets.count > 5:
                let asset = chance.pick(assets)
                try library.commit(.deleteAssets([asset]))
                trashed[asset] = now
            default:
                let uuid = chance.pick(assets)
                try library.commit(.set(uuid, [.caption: .text("\(chance.next())")]))
            }
            let present = try library.history.currentPosition().sequence
            guard present == sequence + 1 else {
                throw Fault("the history went on with \(present) behind \(sequence)")
            }
            sequence = present
        }
        var last = Int64(0)
        for change in try library.history.changes(after: 0, upTo: sequence, limit: .max) {
            guard change.position.sequence == last + 1 else {
                throw Fault("change \(change.position.sequence) stands behind \(last)")
            }
            last = change.position.sequence
        }
        guard last == sequence else {
            throw Fault("the history has \(last) of \(sequence) changes")
        }
        try replica.catchUp()
        try replica.compare()
    }

    /// Opens the library again, as at the start of a program: what is due goes then, and nothing else.
    private func reopen() throws {
        library.close()
        var environment = EngineEnvironment.test(seed: order.seed &+ UInt64(jumps), clock: clock)
        environment.zone = zone
        library = try Library.open(folder, environment: environment)
        openings += 1
        if order.isBroken { try purgeByTheClock() }
        try judgeTrash()
        blocks = BlockGenerator(library, seed: order.seed &+ UInt64(jumps), largest: 40)
        try blocks.adopt()
        replica = HistoryReplica(PHPhotoLibrary(library))
        sequence = try library.history.currentPosition().sequence
    }

    /// What an engine would do that believes each clock.
    private func purgeByTheClock() throws {
        let due = try trashed.keys.filter { uuid in
            guard let date = try library.asset(uuid)?.trashedDate else { return false }
            return clock.now.timeIntervalSince(date) >= Self.kept
        }
        if !due.isEmpty {
            try library.commits.commit(ChangeBlock([.purgeAssets(due)], work: .purge))
        }
    }

    private func judgeTrash() throws {
        for (uuid, date) in trashed {
            let days = (now - date) / Self.day
            let isThere = try library.asset(uuid) != nil
            if isThere { continue }
            // A clock that is off by less than a year is believed, and here it is so by less than a day.
            guard days >= 29 else {
                throw Fault(
                    "\(uuid) was purged \(Int(days)) days after its deletion, the clock \(Int(deviation / Self.day)) days off"
                )
            }
            purged += 1
            trashed[uuid] = nil
        }
    }

    /// A process whose system clock jumps while it has the library open.
    private func play(_ faketime: String) throws {
        let times = order.folder.appendingPathComponent("time")
        /// Seconds that the process's clock is off the true time.
        func set(_ seconds: Double) throws {
            let offset = now + seconds - Date().timeIntervalSinceReferenceDate
            try Data(String(format: "%+.3f", offset).utf8).write(to: times)
        }
        try set(chance.pick([0, 3_652, -3_652]) * Self.day)
        let process = try ScenarioParts.start(
            "clock worker",
            ["clock-worker", folder.path, "\(order.seed &+ UInt64(jumps))"],
            environment: [
                "LD_PRELOAD": faketime, "FAKETIME_TIMESTAMP_FILE": times.path,
                "FAKETIME_NO_CACHE": "1", "FAKETIME_DONT_FAKE_MONOTONIC": "1",
                "TZ": zone.identifier,
            ]
        )
        let steps = [3_652 * Self.day, -3_652 * Self.day, -1, -2, -3, 3_600, -3_600, 0]
        // Its opening may have emptied what was due.
        try judgeTrash()
        try blocks.adopt()
        var wanted = try library.history.currentPosition().sequence
        for step in steps {
            try set(step)
            try process.ask("commit")
            let answer = try process.answer(within: 60).split(separator: " ").map(String.init)
            wanted += 1
            guard answer.first == "\(wanted)" else {
                throw Fault("at \(step) the log of a process ends at \(answer), not at \(wanted)")
            }
            inProcesses += 1
        }
        try process.quit()
        let end = try library.history.currentPosition().sequence
        guard end == wanted else { throw Fault("the log ends at \(end), not at \(wanted)") }
        sequence = end
    }
}

/// Changes one asset at each request, by the system's clock.
struct ClockWorker: ScenarioPart {
    private let library: PHPhotoLibrary
    private let store: Library
    private var count = 0

    init(_ folder: URL) throws {
        store = try Library.open(folder)
        library = PHPhotoLibrary(store)
    }

    mutating func answer(_ request: [String]) throws -> String {
        guard request == ["commit"] else { throw Fault("a clock worker does not \(request)") }
        guard let asset = PHAsset.fetchAssets(with: LibraryState.options(library)).firstObject
        else { throw Fault("there are no assets") }
        count += 1
        let caption = "\(getpid())-\(count)"
        try library.performChangesAndWait { PHAssetChangeRequest(for: asset).caption = caption }
        return "\(try store.history.currentPosition().sequence) \(Date().timeIntervalSince1970)"
    }
}

/// Where the library lies that gives processes another time.
enum FakeTime {
    static var library: String? {
        let folders = [
            "/usr/lib/x86_64-linux-gnu/faketime", "/usr/lib/aarch64-linux-gnu/faketime",
            "/usr/lib64/faketime",
        ]
        return folders.map { $0 + "/libfaketimeMT.so.1" }
            .first { FileManager.default.isReadableFile(atPath: $0) }
    }
}
