import Foundation
import Glibc
import OpenPhotoKit
import PhotosBase
import PhotosImport
import PhotosRemotes
import PhotosStore
import PhotosTestSupport
import Synchronization

/// What people do with the library, as the commands do it.
extension RemoteHabitsRun {
    func use(_ step: RemoteHabitsStep) async throws {
        let library = world.library
        switch step {
        case .importCard: try await importFolder(world.base.card)
        case .importDrawer: try await importFolder(world.base.drawer)
        case .importMoving: try await importFolder(world.base.card) { $0.transfer = .move }
        case .importAndWipe: try await importAndWipe()
        case .sync: if let place = try someRemote() { _ = try await sync(place) }
        case .syncAll: for place in try world.remotes() { _ = try await sync(place) }
        case .follow: if let place = try someRemote() { _ = try await sync(place, follows: true) }
        case .space: try await freeSpace()
        case .keepAll: try library.space.setRule(nil)
        case .fetchSome: try await fetch(atMost: 5)
        case .fetchAll: try await fetch(atMost: .max)
        case .remoteCheck: if let place = try someRemote() { try await check(place) }
        case .remoteCheckReading:
            if let place = try someRemote() { try await check(place, readingAll: true) }
        case .check: _ = try LibraryCheck(library, readingBytes: chance.chance(0.5)).run()
        case .repair: try await repair(from: [])
        case .repairFrom:
            try await repair(
                from: [chance.pick([world.base.card, world.base.drawer, world.base.exports])]
            )
        case .deleteSome: try await forget { .deleteAssets($0) }
        case .purgeSome: try await forget { .purgeAssets($0) }
        case .restoreSome:
            let trashed = try promised().filter(\.isTrashed).map(\.asset)
            if !trashed.isEmpty {
                try library.commit(.restoreAssets(chance.some(of: trashed, atMost: 2)))
            }
        case .reopen:
            try await guarding("Opening the library") {
                library.close()
                try world.base.reopen()
            }
        default: preconditionFailure("\(step) is done by hand, or with copies.")
        }
    }

    // MARK: Imports

    /// Imports a folder as the command does, and takes the library's word for what it has.
    ///
    /// - Returns: The paths of files that the library said it has.
    @discardableResult
    func importFolder(
        _ folder: URL,
        _ change: (inout ImportOptions) -> Void = { _ in }
    ) async throws -> [String] {
        let before = numbers(below: folder)
        var options = ImportOptions()
        change(&options)
        let refused = Mutex<Set<String>>([])
        let library = world.library
        let world = world
        let sender = RemoteFileSender(
            library,
            open: { [opener = world.opener] remote in
                try opener.open(
                    remote.address,
                    remote.settings,
                    scratch: ScratchFolder(in: library.core)
                )
            }
        )
        let importer = Importer(
            library,
            options: options,
            space: SpaceKeeper(library.space, sender: sender),
            notify: { event in
                switch event {
                case .refused(let url, _), .other(let url), .deleted(let url, _, _):
                    refused.withLock { _ = $0.insert(url.path) }
                default: break
                }
            }
        )
        let isDone = try await guarding("The import") {
            defer { sender.sendDatabases() }
            do {
                let summary = try importer.run([folder])
                say("\(summary.importedCount)+\(summary.duplicateCount)+\(summary.unchangedCount)")
                return true
            } catch let error as StoreError where error.code == .diskFull {
                // The rule cannot be kept, and the import says so.
                say("no space")
                return false
            }
        }
        guard isDone else { return [] }
        let taken = before.filter { path, _ in !refused.withLock { $0.contains(path) } }
        try acknowledge(taken.values, by: "the import")
        return Array(taken.keys)
    }

    /// Who was told that everything is in the library wipes the card, and may keep a copy in a drawer.
    private func importAndWipe() async throws {
        let keepsCopy = chance.chance(0.4)
        for path in try await importFolder(world.base.card) {
            let url = URL(fileURLWithPath: path)
            if keepsCopy {
                try world.base.move(
                    url,
                    to: world.base.drawer.appending(path: url.lastPathComponent)
                )
            } else {
                unlink(path)
            }
        }
    }

    // MARK: Remotes

    /// Brings a remote up to date as the command does, and compares what it says with what is there.
    ///
    /// - Parameters:
    ///   - place: A place with a row.
    ///   - follows: Whether it is the same command that goes on, which lists a folder once an hour.
    /// - Returns: Why the remote could not be brought up to date; nil if it was.
    /// - Throws: `StoreError`.
    func sync(_ place: HabitsPlace, follows: Bool = false) async throws -> RemoteFailure? {
        guard let row = try world.row(of: place) else { return nil }
        if !follows { world.clock.advance(seconds: 3_700) }
        let lacking = try believed(row).filter { try !isShown($0, place) }
        let library = world.library
        let outcome: Result<PhotosRemotes.RemoteSync.Report, RemoteFailure> = try await guarding(
            "The sync of \(place.name)"
        ) {
            do {
                let report = try PhotosRemotes.RemoteSync(
                    library,
                    remote: row,
                    place: world.open(row)
                ).run()
                try library.space.freeSpace()
                return .success(report)
            } catch let failure as RemoteFailure {
                return .failure(failure)
            }
        }
        let status = try await status(of: place)
        switch outcome {
        case .failure(let failure):
            say("\(failure.code)")
            if failure.code == .otherLibrary, status?.isComplete == true {
                complain("\(place.name) is called whole after \(failure.sentence)")
            }
            return failure
        case .success(let report):
            say("\(report.sent.count)-\(report.lost)")
            if let failure = report.endedBy {
                say("\(failure.code)")
                if failure.code == .missing, status?.isComplete == true {
                    complain("\(place.name) is called whole after \(failure.sentence)")
                }
                return failure
            }
            guard try wasListed(place, follows: follows) else { return nil }
            if report.lost < lacking.count {
                complain(
                    "The sync of \(place.name) names \(report.lost) of \(lacking.count) lost objects"
                )
            }
            if status?.isComplete == true { try judgeWhole(place, "sync") }
            return nil
        }
    }

