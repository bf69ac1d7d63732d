import Foundation
import Glibc
import PhotosRemotes
import PhotosStore
import PhotosTestSupport

/// The life of one library with remotes among people's habits.
final class RemoteHabitsRun {
    let world: RemoteHabitsWorld
    var tally = RemoteHabitsTally()
    var chance: SeededNumbers
    var content = HabitsContent()
    /// The bytes of all photos, by the numbers of contents.
    var photos: [Int: Data] = [:]
    /// What the library said that it has, and who said so.
    var acknowledged: [Int: String] = [:]
    /// What people have deleted at some time, though they may have imported it again since.
    var deleted: Set<Int> = []
    /// What they had deleted when the older copy of the library was made.
    var deletedInOlder: Set<Int> = []
    /// What was done, step by step.
    var history: [String] = []
    private let name: String
    private var names = 0

    init(
        in folder: URL,
        seed: UInt64,
        name: String,
        first: HabitsPlace.Kind,
        services: HabitsServices,
        steps: RemoteHabitsStep.Order,
        isBroken: Bool
    ) throws {
        world = try RemoteHabitsWorld(
            in: folder,
            seed: seed,
            services: services,
            isBroken: isBroken
        )
        chance = SeededNumbers(seed: seed)
        self.name = name
        firstKind = first
        self.steps = steps
    }

    private let firstKind: HabitsPlace.Kind
    private let steps: RemoteHabitsStep.Order
    private static let stepsOfRound = 12

    func live(_ count: Int, _ order: ScenarioOrder) async throws {
        history.append("begin")
        for place in world.places where !place.isAlias {
            if place.kind == firstKind || hasOthers() { try await add(place) }
        }
        while tally.steps < count, !order.isOver, tally.violations.isEmpty {
            // One that was forgotten comes back, so that each kind of remote has its steps.
            for place in world.places where place.kind == firstKind && !place.isAlias {
                if try world.row(of: place) == nil { try await add(place) }
            }
            for _ in 0..<min(Self.stepsOfRound, count - tally.steps) {
                let kind = nextStep()
                history.append("\(kind)")
                tally.kinds["\(kind)", default: 0] += 1
                tally.steps += 1
                for place in try world.remotes() where !place.isAlias {
                    tally.stepsWith[place.kind, default: 0] += 1
                }
                // Reports of imports are named by the second.
                world.clock.advance(seconds: 60)
                try await take(kind)
            }
            tally.rounds += 1
            try await judge()
            order.note(tally.violations)
        }
        tally.lies = try world.places.reduce(0) { try $0 + ($1.service?.countLies() ?? 0) }
    }

    /// Whether the library has another kind of remote, too.
    ///
    /// With the steps of a list it has none: what one remote lost, another would have.
    private func hasOthers() -> Bool {
        switch steps {
        case .byChance: chance.chance(0.3)
        case .inTurn: false
        }
    }

    private func nextStep() -> RemoteHabitsStep {
        switch steps {
        case .byChance: chance.pick(RemoteHabitsStep.weighted)
        case .inTurn(let list): list[tally.steps % list.count]
        }
    }

    private func take(_ step: RemoteHabitsStep) async throws {
        if step.isByHand { return try takeByHand(step) }
        switch step {
        case .backup, .export, .add, .addAlias, .forget, .restore, .trial, .olderActs, .handOver:
            try await useCopies(step)
        default: try await use(step)
        }
    }

    /// Notes that a promise did not hold, with what was done last.
    func complain(_ sentence: String) {
        let last = history.suffix(16).joined(separator: ", ")
        tally.violations.append(
            "\(sentence) (step \(tally.steps) in \(name); before it: \(last))"
        )
    }

    func say(_ text: String) { history[history.count - 1] += " \(text)" }

    /// A name that no file had.
    func newName() -> String {
        names += 1
        return "IMG_\(10_000 + names).JPG"
    }

    /// A remote of the library; nil if it has none.
    func someRemote() throws -> HabitsPlace? {
        let remotes = try world.remotes()
        guard !remotes.isEmpty else { return nil }
        let place = chance.pick(remotes)
        say(place.name)
        return place
    }
}
