import Foundation
import Glibc
import OpenPhotoKit
import PhotosBase
import PhotosRemotes
import PhotosStore
import PhotosTestSupport

/// What must hold whenever people rest.
extension RemoteHabitsRun {
    func judge() async throws {
        history.append("| look")
        guard tally.violations.isEmpty else { return }
        try await putRight()
        guard tally.violations.isEmpty else { return }
        try judgeNames()
        try await bringBack()
        guard tally.violations.isEmpty else { return }
        try await judgeRemotes()
        for place in world.places { place.service?.isLying = true }
    }

    /// Every loss is named: a file that is in no remote and not here, or here with other bytes.
    private func judgeNames() throws {
        let report = try LibraryCheck(world.library, readingBytes: true).run()
        let subjects = Set(report.findings.map(\.subject))
        let found = try whereabouts()
        let elsewhere = try world.remotes().reduce(into: Set<Int>()) {
            $0.formUnion(found.places[$1.name] ?? [])
        }
        for file in try promised() where !file.isWhole && !subjects.contains(file.path) {
            // Nothing is wrong with a file that left, and that a remote has.
            if file.hasLeft, !file.isThere, elsewhere.contains(file.number) { continue }
            complain("The check does not name the file of content \(file.number)")
        }
        for number in acknowledged.keys.sorted() where !found.known.contains(number) {
            complain(
                "Content \(number), which \(acknowledged[number] ?? "") acknowledged, is in no row"
            )
        }
    }

    /// Where a copy of something that was lost is in reach, it comes back.
    private func bringBack() async throws {
        let before = try whereabouts()
        let wanted = Set(try promised().filter { !$0.isWhole }.map(\.number))
        tally.lost += wanted.count
        // Remotes and other photos are asked without a word.
        history.append("repair")
        try await repair(from: [])
        let reach = try inReach(before)
        for file in try promised() where !file.isWhole && reach.contains(file.number) {
            if file.hasLeft, !file.isThere { continue }
            complain("The repair does not bring content \(file.number) back from a remote")
        }
        if chance.chance(0.5) { try await fetchAll(reach) }
        try await bringBackLoose()
        let held = try inReach(try whereabouts())
        tally.broughtBack += wanted.intersection(held).count
        try giveUp(held)
    }

    /// All files that left come back, and each one that no remote has costs itself alone.
    private func fetchAll(_ reach: Set<Int>) async throws {
        history.append("fetch --all")
        let library = world.library
        try await guarding("fetch --all") {
            do {
                try library.transfers.makeLocal(
                    library.originals.resourcesThatLeft(),
                    access: NetworkAccess()
                )
            } catch let error as StoreError where error.code == .networkFailed {
                say("not all")
            }
        }
        for file in try promised() where !file.isWhole && reach.contains(file.number) {
            complain("fetch --all does not bring content \(file.number) back")
        }
    }

    /// Cards, drawers, exports and backups have what no remote has.
    private func bringBackLoose() async throws {
        let base = world.base
        for folder in [base.card, base.drawer, base.exports, base.backup] {
            let lost = Set(acknowledged.keys).subtracting(try inReach(try whereabouts()))
            let there = lost.intersection(numbers(below: folder).values)
            guard !there.isEmpty else { continue }
            let isImport = folder != base.backup && chance.chance(0.5)
            let way = isImport ? "import" : "repair --from"
            history.append("\(way) \(folder.lastPathComponent)")
            if isImport {
                // Without a rule the import has no reason to end early.
                try world.library.space.setRule(nil)
                try await importFolder(folder)
            } else {
                try await repair(from: [folder])
            }
            let held = try inReach(try whereabouts())
            for number in there.subtracting(held).sorted() {
                complain(
                    "Content \(number) is lost, although \(folder.lastPathComponent) has it: \(way) does not bring it back"
                )
            }
        }
    }

    /// What is lost for good was named, and nobody asks for it any more; people delete some of these photos.
    private func giveUp(_ held: Set<Int>) throws {
        for number in acknowledged.keys.sorted() where !held.contains(number) {
            tally.beyondReach += 1
            acknowledged[number] = nil
        }
        let lost = try promised().filter { !held.contains($0.number) }
        guard !lost.isEmpty, chance.chance(0.7) else { return }
        history.append("purge \(lost.map { "\($0.number)" }.joined(separator: "+"))")
        deleted.formUnion(lost.map(\.number))
        try world.library.commit(.purgeAssets(lost.map(\.asset)))
    }

    /// What remotes are called whole is whole, and a library comes from each of them.
    private func judgeRemotes() async throws {
        history.append("sync")
        world.clock.advance(days: 1.1)
        for place in try world.remotes() {
            _ = try await sync(place)
            guard try await status(of: place)?.isComplete == true else { continue }
            try judgeWhole(place, "the last look", afterReading: true)
            if chance.chance(0.15) { try await restore(from: place, mustHaveAll: true) }
        }
    }

    // MARK: What people put right

    /// Disks come back or are gone for good, keys are written from the words, and commands are followed that errors name.
    private func putRight() async throws {
        for place in world.places where !place.isAlias {
            try place.plug()
            try place.endExchange(bringingBack: chance.chance(0.7))
            try place.writeKey()
            place.clearObstacles()
            place.service?.isLying = false
        }
        world.clock.advance(days: 1.1)
        for place in try world.remotes() where tally.violations.isEmpty {
            history.append("settle \(place.name)")
            try await settle(place)
        }
        for place in world.places { place.overwritten = [] }
    }

    /// Makes a remote usable again, as its errors say, and reads all of it.
    private func settle(_ place: HabitsPlace) async throws {
        var failure = try await sync(place)
        if failure?.code == .notTheService || failure?.code == .differs {
            // A damaged marker of a remote that has no copy of the database yet: its owner moves it away.
            for name in try place.names(below: RemoteNames.markers) {
                try place.replace(name, by: nil)
            }
            failure = try await sync(place)
        }
        if failure?.code == .otherLibrary {
            try await adopt(place)
            failure = try await sync(place)
        }
        if failure?.code == .missing {
            try await check(place)
            failure = try await sync(place)
        }
        if let failure {
            return complain("\(place.name) cannot be used again: \(failure.sentence)")
        }
        try await check(place, readingAll: true)
        failure = try await sync(place)
        if let failure {
            complain("\(place.name) cannot be used after a check: \(failure.sentence)")
        }
    }

    private func adopt(_ place: HabitsPlace) async throws {
        guard let row = try world.row(of: place) else { return }
        do {
            try await guarding("adopt --older") {
                _ = try RemoteAdoption(world.library, remote: row, place: world.open(row))
                    .run(overNewer: true, otherIsGone: false)
            }
            say("adopted")
        } catch let failure as RemoteFailure {
            complain("\(place.name) cannot be adopted: \(failure.sentence)")
        }
    }
}
