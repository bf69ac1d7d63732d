import Foundation
import LibraryExercise
import Photos
import PhotosStore
import PhotosTestSupport
import Synchronization

/// Half of all commits ring no bell, and still everybody who follows the library has it as it is.
///
/// Three followers, two beside the writer and one in a process of its own, replay the details of every change on fifteen
/// fetch results and feed a replica by the history. When the writer rests, lists, replicas and fresh fetches must be the
/// same.
package struct ObserversScenario: Scenario {
    package let name = "observers"
    package let summary =
        "observers equal history equal fetch, while half of all doorbells are lost"
    package let promises = ["P5", "P6"]
    package let unit = "changes"

    package init() {}

    package func count(of length: StressLength) -> Int { length == .short ? 10_000 : 1_000_000 }

    package func run(_ order: ScenarioOrder) async throws -> ScenarioReport {
        try ObserversRun(order).report()
    }
}

private final class ObserversRun {
    private let order: ScenarioOrder
    private let notifications = LostNotifications()
    private let writer: Library
    private let others: [Library]
    private let followers: [LibraryFollower]
    private let observer: LineProcess?
    private var blocks: BlockGenerator
    private var changes = 0
    private var committed = 0
    private var quiets = 0
    private var counted: Int64

    /// Decides which rings are lost, and counts.
    private final class LostNotifications: Sendable {
        private let state = Mutex((chance: SeededNumbers(seed: 0), rung: 0, lost: 0))

        func begin(seed: UInt64) { state.withLock { $0.chance = SeededNumbers(seed: seed) } }

        func loses() -> Bool {
            state.withLock { state in
                let isLost = state.chance.chance(0.5)
                if isLost { state.lost += 1 } else { state.rung += 1 }
                return isLost
            }
        }

        var lost: Int { state.withLock { $0.lost } }
    }

    private static let blocksBetweenQuiets = 16

    init(_ order: ScenarioOrder) throws {
        self.order = order
        let folder = order.folder.appendingPathComponent("Observed.photolib", isDirectory: true)
        notifications.begin(seed: order.seed)
        var environment = EngineEnvironment.test(seed: order.seed)
        environment.notificationSender = LossyNotificationSender { [notifications] in
            notifications.loses()
        }
        writer = try Library.open(folder, create: true, environment: environment)
        blocks = BlockGenerator(
            writer,
            seed: order.seed,
            largest: order.length == .short ? 120 : 360
        )
        try blocks.populate()
        var listening = EngineEnvironment.test(seed: order.seed &+ 1)
        // Without its polls an observer has only the bell.
        if order.isBroken { listening.observerPatience = 3_600_000 }
        others = [
            try Library.open(folder, environment: listening),
            try Library.open(folder, mode: .readOnly, environment: listening),
        ]
        followers = try others.map { try LibraryFollower(PHPhotoLibrary($0)) }
        observer =
            order.isBroken
            ? nil
            : try ScenarioParts.start("observer", ["soak-observer", folder.path, "\(order.seed)"])
        counted = try writer.history.currentPosition().sequence
    }

    func report() throws -> ScenarioReport {
        var violations: [String] = []
        while changes < order.count, !order.isOver, violations.isEmpty {
            for _ in 0..<Self.blocksBetweenQuiets { try commit() }
            do { try settle() } catch {
                violations.append(
                    "\(error) (seed \(order.seed), behind block \(committed), change \(changes))"
                )
            }
            quiets += 1
        }
        let summaries = followers.map(\.summary)
        try observer?.quit()
        if violations.isEmpty {
            let findings = try LibraryCheck(writer, readingBytes: false).run().findings
            violations += findings.map { "the check found \($0) (seed \(order.seed))" }
        }
        for library in others + [writer] { library.close() }
        return ScenarioReport(
            counts: [
                .init("changes", changes), .init("blocks", committed),
                .init("lost rings", notifications.lost), .init("quiet points", quiets),
                .init("details", summaries.map(Self.details).reduce(0, +)),
            ],
            violations: violations
        )
    }

    /// Of a summary, how many details were replayed.
    private static func details(_ summary: String) -> Int {
        let words = summary.split(separator: " ")
        return words.firstIndex(of: "details").flatMap { $0 > 0 ? Int(words[$0 - 1]) : nil } ?? 0
    }

    /// One block of chance of many kinds, or one that touches many assets.
    private func commit() throws {
        if committed % 3 == 0 {
            _ = try blocks.commit()
        } else {
            let mutations = try blocks.visibleAssets().map { Mutation.set($0, values()) }
            try writer.commits.commit(ChangeBlock(mutations))
        }
        committed += 1
    }

    private func values() -> [AssetField: FieldValue] {
        switch blocks.generator.number(below: 5) {
        case 0: [.isFavorite: .integer(Int64(blocks.generator.number(below: 2)))]
        case 1: [.isHidden: .integer(blocks.generator.chance(0.2) ? 1 : 0)]
        case 2: [.caption: .text("\(blocks.generator.number(below: 1_000))")]
        case 3: [.rating: .integer(Int64(blocks.generator.number(below: 6)))]
        default: [.creationDate: .real(Double(blocks.generator.number(below: 200)))]
        }
    }

    private func settle() throws {
        let sequence = try writer.history.currentPosition().sequence
        for change in try writer.history.changes(after: counted, upTo: sequence, limit: .max) {
            changes += try change.outline().count
        }
        counted = sequence
        try observer?.ask("settle \(sequence)")
        for follower in followers {
            try follower.wait(for: sequence, seconds: order.isBroken ? 2 : 60)
            try follower.compareWithFreshFetches(afterReturns: true)
            try follower.compareReplica()
        }
        _ = try observer?.answer(within: 300)
        if quiets % 8 == 7 { for follower in followers { follower.aim() } }
    }
}
