import Foundation
import PhotosStore
import PhotosTestSupport

/// What people do by habit with a library that has remotes, and with the folders and services that are its remotes.
///
/// They remove objects by hand, exchange and unplug disks, lose keys and markers, let files leave, delete and purge, copy the
/// library and let the copies use its remotes. Where the bytes of each photo are is known outside the library, by checksums.
/// No command may take the last copy, none may call safe what is not, and after each round every loss is named, and comes
/// back where a copy of its bytes is in reach.
package struct RemoteHabitsScenario: Scenario {
    /// The kinds of remotes that each library has in turn; it may have others beside it.
    package enum Kinds: Sendable {
        /// Folders and encrypted folders, beside services in this process.
        case folders
        /// S3 and WebDAV from servers that lie over HTTP, beside folders.
        case services
    }

    package let promises = ["P10", "P11"]
    package let unit = "steps"
    private let kinds: Kinds

    package init(_ kinds: Kinds = .folders) { self.kinds = kinds }

    package var name: String { kinds == .folders ? "remote-habits" : "service-habits" }

    package var summary: String {
        switch kinds {
        case .folders:
            "folders that are remotes emptied, exchanged, unplugged and changed by habit while files leave for them and copies of the library use them"
        case .services: "the same with S3 and WebDAV from servers that lie, hang and fail over HTTP"
        }
    }

    private var firstKinds: [HabitsPlace.Kind] {
        kinds == .folders ? [.folder, .sealedFolder] : [.s3, .webDAV]
    }

    /// In short 200 for each kind of remote.
    package func count(of length: StressLength) -> Int {
        length == .short ? Self.stepsOfLife * firstKinds.count : 10_000
    }

    package func obstacle() -> String? { kinds == .folders ? nil : LyingServer.obstacle() }

    /// A library that grew for so many steps is left for a new one.
    private static let stepsOfLife = 200

    /// Over HTTP a step takes a second, so that the broken variant takes those alone there that its fault is about.
    private func steps(isBroken: Bool) -> RemoteHabitsStep.Order {
        isBroken && kinds == .services ? .inTurn(RemoteHabitsStep.believingProofs) : .byChance
    }

    package func run(_ order: ScenarioOrder) async throws -> ScenarioReport {
        var tally = RemoteHabitsTally()
        var life = 0
        while tally.steps < order.count, !order.isOver, tally.violations.isEmpty {
            let folder = order.folder.appendingPathComponent("life-\(life)", isDirectory: true)
            let run = try RemoteHabitsRun(
                in: folder,
                seed: order.seed &+ UInt64(life) &* 1_000_003,
                name: "life \(life) of seed \(order.seed)",
                // Each kind of remote is the first one of as many lives.
                first: firstKinds[life % firstKinds.count],
                services: kinds == .folders ? .inMemory : .overHTTP,
                steps: steps(isBroken: order.isBroken),
                isBroken: order.isBroken
            )
            try await run.live(min(Self.stepsOfLife, order.count - tally.steps), order)
            run.world.library.close()
            tally.add(run.tally)
            if tally.violations.isEmpty { try? FileManager.default.removeItem(at: folder) }
            life += 1
        }
        return tally.report(lives: life)
    }
}

/// What was done and found.
struct RemoteHabitsTally {
    var steps = 0
    var rounds = 0
    /// Steps of libraries that have a remote of a kind.
    var stepsWith: [HabitsPlace.Kind: Int] = [:]
    var acknowledged = 0
    /// Answers of services that were lies.
    var lies = 0
    /// Files that left for remotes.
    var released = 0
    /// Times that a file of the right size and with other bytes was believed, as is documented.
    var believed = 0
    /// Contents that were not in the library's folder when people looked, and should have been, or were in no remote.
    var lost = 0
    var broughtBack = 0
    /// Those of which no copy was in reach.
    var beyondReach = 0
    var restored = 0
    var kinds: [String: Int] = [:]
    var violations: [String] = []

    mutating func add(_ other: RemoteHabitsTally) {
        steps += other.steps
        rounds += other.rounds
        stepsWith.merge(other.stepsWith, uniquingKeysWith: +)
        acknowledged += other.acknowledged
        lies += other.lies
        released += other.released
        believed += other.believed
        lost += other.lost
        broughtBack += other.broughtBack
        beyondReach += other.beyondReach
        restored += other.restored
        kinds.merge(other.kinds, uniquingKeysWith: +)
        violations += other.violations
    }

    func report(lives: Int) -> ScenarioReport {
        let kinds = HabitsPlace.Kind.allCases.map { kind in
            ScenarioReport.Count("with \(kind.rawValue)", stepsWith[kind] ?? 0)
        }
        return ScenarioReport(
            counts: [
                .init("steps", steps), .init("kinds of step", self.kinds.count),
                .init("rounds", rounds), .init("libraries", lives),
            ] + kinds + [
                .init("lies", lies), .init("acknowledgements", acknowledged),
                .init("files that left", released),
                .init("believed by their size", believed), .init("contents lost", lost),
                .init("brought back", broughtBack), .init("without a copy in reach", beyondReach),
                .init("libraries rebuilt", restored),
            ],
            violations: violations
        )
    }
}
