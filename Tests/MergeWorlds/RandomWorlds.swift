package import PhotosMerge

/// Worlds in which machines do and exchange things at random.
package enum RandomWorlds {
    /// Returns what breaks in one world; nothing if all is well.
    ///
    /// - Parameters:
    ///   - seed: The world.
    ///   - steps: How many acts and deliveries there are at most.
    ///   - rules: The rules.
    /// - Returns: The violations, and how many acts and deliveries there were.
    package static func run(
        seed: UInt64,
        steps: Int = 40,
        rules: MergeRules = MergeRules()
    ) -> (violations: [String], steps: Int) {
        var random = WorldRandom(seed: seed)
        var world = World(machineCount: 2 + random.below(3), rules: rules)
        world.sendsEachBlock = random.below(2) == 0
        world.sendsRows = random.below(4) == 0
        for machine in world.machines.indices {
            let errors: [Int64] = [0, 0, 0, 12, -9, 5_000, -900_000]
            world.setClockError(errors[random.below(errors.count)], on: machine)
        }
        begin(&world, &random)
        var count = 0
        for _ in 0..<steps {
            let machine = random.below(world.machines.count)
            let other = random.below(world.machines.count)
            switch random.below(20) {
            case 0: world.repeatPacket(random.below(64), from: other, to: machine)
            case 1..<9: world.deliver(from: other, to: machine)
            default: world.act(act(&random, seed: seed), on: machine)
            }
            count += 1
        }
        world.checkShown(of: world.machines[random.below(world.machines.count)])
        world.deliverAll()
        world.checkEnd()
        return (world.violations, count)
    }

    /// Makes objects that all machines know, in most worlds.
    private static func begin(_ world: inout World, _ random: inout WorldRandom) {
        guard random.below(4) > 0 else { return }
        for number in 1...2 { world.act(.makeAsset(number), on: 0) }
        for number in 1...2 { world.act(.makeFolder(number, in: Act.root), on: 0) }
        if random.below(2) == 0 {
            for reader in world.machines.indices.dropFirst() {
                while world.canDeliver(from: 0, to: reader) { world.deliver(from: 0, to: reader) }
            }
        }
    }

    /// Half of the worlds have acts of few families, so that these meet more often.
    private static func act(_ random: inout WorldRandom, seed: UInt64) -> Act {
        let value = UInt8(random.below(3))
        var asset = 1 + random.below(3)
        // One that shows a lost original.
        if random.below(5) == 0 { asset = 100 + 10 * asset + Int(value) }
        let folder = 1 + random.below(3)
        let kinds: [Int] =
            switch seed % 8 {
            case 0: [13, 14, 15, 16]
            case 1: [0, 1, 2, 3, 4, 5]
            case 2: [0, 1, 8, 8, 3]
            case 3: [17, 18, 20, 13, 15, 1]
            default: Array(0..<21)
            }
        switch kinds[random.below(kinds.count)] {
        case 0: return .makeAsset(1 + random.below(3))
        case 1: return .purge(asset)
        case 2: return .trash(asset)
        case 3: return .trashKeeping(asset, kept: 1 + random.below(3))
        case 4: return .restore(asset)
        case 5: return .rate(asset, value)
        case 6: return .read(asset, value)
        case 7: return .setKeyword(asset, value, isOn: random.below(3) > 0)
        case 8: return .attach(1 + random.below(3), value)
        case 9, 10: return .joinBurst(asset, value & 1)
        case 11, 12: return .chooseFrame(asset, of: value & 1)
        case 13: return .makeFolder(folder, in: random.below(4))
        case 14: return .moveFolder(folder, to: random.below(4))
        case 15: return .deleteFolder(folder)
        case 16: return .rename(folder, value)
        case 17: return .add(asset, to: folder)
        case 18: return .remove(asset, from: folder)
        case 19: return .describe(asset, value)
        default: return .reorder(asset, in: folder)
        }
    }
}
