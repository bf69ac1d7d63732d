import PhotosMerge

extension World {
    /// Checks that the machine shows what the person did, and that nothing else moved.
    mutating func check(_ act: Act, _ block: LocalBlock, before: ShownState, on machine: Int) {
        guard watches else { return }
        let after = machines[machine].shown
        if !Self.isDone(act, before, after, machines[machine].set) {
            violations.append("\(act) did not do what it says.")
        }
        // What was not named stays where it was.
        let named = Set(block.collections.map(\.id))
        var isMadeAgain = false
        // A folder that is made again has what stood in it.
        if case .makeFolder(1, in: _) = act { isMadeAgain = true }
        for (folder, shown) in before.collections where !named.contains(folder) {
            if shown == nil, isMadeAgain { continue }
            if shown != after.collections[folder] ?? nil {
                violations.append("\(act) moved or changed another folder.")
            }
        }
        let assets = Set(block.assets.map(\.id))
        let changesAsset = !assets.isEmpty
        for (asset, shown) in before.assets where !assets.contains(asset) {
            guard let shown, let now = after.assets[asset] ?? nil else {
                if shown != nil { violations.append("\(act) removed another asset.") }
                continue
            }
            // A deletion of the kept asset may decide where others are.
            if !changesAsset, shown != now { violations.append("\(act) changed another asset.") }
        }
    }

    private static func isDone(
        _ act: Act,
        _ before: ShownState,
        _ after: ShownState,
        _ set: RegisterSet
    ) -> Bool {
        func asset(_ number: Int) -> ShownAsset? { after.assets[WorldNames.asset(number)] ?? nil }
        func folder(_ number: Int) -> ShownCollection? {
            after.collections[WorldNames.folder(number)] ?? nil
        }
        func member(_ number: Int, _ album: Int) -> ShownMember? {
            let pair = MemberPair(
                album: WorldNames.folder(album),
                asset: WorldNames.asset(number)
            )
            return after.members[pair] ?? nil
        }
        return switch act {
        case .makeAsset(let number): asset(number) != nil
        case .purge(let number): asset(number) == nil
        case .trash(let number), .trashKeeping(let number, _): asset(number)?.isTrashed == true
        case .restore(let number): asset(number)?.isTrashed == false
        case .rate(let number, let rating): asset(number)?.values[.rating] == [rating]
        case .describe(let number, let text), .read(let number, let text):
            asset(number)?.values[.caption] == [text]
        case .setKeyword(let number, let text, let isOn):
            asset(number)?.keywords.contains(WorldNames.keyword(text)) == isOn
        case .attach(let number, let file):
            asset(number)?.files.contains(WorldNames.file(file)) == true
        case .joinBurst(let number, let burst): asset(number)?.burst == WorldNames.burst(burst)
        case .chooseFrame(let number, let burst):
            after.representatives[WorldNames.burst(burst)] == WorldNames.asset(number)
        case .makeFolder(let number, let parent), .moveFolder(let number, let parent):
            folder(number)?.parent == WorldNames.folder(parent)
        case .deleteFolder(let number): folder(number) == nil
        case .rename(let number, let title): folder(number)?.values[.title] == [title]
        case .add(let number, let album), .reorder(let number, let album):
            member(number, album) != nil
        case .remove(let number, let album): member(number, album) == nil
        }
    }

    /// Checks, after everything was delivered, that all machines agree with each other and with
    /// the other statement.
    package mutating func checkEnd() {
        let first = machines[0]
        for machine in machines.dropFirst() where machine.vector == first.vector {
            if machine.set != first.set {
                let different = Set(machine.set.registers)
                    .symmetricDifference(first.set.registers)
                violations.append(
                    "Machines with equal vectors have different registers: \(different)"
                )
            } else if machine.shown.present != first.shown.present {
                violations.append(
                    "Two machines with equal registers differ in "
                        + Self.difference(machine.shown.present, first.shown.present)
                )
            }
        }
        for machine in machines { checkShown(of: machine) }
    }

    /// Checks one machine, whatever it has received.
    package mutating func checkShown(of machine: Machine) {
        guard watches else { return }
        do {
            let whole = try rules.shown(machine.set.wholeScope, in: machine.set).present
            if whole != machine.shown.present {
                violations.append(
                    "What was brought forward differs from what is computed anew in "
                        + Self.difference(machine.shown.present, whole)
                )
            }
            let stated = sendsRows ? whole : statement.shown(machine.vector)
            if stated != whole {
                violations.append(
                    "The other statement differs in " + Self.difference(whole, stated)
                )
            }
            checkTree(of: whole)
            checkPositions(of: whole)
        } catch {
            violations.append("\(error)")
        }
    }

    private static func difference(_ shown: ShownState, _ stated: ShownState) -> String {
        let part =
            if shown.assets != stated.assets {
                "assets: \(shown.assets)\n  \(stated.assets)"
            } else if shown.collections != stated.collections {
                "folders: \(shown.collections)\n  \(stated.collections)"
            } else if shown.members != stated.members {
                "members: \(shown.members)\n  \(stated.members)"
            } else {
                "bursts: \(shown.representatives)\n  \(stated.representatives)\n \(shown.assets)"
            }
        return part
    }

    /// Each folder stands in a folder that lives, and none in itself.
    private mutating func checkTree(of shown: ShownState) {
        for folder in shown.collections.keys where folder != .root {
            var next = folder
            for _ in 0...shown.collections.count {
                guard let found = shown.collections[next] ?? nil else { break }
                next = found.parent
            }
            if next != .root { violations.append("A folder hangs in nothing, or in itself.") }
        }
    }

    /// No two photos of an album have one position.
    private mutating func checkPositions(of shown: ShownState) {
        var positions: Set<[[UInt8]]> = []
        for (pair, member) in shown.members {
            guard let member else { continue }
            if !positions.insert([pair.album.bytes, member.position]).inserted {
                violations.append("Two photos of an album have one position.")
            }
        }
    }
}
