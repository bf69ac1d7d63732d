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
        let look = try look()
        try judgeNames(of: look)
        for number in acknowledged.keys.sorted() where !look.known.contains(number) {
            complain(
                "Content \(number), which \(acknowledged[number] ?? "") acknowledged, is in no row"
            )
        }
        judgeBursts(look)
        judgeEdits(look)
        guard tally.violations.isEmpty else { return }
        try bringBack(look)
    }

    /// Every loss is named by the next check.
    private func judgeNames(of look: Look) throws {
        let report = try LibraryCheck(world.library, readingBytes: true).run()
        let places = Set(report.findings.map(\.place))
        for (path, number, _) in look.broken where !places.contains(path) {
            complain("The check does not name \(path), the file of content \(number ?? 0)")
        }
        // A disk whose last file is gone counts as away, with all its files.
        let isAway = try world.library.sources(.inPlace).contains(where: \.isOffline)
        for (asset, number) in look.absent where !asset.traits.contains(.offline) && !isAway {
            complain("The asset of content \(number ?? 0) on the disk is not said to be offline")
        }
    }

    private func judgeBursts(_ look: Look) {
        let frames = look.assets.filter {
            $0.burstIdentifier != nil && $0.trashedDate == nil && !$0.isHidden
        }
        for (burst, frames) in Dictionary(grouping: frames, by: { $0.burstIdentifier ?? "" }) {
            let shown = frames.count(where: \.representsBurst)
            if shown != 1 {
                complain("\(shown) of \(frames.count) frames stand for the burst \(burst)")
            }
        }
    }

    private func judgeEdits(_ look: Look) {
        for (asset, edit) in edits {
            let numbers = (look.resources[asset] ?? []).map {
                content.number(ofChecksum: $0.checksum)
            }
            if !numbers.contains(edit.recipe) || !numbers.contains(edit.rendered) {
                complain("The committed edit \(edit.recipe) of \(asset) is gone")
            }
        }
    }

    /// Where a copy of something that was lost is in reach, it comes back.
    private func bringBack(_ look: Look) throws {
        let lost = Set(acknowledged.keys).subtracting(look.held)
        guard !lost.isEmpty else { return }
        tally.lost += lost.count
        var places = [world.card, world.disk, world.exports]
        if FileManager.default.fileExists(atPath: world.backup.path) {
            places.append(world.backup.appendingPathComponent("originals", isDirectory: true))
        }
        var inReach: Set<Int> = []
        for place in places {
            let there = lost.intersection(contents(below: place).values).subtracting(inReach)
            guard !there.isEmpty else { continue }
            inReach.formUnion(there)
            // Looking for lost bytes is for the library's own files; one that is gone from the disk comes back by an import.
            let isImport =
                there.isDisjoint(with: content.recipes) && place != world.disk
                && (chance.chance(0.5) || !there.isSubset(of: look.broken.compactMap(\.number)))
            let way = isImport ? "import" : "repair --from"
            history.append("\(way) \(place.lastPathComponent)")
            if isImport {
                try importFolder(place, { _ in })
            } else {
                try repair(from: place == world.backup ? world.backup : place)
            }
            let held = try self.look().held
            for number in there.sorted() where !held.contains(number) {
                complain(
                    "Content \(number), which \(acknowledged[number] ?? "") acknowledged, is lost, although \(place.lastPathComponent) has it: \(way) does not bring it back"
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
