import MergeWorlds
import PhotosMerge

/// Short names for values of tests.
enum Sample {
    static let (a, b, c) = (WorldNames.member(0), WorldNames.member(1), WorldNames.member(2))
    static let asset = WorldNames.asset(1)
    static let album = WorldNames.folder(1)
    static let pair = MemberPair(album: album, asset: asset)
    static let rating = RegisterKey(.rating, of: asset)

    static func stamp(
        _ time: Int64,
        _ member: MemberID,
        _ number: UInt64 = 1,
        _ origin: StampClass = .person
    ) -> Stamp {
        Stamp(origin: origin, time: time, member: member, number: number)
    }

    static func context(
        _ member: MemberID,
        _ number: UInt64,
        seen: [Dot] = [],
        clock: Int64 = 100
    ) -> BlockContext {
        BlockContext(dot: Dot(member, number), seen: VersionVector(seen), clock: clock)
    }

    static func value(_ value: UInt8, _ stamp: Stamp, _ key: RegisterKey = rating) -> Register {
        Register(key, value: [value], stamp: stamp)
    }

    /// Merges contents in one order.
    static func union(_ contents: [RegisterContent], _ rules: MergeRules) -> RegisterContent {
        contents.dropFirst().reduce(contents[0]) { rules.merged($0, $1) }
    }
}

/// A story of acts on machines, in which nothing may break.
struct Story {
    private(set) var world: World

    init(_ rules: MergeRules, machineCount: Int = 3) {
        world = World(machineCount: machineCount, rules: rules)
    }

    /// Acts on machine 0 that all machines know.
    mutating func begin(_ acts: Act...) {
        for act in acts { world.act(act, on: 0) }
        world.deliverAll()
    }

    mutating func act(_ act: Act, on machine: Int) { world.act(act, on: machine) }

    mutating func send(from author: Int, to readers: Int...) {
        for reader in readers {
            while world.canDeliver(from: author, to: reader) {
                world.deliver(from: author, to: reader)
            }
        }
    }

    mutating func sendAll() { world.deliverAll() }

    /// Whether nothing broke, after everything was delivered.
    mutating func isWhole() -> Bool {
        world.deliverAll()
        world.checkEnd()
        return world.violations.isEmpty
    }

    func shown(on machine: Int) -> ShownState { world.machines[machine].shown.present }

    func asset(_ number: Int, on machine: Int = 0) -> ShownAsset? {
        shown(on: machine).assets[WorldNames.asset(number)] ?? nil
    }

    func parent(_ number: Int, on machine: Int = 0) -> SharedID? {
        (shown(on: machine).collections[WorldNames.folder(number)] ?? nil)?.parent
    }

    func has(_ asset: Int, in album: Int, on machine: Int = 0) -> Bool {
        let pair = MemberPair(
            album: WorldNames.folder(album),
            asset: WorldNames.asset(asset)
        )
        return shown(on: machine).members[pair] != nil
    }
}
