package import PhotosMerge

/// All worlds of a few acts: every act, whatever its author had seen, in every order of delivery.
package enum SmallWorlds {
    /// The acts of a kind.
    package static func acts(_ family: Act.Family) -> [Act] {
        let acts: [Act] =
            switch family {
            case .fields:
                [
                    .rate(1, 1), .rate(1, 2), .describe(1, 1), .read(1, 2), .read(1, 3),
                    .makeAsset(3),
                ]
            case .keywords:
                [
                    .setKeyword(1, 1, isOn: true), .setKeyword(1, 2, isOn: true),
                    .setKeyword(1, 0, isOn: false),
                ]
            case .purges: [.purge(1), .purge(2)]
            case .trash:
                [
                    .trash(1), .restore(1), .trashKeeping(1, kept: 2), .trashKeeping(2, kept: 1),
                    .trash(2),
                ]
            case .files: [.attach(1, 1), .attach(1, 2), .purge(111), .rate(112, 2), .trash(111)]
            case .bursts:
                [
                    .joinBurst(1, 1), .joinBurst(1, 0), .chooseFrame(2, of: 0),
                    .chooseFrame(1, of: 0),
                ]
            case .folders:
                [
                    .moveFolder(1, to: 2), .moveFolder(2, to: 1), .moveFolder(3, to: Act.root),
                    .moveFolder(3, to: 2), .moveFolder(1, to: 3), .rename(3, 7),
                    .makeFolder(4, in: 3),
                    .makeFolder(1, in: 2),
                ]
            case .deletions: [.deleteFolder(1), .deleteFolder(2), .deleteFolder(3)]
            case .members:
                [
                    .add(1, to: 1), .remove(1, from: 1), .reorder(1, in: 1), .add(1, to: 3),
                    .remove(2, from: 2), .add(2, to: 1),
                ]
            }
        return acts
    }

    /// Two assets in a burst and three folders, of which the third stands in the first, known to
    /// all machines.
    package static func start(rules: MergeRules) -> World {
        var world = World(machineCount: 3, rules: rules)
        let acts: [Act] = [
            .makeAsset(1), .makeAsset(2), .joinBurst(1, 0), .joinBurst(2, 0),
            .setKeyword(1, 0, isOn: true), .makeFolder(1, in: Act.root),
            .makeFolder(2, in: Act.root), .makeFolder(3, in: 1), .add(1, to: 1), .add(2, to: 2),
        ]
        for act in acts { world.act(act, on: 0) }
        world.deliverAll()
        return world
    }

    /// Returns how many worlds there are of two kinds of acts, and what breaks in them.
    ///
    /// Two machines act, and the second has seen what the first did, or has not. Then one of them,
    /// or the third, acts again,
    /// having seen one, both or none. The machines get the packets in both orders, and one packet
    /// twice.
    ///
    /// - Parameters:
    ///   - first: The kind of the first act.
    ///   - second: The kind of the others.
    ///   - part: Of so many worlds, one is tried.
    ///   - rules: The rules.
    /// - Returns: The number of worlds, and the violations.
    package static func run(
        _ first: Act.Family,
        _ second: Act.Family,
        part: Int = 1,
        rules: MergeRules = MergeRules()
    ) -> (worlds: Int, violations: [String]) {
        let start = start(rules: rules)
        var violations = start.violations
        var (worlds, count) = (0, 0)
        let thirds = [nil] + Set(acts(first) + acts(second)).map(Optional.some)
        for one in acts(first) {
            for two in acts(second) {
                for three in thirds.sorted(by: { "\($0 as Any)" < "\($1 as Any)" }) {
                    for choice in 0..<(three == nil ? 4 : 24) {
                        count += 1
                        guard count % part == 0 else { continue }
                        worlds += 1
                        var world = start
                        play(one, two, three, choice, in: &world)
                        if let violation = world.violations.first {
                            violations.append(
                                "\(one), \(two), \(three as Any), \(choice): \(violation)"
                            )
                        }
                    }
                }
            }
        }
        return (worlds, violations)
    }

    private static func play(
        _ one: Act,
        _ two: Act,
        _ three: Act?,
        _ choice: Int,
        in world: inout World
    ) {
        world.act(one, on: 0)
        if choice & 1 == 1 { world.deliver(from: 0, to: 1) }
        world.act(two, on: 1)
        let order = choice & 2 == 0 ? [0, 1] : [1, 0]
        if let three {
            let actor = choice / 8
            let seen = actor == 2 ? order.prefix(1 + choice / 4 % 2) : order.prefix(choice / 4 % 2)
            for author in seen where author != actor { world.deliver(from: author, to: actor) }
            world.act(three, on: actor)
        }
        for author in order {
            while world.canDeliver(from: author, to: 2) { world.deliver(from: author, to: 2) }
        }
        world.repeatPacket(0, from: order[0], to: 2)
        world.deliverAll()
        world.checkEnd()
    }
}
