import Foundation
import GRDB
import PhotosMedia
import PhotosRemotes
import PhotosStore
import PhotosTestSupport
import Synchronization
import TestPermits
import Testing

/// Where the volume is full, files that remotes have make room, and nothing else does.
@Suite(.permit) struct FullVolumeTests {
    let fixture: RemoteFixture
    let library: Library
    let assets: [UUID]

    init() throws {
        fixture = try RemoteFixture()
        library = fixture.library
        assets = try library.addPictures(8)
    }

    private func attempts(_ failures: Int) throws -> Int {
        var attempts = 0
        try library.core.makingRoom(for: 1) {
            attempts += 1
            if attempts <= failures { throw StoreError(.diskFull, "There is no space.") }
        }
        return attempts
    }

    private func localCount() throws -> Int { try library.space.spaceUse().local.count }

    @Test func `proved files leave, and the work is done again`() throws {
        try fixture.sync()
        try library.space.setRule(SpaceRule(byteCount: 1 << 30))
        #expect(try attempts(1) == 2)
        #expect(try localCount() == 0)
    }

    @Test func `work is done again only once`() throws {
        try fixture.sync()
        try library.space.setRule(SpaceRule(byteCount: 1 << 30))
        let error = try #require(throws: StoreError.self) { _ = try attempts(2) }
        #expect(error.message == "There is no space.")
    }

    @Test func `room that another thread has made is used`() throws {
        try fixture.sync()
        try library.space.setRule(SpaceRule(byteCount: 1 << 30))
        var attempts = 0
        try library.core.makingRoom(for: 1) {
            attempts += 1
            guard attempts == 1 else { return }
            #expect(try self.attempts(1) == 2)
            throw StoreError(.diskFull, "There is no space.")
        }
        #expect(attempts == 2)
        #expect(try localCount() == 0)
        #expect(throws: StoreError.self) { _ = try self.attempts(1) }
    }

    @Test func `without a proof nothing leaves, and the error says what to do`() throws {
        try library.space.setRule(SpaceRule(byteCount: 1 << 30))
        let error = try #require(throws: StoreError.self) { _ = try attempts(1) }
        #expect(error.code == .diskFull)
        #expect(error.message.contains("photokit remote sync"))
        #expect(try localCount() == 8)
    }

