import Foundation
import Glibc
import OpenPhotoKit
import PhotosBase
import PhotosImport
import PhotosRemotes
import PhotosStore
import PhotosTestSupport

/// What people do with copies of the library, and with remotes as a whole.
extension RemoteHabitsRun {
    func useCopies(_ step: RemoteHabitsStep) async throws {
        let library = world.library
        switch step {
        case .backup:
            try await guarding("The backup") {
                try goingOverNewer { overNewer in
                    let backup = LibraryBackup(library, overNewer: overNewer)
                    say("\(try backup.run(to: world.base.backup).copiedFiles)")
                }
            }
        case .export:
            try await guarding("The export") {
                try goingOverNewer { overNewer in
                    var options = exportOptions
                    options.overNewer = overNewer
                    let exporter = Exporter(library, options: options)
                    say("\(try exporter.runAll(to: exports).writtenCount)")
                }
            }
        case .add:
            let free = world.places.filter { place in
                !place.isAlias && (try? world.row(of: place)) == nil
            }
            if !free.isEmpty { try await add(chance.pick(free)) }
        case .addAlias:
            guard try world.row(of: world.places[0]) != nil, let alias = world.places.last,
                try world.row(of: alias) == nil
            else { return }
            try await add(alias)
        case .forget: if let place = try someRemote() { try await forget(place) }
        case .restore: if let place = try someRemote() { try await restore(from: place) }
        case .trial: if let place = try someRemote() { try await tryOut(place) }
        case .olderActs: if let place = try someRemote() { try await actOlder(place) }
        case .handOver:
            guard let place = try someRemote(), let row = try world.row(of: place) else { return }
            // The trial and the older copy have ended by now, so nobody else uses the remote.
            do {
                try await guarding("adopt --other-is-gone") {
                    _ = try RemoteAdoption(library, remote: row, place: world.open(row))
                        .run(overNewer: false, otherIsGone: true)
                }
            } catch let failure as RemoteFailure {
                say("\(failure.code)")
            }
        default: preconditionFailure("\(step) is done by hand, or with the library alone.")
        }
    }

    /// Does something, and again with `--older` where it is refused: an older copy was there meanwhile.
    private func goingOverNewer(_ body: (Bool) throws -> Void) throws {
        do {
            try body(false)
        } catch let error as StoreError where error.code == .changeNotSupported {
            say("older")
            try body(true)
        }
    }

    private var exports: URL {
        world.base.exports.appendingPathComponent("whole", isDirectory: true)
    }

    private var exportOptions: ExportOptions {
        var options = ExportOptions()
        options.isWhole = true
        options.metadata = .sidecars
        return options
    }

    // MARK: Remotes

    /// Adds a remote as the command does.
    func add(_ place: HabitsPlace) async throws {
        let library = world.library
        do {
            guard let service = place.service else {
                var settings = LibraryRemote.Settings()
                settings.encryptionKeyURL = place.keyFile
                let photos = PHPhotoLibrary(library)
                _ = try await photos.addRemote(place.address, name: place.name, settings: settings)
                return say("+\(place.name)")
            }
            var settings = RemoteSettings()
            settings.keyFile = place.keyFile?.path
            settings.endpoint = service.endpoint
            let opened = try world.opener.open(place.address, settings.text)
            let earlier = try MarkerList(opened).lastMarker()
            guard try earlier != nil || service.contents().isEmpty else {
                return say("other files")
            }
            service.isLying = false
            defer { service.isLying = true }
            try MarkerList(opened).claimPlace(for: library)
            if earlier != nil {
                settings.adoptedDate = try RemoteAdoption.date(of: opened, now: world.clock.now)
            }
            settings.marks = try MarkerList(opened).placeMarks()
            _ = try library.remotes.addRemote(
                RemoteRow(
                    uuid: library.environment.makeUUID(),
                    name: place.name,
                    address: place.address,
                    settings: settings.text,
                    incarnation: library.identity.incarnation,
                    addedDate: world.clock.now
                )
            )
            say("+\(place.name)")
        } catch let error as PHPhotosError {
            say("\(place.name): \(error.remoteProblem.map { "\($0)" } ?? "\(error.code)")")
        } catch let failure as RemoteFailure {
            say("\(place.name): \(failure.code)")
        }
    }

    /// Forgets a remote, which must be refused while it alone has files that left.
    private func forget(_ place: HabitsPlace) async throws {
        guard let row = try world.row(of: place) else { return }
        let before = try whereabouts()
        // What stands in the library's folder is not looked at, whole or not: a check does that.
        let left = Set(try promised().filter { $0.hasLeft && !$0.isThere }.map(\.number))
        do {
            try await guarding("forget") { try world.library.remotes.forgetRemote(row) }
        } catch let error as StoreError where error.code == .changeNotSupported {
            return say("refused")
        }
        let remotes = try world.remotes()
        let others = remotes.reduce(before.here) { $0.union(before.shown[$1.name] ?? []) }
        for number in (before.places[place.name] ?? []).subtracting(others).sorted()
        where left.contains(number) {
            complain("\(place.name) was forgotten, and it alone has content \(number)")
        }
    }

