import Foundation
import PhotosStore
import PhotosTestSupport

/// What must hold whenever people rest.
extension HabitsRun {
    func judge() throws {
        history.append("| look")
        try world.mount()
        world.reader.setBroken(false)
        if world.source != nil { try sweep() }
        let state = try state()
        try judgeNames(of: state)
        for number in acknowledged.keys.sorted() where !state.known.contains(number) {
            complain(
                "Content \(number), which \(acknowledged[number] ?? "") acknowledged, is in no row"
            )
        }
        judgeBursts(state)
        judgeEdits(state)
        guard tally.violations.isEmpty else { return }
        try bringBack(chance.chance(0.5) ? repairByTwins(state) : state)
    }

    /// Every loss is named by the next check.
    private func judgeNames(of state: State) throws {
        let report = try LibraryCheck(world.library, readingBytes: true).run()
        let subjects = Set(report.findings.map(\.subject))
        for (path, number, _) in state.broken where !subjects.contains(path) {
            complain("The check does not name \(path), the file of content \(number ?? 0)")
        }
        // A disk whose last file is gone counts as away, with all its files.
        let isAway = try world.library.sources.all(.inPlace).contains(where: \.isOffline)
        for (asset, number) in state.absent where !asset.traits.contains(.offline) && !isAway {
            complain("The asset of content \(number ?? 0) on the disk is not said to be offline")
        }
    }

    private func judgeBursts(_ state: State) {
        let frames = state.assets.filter {
            $0.burstIdentifier != nil && $0.trashedDate == nil && !$0.isHidden
        }
        for (burst, frames) in Dictionary(grouping: frames, by: { $0.burstIdentifier ?? "" }) {
            let shown = frames.count(where: \.representsBurst)
            if shown != 1 {
                complain("\(shown) of \(frames.count) frames stand for the burst \(burst)")
            }
        }
    }

    private func judgeEdits(_ state: State) {
        for (asset, edit) in edits {
            let numbers = (state.resources[asset] ?? []).map {
                content.number(ofChecksum: $0.checksum)
            }
            if !numbers.contains(edit.recipe) || !numbers.contains(edit.rendered) {
                complain("The committed edit \(edit.recipe) of \(asset) is gone")
            }
        }
    }

    /// A repair needs no folder where another file of the library has the bytes, or a file of the disk that a sweep has seen.
    ///
    /// - Parameter state: The state before.
    /// - Returns: The state afterwards.
    /// - Throws: The errors of the engine.
    private func repairByTwins(_ state: State) throws -> State {
        history.append("repair")
        say("\(try LibraryHealing(world.library, readingBytes: true).run(from: []).healed.count)")
        let after = try self.state()
        // A disk whose last file is gone counts as away.
        let isAway = try world.library.sources.all(.inPlace).contains(where: \.isOffline)
        let isSeen = world.source != nil && !isAway
        let here = state.held.union(isSeen ? Array(contents(below: world.disk).values) : [])
            .subtracting(content.recipes)
        for (path, number, _) in after.broken {
            guard let number, here.contains(number) else { continue }
            complain("A repair leaves \(path) without content \(number), which is in reach")
        }
        for (asset, number) in after.absent where asset.trashedDate == nil && isSeen {
            guard let number, here.contains(number) else { continue }
            complain(
                "A repair leaves \(asset.uuid), a photo of the disk, without content \(number), which is in reach"
            )
        }
        return after
    }

    /// Where a copy of something that was lost is in reach, it comes back.
    private func bringBack(_ state: State) throws {
        let lost = Set(acknowledged.keys).subtracting(state.held)
        guard !lost.isEmpty else { return }
        tally.lost += lost.count
        var folders = [world.card, world.disk, world.exports]
        if FileManager.default.fileExists(atPath: world.backup.path) {
            folders.append(world.backup.appendingPathComponent("originals", isDirectory: true))
        }
        var inReach: Set<Int> = []
        for folder in folders {
            let there = lost.intersection(contents(below: folder).values).subtracting(inReach)
            guard !there.isEmpty else { continue }
            inReach.formUnion(there)
            // A repair brings back the library's own files and those that are gone from the disk. An import brings back no
            // recipes, and nobody imports the disk.
            let isImport =
                there.isDisjoint(with: content.recipes) && folder != world.disk
                && chance.chance(0.5)
            let way = isImport ? "import" : "repair --from"
            history.append("\(way) \(folder.lastPathComponent)")
            if isImport {
                try importFolder(folder, { _ in })
            } else {
                try repair(from: folder == world.backup ? world.backup : folder)
            }
            let held = try self.state().held
            for number in there.sorted() where !held.contains(number) {
                complain(
                    "Content \(number), which \(acknowledged[number] ?? "") acknowledged, is lost, although \(folder.lastPathComponent) has it: \(way) does not bring it back"
                )
            }
            tally.broughtBack += there.intersection(held).count
        }
        // What is lost for good is still named, and no longer asked for.
        for number in lost.subtracting(inReach) {
            tally.beyondReach += 1
            acknowledged[number] = nil
        }
    }
}