    /// The objects that the library believes a remote to have.
    private func believed(_ row: RemoteRow) throws -> [RemoteObject] {
        var objects: [RemoteObject] = []
        while true {
            let page = try world.library.remotes.storedObjects(
                row,
                after: objects.last?.checksum ?? [],
                atMost: 1_000
            )
            guard !page.isEmpty else { return objects }
            objects += page
        }
    }

    private func isShown(_ object: RemoteObject, _ place: HabitsPlace) throws -> Bool {
        guard let number = content.number(ofChecksum: object.checksum),
            let bytes = photos[number]
        else { return true }
        return try place.shows(place.stored(number, bytes))
    }

    /// Whether the last sync compared a list: of a service, that is done once a day.
    private func wasListed(_ place: HabitsPlace, follows: Bool) throws -> Bool {
        if place.kind.isFolder { return !follows }
        guard let row = try world.row(of: place) else { return false }
        return RemoteSettings(text: row.settings).listedDate == world.clock.now
    }

    func status(of place: HabitsPlace) async throws -> LibraryRemote.Status? {
        let photos = PHPhotoLibrary(world.library)
        guard let remote = try photos.remotes().first(where: { $0.name == place.name }) else {
            return nil
        }
        return try photos.status(of: remote)
    }

    /// What is called whole must be there: each file of the library, with its bytes.
    func judgeWhole(_ place: HabitsPlace, _ what: String, afterReading: Bool = false) throws {
        for number in Set(try promised().map(\.number)).sorted() {
            let object = try place.stored(number, photos[number] ?? Data())
            if try place.has(object) { continue }
            // A service may lose an object after its list was read.
            if place.service?.isLying == true { continue }
            // A look compares sizes alone.
            if !afterReading, try place.shows(object), place.overwritten.contains(number) {
                continue
            }
            complain("\(place.name) is called whole by \(what), and lacks content \(number)")
        }
    }

    func check(_ place: HabitsPlace, readingAll: Bool = false) async throws {
        guard let row = try world.row(of: place) else { return }
        do {
            let report = try await guarding("The check of \(place.name)") {
                try PhotosRemotes.RemoteCheck(world.library, remote: row, place: world.open(row))
                    .run(readingAll: readingAll)
            }
            say("\(report.lost)")
        } catch let failure as RemoteFailure {
            say("\(failure.code)")
        }
    }

    private func freeSpace() async throws {
        let rule = SpaceRule(
            byteCount: Int64(chance.number(below: 12_000)),
            copies: chance.chance(0.3) ? 2 : 1,
            proofDays: chance.chance(0.5) ? 30 : 365
        )
        try world.library.space.setRule(rule)
        let release = try await guarding("space --now") { try world.library.space.freeSpace() }
        say("\(release.released.count) by \(rule.copies)")
    }

    private func fetch(atMost count: Int) async throws {
        let left = try world.library.originals.elsewhere(
            world.library.originals.resourcesThatLeft()
        )
        guard !left.isEmpty else { return }
        let wanted = count < left.count ? chance.some(of: left, atMost: count) : left
        try await guarding("fetch") {
            do {
                try world.library.transfers.makeLocal(wanted, access: NetworkAccess())
                say("\(wanted.count)")
            } catch let error as StoreError where error.code == .networkFailed {
                say("not all")
            }
        }
    }

    // MARK: Repairs and deletions

    /// What `check --repair` does, with the folders that `--from` names.
    func repair(from folders: [URL]) async throws {
        try await guarding("The repair") {
            _ = try LibraryRepair(world.library).run()
            let healing = LibraryHealing(world.library, readingBytes: true)
            say("\(try healing.run(from: folders).healed.count)")
        }
    }

    /// Deletes photos, which nobody asks for any more.
    private func forget(_ mutation: ([UUID]) -> Mutation) async throws {
        let shown = try promised().filter { !$0.isTrashed }
        guard !shown.isEmpty else { return }
        let chosen = chance.some(of: shown, atMost: 3)
        for file in chosen { acknowledged[file.number] = nil }
        deleted.formUnion(chosen.map(\.number))
        say(chosen.map { "\($0.number)" }.joined(separator: "+"))
        try world.library.commit(mutation(chosen.map(\.asset)))
    }
}