    @Test func `the error of a copy names its volume, and why nothing can leave`() throws {
        try library.space.setRule(SpaceRule(byteCount: 1 << 30))
        let full = try #require(throws: StoreError.self) {
            try library.core.makingRoom(for: 1) { () throws -> Void in
                throw StoreError(DatabaseError(resultCode: .SQLITE_FULL))
            }
        }
        let reason = try #require(full.roomProblem)
        #expect(
            full.message
                == "The volume of the library is full. Free some space and try again. \(reason)"
        )
        let copy = StoreError(
            full,
            copyingTo: URL(fileURLWithPath: "/copies/a", isDirectory: false)
        )
        // Both the database and the backup translate it.
        for url in ["/copies/a", "/copies/b"].map({ URL(fileURLWithPath: $0, isDirectory: false) })
        {
            #expect(
                StoreError(copy, copyingTo: url).message
                    == "The volume of \(url.path) is full. Free some space there and try again. \(reason)"
            )
        }
        let plain = StoreError(
            StoreError(DatabaseError(resultCode: .SQLITE_FULL)),
            copyingTo: URL(fileURLWithPath: "/copies/a", isDirectory: false)
        )
        #expect(
            plain.message == "The volume of /copies/a is full. Free some space there and try again."
        )
        #expect(plain.roomProblem == nil)
    }

    @Test func `without a rule nothing leaves, and the error is as it was`() throws {
        try fixture.sync()
        let error = try #require(throws: StoreError.self) { _ = try attempts(1) }
        #expect(error.message == "There is no space.")
        #expect(try localCount() == 8)
    }

    @Test func `what the work needs stays`() throws {
        try fixture.sync()
        try library.space.setRule(SpaceRule(byteCount: 1 << 30))
        let rows = try library.records.rows(of: assets, in: .asset)
        let resources = try library.records.resources(ofAssets: Array(rows.values)).values.flatMap {
            $0
        }
        let kept = try #require(resources.first)
        var isFull = true
        try library.core.makingRoom(for: 1, keeping: [kept.rowID]) {
            if isFull {
                isFull = false
                throw StoreError(.diskFull, "There is no space.")
            }
        }
        #expect(try library.originals.elsewhere([kept]).isEmpty)
        #expect(try localCount() == 1)
    }

    @Test func `a fetch on a full volume makes room for its file`() throws {
        let fetches = Mutex(0)
        let place = fixture.place
        var environment = library.environment
        environment.transfer = { transfer in
            let count = fetches.withLock { count in
                count += 1
                return count
            }
            if count == 1 { throw ObjectTransferFailure.noSpace("The volume is full.") }
            try transfer.fetchObject { _, _ in place }
        }
        try fixture.sync()
        try library.space.setRule(SpaceRule(byteCount: 1))
        let used = try library.space.freeSpace()
        #expect(used.released.count == 8)
        let other = try Library.open(library.layout.root, environment: environment)
        defer { other.close() }
        let away = try other.originals.resourcesThatLeft()
        // One file is here, which can make room for another one.
        try library.transfers.makeLocal([away[1]], access: NetworkAccess())
        try other.transfers.makeLocal([away[0]], access: NetworkAccess())
        #expect(fetches.withLock { $0 } == 2)
        #expect(try other.originals.elsewhere([away[0]]).isEmpty)
        #expect(try !other.originals.elsewhere([away[1]]).isEmpty)
    }

    /// btrfs, ZFS and XFS free the blocks of a file only with their next transaction.
    @Test func `a volume that states its new room late gets the file all the same`() throws {
        try fixture.sync()
        try library.space.setRule(SpaceRule(byteCount: 1))
        #expect(try library.space.freeSpace().released.count == 8)
        let place = fixture.place
        let transfers = Mutex(0)
        var environment = library.environment
        environment.freeBytes = { _ in 1 }
        environment.transfer = { transfer in
            transfers.withLock { $0 += 1 }
            try transfer.fetchObject { _, _ in place }
        }
        let other = try Library.open(library.layout.root, environment: environment)
        defer { other.close() }
        let away = try other.originals.resourcesThatLeft()
        // One file is here, which can make room for another one.
        try library.transfers.makeLocal([away[1]], access: NetworkAccess())
        try other.transfers.makeLocal([away[0]], access: NetworkAccess())
        #expect(transfers.withLock { $0 } == 1)
        #expect(try other.originals.elsewhere([away[0]]).isEmpty)
        #expect(try !other.originals.elsewhere([away[1]]).isEmpty)
    }

    /// Opens the library once more, with room for some files that are fetched, and with a second remote that has none.
    ///
    /// - Parameters:
    ///   - room: The number of files for which the volume has room.
    ///   - statesRoom: Whether the volume says so before a file is written.
    ///   - willFetch: Called before each transfer with whether the volume has room.
    ///   - adjust: Changes the environment of the library.
    /// - Returns: The library, the second remote and its place.
    /// - Throws: The errors of the library.
    private func openWithSecondRemote(
        room: Int,
        statesRoom: Bool = false,
        willFetch: @escaping @Sendable (_ hasRoom: Bool) throws -> Void = { _ in },
        adjusting adjust: (inout EngineEnvironment) -> Void = { _ in }
    ) throws -> (library: Library, remote: RemoteRow, place: LyingPlace) {
        let (first, second) = (fixture.place, LyingPlace())
        let originals = library.layout.originals
        var environment = library.environment
        let hasRoom: @Sendable () throws -> Bool = {
            let paths = try FileManager.default.subpathsOfDirectory(atPath: originals.path)
            return paths.count(where: { $0.contains("/") }) < room
        }
        if statesRoom {
            environment.freeBytes = { _ in
                let free: Int64 = (try? hasRoom()) == true ? .max : 1
                return free
            }
        }
        environment.transfer = { transfer in
            try willFetch(hasRoom())
            guard try hasRoom() else {
                throw ObjectTransferFailure.noSpace("The volume is full.")
            }
            try transfer.fetchObject { _, _ in first }
        }
        environment.look = { look in
            try look.lookUpObjects { address, _ in address == "/a/second" ? second : first }
        }
        adjust(&environment)
        let other = try Library.open(library.layout.root, environment: environment)
        try MarkerList(second).claimPlace(for: other)
        let remote = try other.remotes.addRemote(
            RemoteRow(
                uuid: other.environment.makeUUID(),
                name: "second",
                address: "/a/second",
                incarnation: other.identity.incarnation,
                addedDate: other.environment.now()
            )
        )
        return (other, remote, second)
    }

    @Test func `a second remote gets files in portions that fit, and they leave again`() throws {
        try fixture.sync()
        try library.space.setRule(SpaceRule(byteCount: 0))
        #expect(try library.space.freeSpace().released.count == 8)
        let (other, remote, place) = try openWithSecondRemote(room: 3)
        defer { other.close() }
        let report = try RemoteSync(other, remote: remote, place: place).run()
        #expect(report.sent.count == 8 && report.refused.isEmpty && report.unfetched.count == 0)
        #expect(place.objects.keys.count { $0.hasPrefix(RemoteNames.originals) } == 8)
        #expect(try localCount() == 0)
    }

    @Test func `files without room are no refused files, and the others are sent`() throws {
        try fixture.sync()
        try library.space.setRule(SpaceRule(byteCount: 0))
        #expect(try library.space.freeSpace().released.count == 8)
        try library.space.setRule(nil as SpaceRule?)
        let new = library.environment.makeUUID()
        try library.commits.commit(ChangeBlock([.picture(new, seed: 50, [:])]))
        let (other, remote, place) = try openWithSecondRemote(room: 0)
        defer { other.close() }
        let report = try RemoteSync(other, remote: remote, place: place).run()
        #expect(report.sent.count == 1 && report.refused.isEmpty && report.unfetched.count == 8)
        #expect(report.database != nil && report.endedBy == nil)
    }

    /// Lets about half of the files leave, and returns the number of those that stay.
    private func sendHalfAway() throws -> Int {
        try fixture.sync()
        let bytes = try library.space.spaceUse().local.bytes
        try library.space.setRule(SpaceRule(byteCount: bytes / 2))
        try library.space.freeSpace()
        let count = try localCount()
        try #require((1..<8).contains(count))
        return count
    }

    @Test func `files that make room for others are sent all the same`() throws {
        let (other, remote, place) = try openWithSecondRemote(room: sendHalfAway())
        defer { other.close() }
        let report = try RemoteSync(other, remote: remote, place: place).run()
        #expect(report.sent.count == 8 && report.refused.isEmpty && report.unfetched.count == 0)
        #expect(place.objects.keys.count { $0.hasPrefix(RemoteNames.originals) } == 8)
    }

    @Test func `files that another process lets leave meanwhile are fetched and sent`() throws {
        _ = try sendHalfAway()
        let library = library
        let hasLeft = Mutex(false)
        let (other, remote, place) = try openWithSecondRemote(room: 100) { _ in
            let isFirst = hasLeft.withLock { hasLeft in
                defer { hasLeft = true }
                return !hasLeft
            }
            guard isFirst else { return }
            try library.space.setRule(SpaceRule(byteCount: 0))
            try library.space.freeSpace()
        }
        defer { other.close() }
        let report = try RemoteSync(other, remote: remote, place: place).run()
        #expect(report.sent.count == 8 && report.refused.isEmpty && report.unfetched.count == 0)
    }

    @Test func `no file is transferred before there is room for it`() throws {
        let present = try sendHalfAway()
        let futile = Mutex(0)
        let (other, remote, place) = try openWithSecondRemote(room: present, statesRoom: true) {
            if !$0 { futile.withLock { $0 += 1 } }
        }
        defer { other.close() }
        let report = try RemoteSync(other, remote: remote, place: place).run()
        #expect(report.sent.count == 8 && report.refused.isEmpty && report.unfetched.count == 0)
        #expect(futile.withLock { $0 } == 0)
    }

    @Test func `a file that is larger than the room is not transferred`() throws {
        try fixture.sync()
        try library.space.setRule(SpaceRule(byteCount: 0))
        #expect(try library.space.freeSpace().released.count == 8)
        let transfers = Mutex(0)
        let (other, remote, place) = try openWithSecondRemote(room: 0, statesRoom: true) { _ in
            transfers.withLock { $0 += 1 }
        }
        defer { other.close() }
        let report = try RemoteSync(other, remote: remote, place: place).run()
        #expect(report.sent.count == 0 && report.refused.isEmpty && report.unfetched.count == 8)
        let away = try other.originals.resourcesThatLeft()
        let error = #expect(throws: StoreError.self) {
            try other.transfers.makeLocal([away[0]], access: NetworkAccess())
        }
        #expect(error?.code == .diskFull)
        #expect(error?.message.contains("has 1 B left") == true, "\(String(describing: error))")
        #expect(transfers.withLock { $0 } == 0)
    }

    @Test func `the files here are summed once for all portions of a sync`() throws {
        try fixture.sync()
        try library.space.setRule(SpaceRule(byteCount: 0))
        #expect(try library.space.freeSpace().released.count == 8)
        let away = try library.originals.resourcesThatLeft()
        let largest = try #require(away.map(\.byteCount).max())
        let tracer = StatementTracer()
        // A portion is one file, which takes a quarter of the room.
        let (other, remote, second) = try openWithSecondRemote(
            room: 100,
            adjusting: { environment in
                environment.trace = { tracer.hear($0) }
                environment.freeBytes = { _ in largest * 4 }
            }
        )
        defer { other.close() }
        var report: RemoteSync.Report?
        let statements = try tracer.statements {
            report = try RemoteSync(other, remote: remote, place: second).run()
        }
        #expect(report?.sent.count == 8)
        #expect(try other.originals.elsewhere(away).count == 8)
        let sums = statements.filter { $0.contains("elsewhere_file.resource_id NOT NULL, ") }
        #expect(sums.count == 1)
    }

    @Test func `a repair transfers no file that is larger than the room`() throws {
        try fixture.sync()
        let name = try #require(try library.originals().first)
        try FileManager.default.removeItem(at: library.layout.original(name))
        let transfers = Mutex(0)
        var environment = library.environment
        environment.freeBytes = { _ in 1 }
        environment.transfer = { _ in transfers.withLock { $0 += 1 } }
        let other = try Library.open(library.layout.root, environment: environment)
        defer { other.close() }
        let error = #expect(throws: StoreError.self) { _ = try LibraryHealing(other).run(from: []) }
        #expect(error?.code == .diskFull)
        #expect(transfers.withLock { $0 } == 0)
    }

    @Test func `previews are stored before files leave`() throws {
        try fixture.sync()
        try library.space.setRule(SpaceRule(byteCount: 0))
        try library.pictures.deletePreviews()
        var environment = library.environment
        let bytes = Data(TestJPEG(width: 8, height: 8, seed: 5).data())
        environment.pictures = { _, request in
            request.renditions.map { Picture(width: 8, height: 8, format: $0.format, bytes: bytes) }
        }
        let other = try Library.open(library.layout.root, environment: environment)
        defer { other.close() }
        #expect(try other.space.freeSpace().released.count == 8)
        #expect(try other.pictures.previewInventory().counts.values.allSatisfy { $0 == 8 })
    }
}