    /// Rebuilds a library from a remote, and compares its files with those that the place has.
    func restore(from place: HabitsPlace, mustHaveAll: Bool = false) async throws {
        guard let row = try world.row(of: place) else { return }
        let url = world.base.folder.appendingPathComponent("Back.photolib", isDirectory: true)
        defer { try? FileManager.default.removeItem(at: url) }
        do {
            let restore = RemoteRestore(
                try world.open(row),
                environment: .test(seed: chance.next(), clock: world.clock)
            )
            let outcome = try restore.run(to: url)
            say("\(outcome.files)")
        } catch let failure as RemoteFailure {
            say("\(failure.code)")
            if mustHaveAll {
                complain("\(place.name) is whole, and no library comes from it: \(failure)")
            }
            return
        }
        tally.restored += 1
        guard mustHaveAll else { return }
        let originals = url.appendingPathComponent("originals", isDirectory: true)
        let found = Set(numbers(below: originals).values)
        for number in Set(try promised().map(\.number)).subtracting(found).sorted() {
            complain("The library rebuilt from \(place.name) lacks content \(number)")
        }
    }

    // MARK: Copies of the library

    /// A copy of the library takes a remote over, deletes photos for good, and is thrown away after a month.
    private func tryOut(_ place: HabitsPlace) async throws {
        let url = try world.copy(world.library.layout.root, to: "Trial.photolib")
        defer { try? FileManager.default.removeItem(at: url) }
        let trial = try world.openCopy(url, seed: chance.next())
        defer { trial.close() }
        try await judgeCopy(trial, place, overNewer: false)
    }

    /// An older copy of the library is used again: with a remote, a backup or an export.
    private func actOlder(_ place: HabitsPlace) async throws {
        let url = world.base.folder.appendingPathComponent(Self.olderName, isDirectory: true)
        guard access(url.path, F_OK) == 0 else { return say("none") }
        defer { try? FileManager.default.removeItem(at: url) }
        let older = try world.openCopy(url, seed: chance.next())
        defer { older.close() }
        // Files of its backup and export, which people may have under other names afterwards.
        // What had been deleted when the copy was made goes from a backup and an export that are older still.
        let before = Set(numbers(below: world.base.backup).values).subtracting(deletedInOlder)
        let exported = Set(numbers(below: exports).values).subtracting(deletedInOlder)
        for overNewer in [false, true] {
            do {
                _ = try LibraryBackup(older, overNewer: overNewer).run(to: world.base.backup)
                say("backup")
            } catch let error as StoreError {
                say("\(error.code)")
            }
            var options = exportOptions
            options.removesDeleted = true
            options.overNewer = overNewer
            do {
                _ = try Exporter(older, options: options).runAll(to: exports)
                say("export")
            } catch let error as StoreError {
                say("\(error.code)")
            }
            let lost = before.subtracting(numbers(below: world.base.backup).values)
            for number in lost.sorted() where acknowledged[number] != nil {
                complain("The backup of an older copy removed content \(number) from the backup")
            }
            let gone = exported.subtracting(numbers(below: exports).values)
            for number in gone.sorted() where acknowledged[number] != nil {
                complain("The export of an older copy removed content \(number)")
            }
        }
        try await judgeCopy(older, place, overNewer: true)
    }

    /// Lets a copy of the library use a remote for a month, in which it removes nothing that it did not store.
    private func judgeCopy(
        _ copy: Library,
        _ place: HabitsPlace,
        overNewer: Bool
    ) async throws {
        guard let row = try copy.remotes.all().first(where: { $0.name == place.name }) else {
            return
        }
        // What a service loses by lies is no fault of the copy.
        place.service?.isLying = false
        defer { place.service?.isLying = true }
        let before = try whereabouts()
        do {
            _ = try PhotosRemotes.RemoteSync(copy, remote: row, place: world.open(row, for: copy))
                .run()
            complain("A copy of the library wrote to \(place.name) before it adopted the remote")
        } catch let failure as RemoteFailure {
            say("\(failure.code)")
        }
        do {
            _ = try RemoteAdoption(copy, remote: row, place: world.open(row, for: copy))
                .run(overNewer: overNewer, otherIsGone: false)
            try sync(copy, place)
            let assets = Array(
                try copy.records.assets(Array(copy.records.fetch(FetchPlan(.assets)).rows)).records
                    .values.sorted { $0.rowID < $1.rowID }.map(\.uuid)
            )
            if !assets.isEmpty {
                let some = chance.some(of: assets, atMost: assets.count)
                try copy.commit(.deleteAssets(some))
                try copy.commit(.purgeAssets(some))
            }
            try sync(copy, place)
            world.clock.advance(days: 32)
            try sync(copy, place)
        } catch let failure as RemoteFailure {
            say("\(failure.code)")
        }
        let after = try whereabouts()
        for place in world.places {
            let lost = (before.places[place.name] ?? []).subtracting(after.places[place.name] ?? [])
            for number in lost.sorted() where before.known.contains(number) {
                complain("A copy of the library removed content \(number) from \(place.name)")
            }
        }
        for number in before.anywhere.subtracting(after.anywhere).sorted()
        where acknowledged[number] != nil {
            complain("A copy of the library took the last copy of content \(number)")
        }
    }

    private func sync(_ copy: Library, _ place: HabitsPlace) throws {
        guard let row = try copy.remotes.all().first(where: { $0.name == place.name }) else {
            return
        }
        let report = try PhotosRemotes.RemoteSync(
            copy,
            remote: row,
            place: world.open(row, for: copy)
        ).run()
        say("\(report.removed.count)")
        _ = try copy.space.freeSpace()
    }
}
