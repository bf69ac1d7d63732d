import Foundation
import Glibc
import OpenPhotoKit
import Photos
import PhotosMedia
import PhotosStore
import PhotosTestSupport

/// The life of one library among people's habits.
final class HabitsRun {
    let world: HabitsWorld
    var tally = HabitsTally()
    var chance: SeededNumbers
    var content = HabitsContent()
    /// What the library said that it has, by the numbers of contents, and who said so.
    var acknowledged: [Int: String] = [:]
    /// Rendering and recipe of the last committed edit of each asset.
    var edits: [UUID: (rendered: Int, recipe: Int)] = [:]
    /// Renderings that later edits took the place of: a folder that had been imported before passes over copies of them.
    var replaced: Set<Int> = []
    /// What was done, step by step.
    var history: [String] = []
    private let name: String
    private var names = 0

    init(in folder: URL, seed: UInt64, name: String, isBroken: Bool) throws {
        world = try HabitsWorld(in: folder, seed: seed, isBroken: isBroken)
        chance = SeededNumbers(seed: seed)
        self.name = name
    }

    private static let stepsOfRound = 10

    func live(_ steps: Int, _ order: ScenarioOrder) async throws {
        while tally.steps < steps, !order.isOver, tally.violations.isEmpty {
            for _ in 0..<min(Self.stepsOfRound, steps - tally.steps) {
                let kind = chance.pick(HabitsStep.weighted)
                history.append("\(kind)")
                tally.kinds["\(kind)", default: 0] += 1
                tally.steps += 1
                // Reports of imports are named by the second.
                world.clock.advance(seconds: 60)
                try await take(kind)
                try world.blindness?.recordStates()
            }
            tally.rounds += 1
            try judge()
        }
    }

    /// Notes that a promise did not hold, with what was done last.
    func complain(_ sentence: String) {
        let last = history.suffix(12).joined(separator: ", ")
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

    /// The contents of the files below a folder, by their paths.
    func contents(below folder: URL) -> [String: Int] {
        var found: [String: Int] = [:]
        for url in world.files(below: folder) {
            guard let bytes = try? Data(contentsOf: url), let number = content.number(of: bytes)
            else { continue }
            found[url.path] = number
        }
        return found
    }

    // MARK: What the library says it has

    /// Takes the library's word, and sees at once whether it holds.
    func acknowledge(_ numbers: some Sequence<Int>, by whom: String) throws {
        let numbers = Set(numbers)
        guard !numbers.isEmpty else { return }
        tally.acknowledged += numbers.count
        let held = try state().held
        for number in numbers.sorted() {
            acknowledged[number] = whom
            if !held.contains(number) {
                complain("\(whom) said that content \(number) is in the library, and it is not")
            }
        }
    }

    struct State {
        /// What the library has whole: in a file of its own, or in one of the disk, wherever that is.
        var held: Set<Int> = []
        /// Contents that rows tell of, held or not.
        var known: Set<Int> = []
        /// Own files that are missing or have other bytes.
        var broken: [(path: String, number: Int?, asset: UUID)] = []
        /// Assets whose file on the disk is not there.
        var absent: [(asset: AssetRecord, number: Int?)] = []
        var assets: [AssetRecord] = []
        var resources: [UUID: [ResourceRecord]] = [:]
    }

    /// Compares all rows with all files.
    func state() throws -> State {
        var state = State()
        let library = world.library
        var rows = Array(try library.records.fetch(FetchPlan(.assets)).rows)
        rows += try library.records.fetch(FetchPlan(.assets, filter: Condition.trashed)).rows
        let records = try library.records.assets(Array(Set(rows))).records
        state.assets = records.values.sorted { $0.rowID < $1.rowID }
        let resources = try library.records.resources(ofAssets: Array(records.keys))
        for asset in state.assets {
            let own = resources[asset.rowID] ?? []
            state.resources[asset.uuid] = own
            for resource in own {
                let number = content.number(ofChecksum: resource.checksum)
                if let number { state.known.insert(number) }
                let isInSource = resource.sourceFileID != nil
                let url =
                    isInSource
                    ? try? library.originals.url(of: resource)
                    : library.layout.original(resource.file)
                let bytes = url.flatMap { readable($0, isInSource: isInSource) }
                if let bytes, HabitsContent.checksum(bytes) == resource.checksum {
                    // An export of a damaged file has bytes that nobody made on purpose.
                    if let number { state.held.insert(number) }
                } else if isInSource {
                    state.absent.append((asset, number))
                } else {
                    state.broken.append((url?.path ?? "", number, asset.uuid))
                }
            }
        }
        return state
    }

    private func readable(_ url: URL, isInSource: Bool) -> Data? {
        if isInSource, world.isDiskAway {
            let path = url.path.replacing(world.disk.path + "/", with: world.away.path + "/")
            return try? Data(contentsOf: URL(fileURLWithPath: path))
        }
        return try? Data(contentsOf: url)
    }
}
