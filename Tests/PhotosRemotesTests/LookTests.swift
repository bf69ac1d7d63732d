import Foundation
import PhotosMedia
import PhotosRemotes
import PhotosStore
import PhotosTestSupport
import TestPermits
import Testing

/// A file leaves this disk only after a look at the place that has it.
@Suite(.permit) struct LookTests {
    let fixture: RemoteFixture
    let library: Library

    init() throws {
        fixture = try RemoteFixture()
        library = fixture.library
        _ = try library.addPictures(12)
        try fixture.sync()
        try library.space.setRule(SpaceRule(byteCount: 0))
    }

    private var originals: [String] { fixture.originals.sorted() }

    /// Opens the library once more, with another environment.
    private func opened(_ change: (inout EngineEnvironment) -> Void) throws -> Library {
        var environment = library.environment
        change(&environment)
        return try Library.open(library.layout.root, environment: environment)
    }

    private func look(_ place: any RemotePlace) -> @Sendable (ObjectLook) throws -> ObjectLookAnswer
    {
        { look in try look.lookUpObjects { _, _ in place } }
    }

    @Test func `files leave that the place has`() throws {
        let outcome = try library.space.freeSpace()
        #expect(outcome.released.count == 12)
        #expect(outcome.obstacles.isEmpty)
    }

    @Test func `nothing leaves when the objects were removed by hand`() throws {
        for name in originals { fixture.place.objects[name] = nil }
        let outcome = try library.space.freeSpace()
        #expect(outcome.released.count == 0)
        #expect(outcome.missing > 0)
        #expect(outcome.obstacles.first?.contains("lacks 12 files") == true)
    }

    @Test func `a lost object costs one file, not the rest`() throws {
        fixture.place.objects[originals[3]] = nil
        fixture.place.objects[originals[5]]?.removeLast()
        #expect(try library.space.freeSpace().released.count == 10)
    }

    @Test func `further files are tried in place of those that stay`() throws {
        for name in originals.dropLast(2) { fixture.place.objects[name] = nil }
        try library.space.setRule(SpaceRule(byteCount: library.space.spaceUse().local.bytes - 1))
        #expect(try library.space.freeSpace().released.count == 1)
    }

    @Test func `nothing leaves when the place does not answer`() throws {
        let silent = RefusingPlace(fixture.place)
        silent.setUnreachable(true)
        let other = try opened { $0.look = look(silent) }
        defer { other.close() }
        let outcome = try other.space.freeSpace()
        #expect(outcome.released.count == 0)
        #expect(outcome.obstacles.first?.contains("cannot be used now") == true)
        silent.setUnreachable(false)
        #expect(try other.space.freeSpace().released.count == 12)
    }

    @Test func `nothing leaves when another disk is connected`() throws {
        let empty = LyingPlace()
        var other = try opened { $0.look = look(empty) }
        #expect(try other.space.freeSpace().released.count == 0)
        other.close()
        // The disk of another copy of the library has the same files.
        let foreign = LyingPlace()
        foreign.objects = fixture.place.objects
        for name in foreign.objects.keys where name.hasPrefix(RemoteNames.markers) {
            foreign.objects[name] = try RemoteMarker(
                library: library.identity.library,
                incarnation: library.environment.makeUUID(),
                date: library.environment.now(),
                place: library.environment.makeUUID()
            ).encoded()
        }
        other = try opened { $0.look = look(foreign) }
        #expect(try other.space.freeSpace().released.count == 0)
        other.close()
    }

    @Test func `a place without a copy of the database counts for nothing`() throws {
        for name in fixture.place.objects.keys where name.hasPrefix(RemoteNames.snapshots) {
            fixture.place.objects[name] = nil
        }
        let outcome = try library.space.freeSpace()
        #expect(outcome.released.count == 0)
        #expect(outcome.obstacles.first?.contains("no copy of the database") == true)
    }

    @Test func `a copy of the database without its parts counts for nothing`() throws {
        let part = fixture.place.objects.keys.filter { $0.hasPrefix(RemoteNames.parts) }.min()
        fixture.place.objects[try #require(part)] = nil
        #expect(try library.space.freeSpace().released.count == 0)
        // The next run that lists what is there sends it again.
        fixture.clock.advance(seconds: 3_600)
        #expect(try fixture.sync().database != nil)
        #expect(try library.space.freeSpace().released.count == 12)
    }

    @Test func `work of a program that sees little makes room, too`() throws {
        let other = try opened { $0.client = .application("limited") }
        defer { other.close() }
        #expect(try other.space.makeRoom(for: 1).hasLeft)
    }

    @Test func `proofs without a copy of the database let nothing leave`() throws {
        let fixture = try RemoteFixture()
        _ = try fixture.library.addPictures(3)
        let missing = try fixture.library.remotes.missingObjects(fixture.row, after: 0, atMost: 9)
        try fixture.library.remotes.recordOutcomes(
            missing.map { ($0.object, .proved) },
            in: fixture.row
        )
        try fixture.library.space.setRule(SpaceRule(byteCount: 0))
        #expect(try fixture.library.space.freeSpace().released.count == 0)
    }

    @Test func `a program that cannot look lets nothing leave`() throws {
        let other = try opened { $0.look = EngineEnvironment().look }
        defer { other.close() }
        #expect(try other.space.freeSpace().released.count == 0)
    }

    // MARK: Between the look and the transaction

    @Test func `a loss that is noted after the look counts`() throws {
        let (first, row) = (library, try fixture.row)
        let look = look(fixture.place)
        let other = try opened { environment in
            environment.look = { question in
                let answer = try look(question)
                let object = try #require(question.objects.first)
                try first.remotes.recordOutcomes([(object, .lost("It is gone."))], in: row)
                return answer
            }
        }
        defer { other.close() }
        #expect(try other.space.freeSpace().released.count == 11)
    }

    @Test func `a look of eleven minutes ago counts for nothing`() throws {
        let clock = fixture.clock
        let look = look(fixture.place)
        let other = try opened { environment in
            environment.look = { question in
                defer { clock.advance(days: 11.0 / 1_440) }
                return try look(question)
            }
        }
        defer { other.close() }
        #expect(try other.space.freeSpace().released.count == 0)
    }

    // MARK: Copies

    private func addRemote(_ place: LyingPlace, _ name: String) throws {
        try MarkerList(place).claimPlace(for: library)
        let row = try library.remotes.addRemote(
            RemoteRow(
                uuid: library.environment.makeUUID(),
                name: name,
                address: "/" + name,
                incarnation: library.identity.incarnation,
                addedDate: library.environment.now()
            )
        )
        _ = try RemoteSync(library, remote: row, place: place).run()
    }

    private func obstacles(_ places: [String: LyingPlace]) throws -> Set<String> {
        let other = try opened { environment in
            environment.look = { look in
                try look.lookUpObjects { address, _ in try #require(places[address]) }
            }
        }
        defer { other.close() }
        return try other.space.freeSpace().obstacles
    }

    private func released(_ places: [String: LyingPlace]) throws -> Int {
        let other = try opened { environment in
            environment.look = { look in
                try look.lookUpObjects { address, _ in try #require(places[address]) }
            }
        }
        defer { other.close() }
        return try other.space.freeSpace().released.count
    }

    @Test func `one place under three names is one copy`() throws {
        try addRemote(fixture.place, "second")
        try addRemote(fixture.place, "third")
        try library.space.setRule(SpaceRule(byteCount: 0, copies: 2))
        let place = fixture.place
        #expect(try released(["/a/place": place, "/second": place, "/third": place]) == 0)
    }

    @Test func `a remote cannot be forgotten for one that does not show the files`() throws {
        let second = LyingPlace()
        try addRemote(second, "second")
        let places = ["/a/place": fixture.place, "/second": second]
        #expect(try released(places) == 12)
        let other = try opened { environment in
            environment.look = { look in
                try look.lookUpObjects { address, _ in try #require(places[address]) }
            }
        }
        defer { other.close() }
        let kept = second.objects
        second.objects = [:]
        #expect(throws: StoreError.self) { try other.remotes.forgetRemote(fixture.remote) }
        second.objects = kept
        try other.remotes.forgetRemote(fixture.remote)
        #expect(try other.remotes.all().map(\.name) == ["second"])
    }

    @Test func `a remote that gave other bytes holds nothing back`() throws {
        #expect(try library.space.freeSpace().released.count == 12)
        fixture.place.objects[originals[0]]?[0] ^= 1
        #expect(throws: StoreError.self) {
            try library.transfers.makeLocal(
                library.originals.resourcesThatLeft(),
                access: NetworkAccess()
            )
        }
        let resources = try library.originals.resourcesThatLeft()
        let lost = try library.originals.elsewhere(resources)
        #expect(lost.count == 1)
        let held = try library.originals.heldFiles(ofChecksum: lost[0].checksum)
        #expect(try !OriginalVerifier(library.remotes).isWhole(#require(held.first)))
    }

    /// Between the plan of a merge and the merge, a person may read a remote for hours.
    @Test(arguments: [false, true])
    func `an answer of a remote counts for ten minutes`(readingBytes: Bool) throws {
        #expect(try library.space.freeSpace().released.count == 12)
        let file = try #require(try library.originals.resourcesThatLeft().first)
        let held = try #require(try library.originals.heldFiles(ofChecksum: file.checksum).first)
        let verifier = OriginalVerifier(library.remotes)
        #expect(try verifier.isWhole(held, readingBytes: readingBytes))
        for name in originals { fixture.place.objects[name] = nil }
        fixture.clock.advance(seconds: 599)
        #expect(try verifier.isWhole(held, readingBytes: readingBytes))
        fixture.clock.advance(seconds: 2)
        #expect(try !verifier.isWhole(held, readingBytes: readingBytes))
    }

    @Test func `a check names files that a folder has lost`() throws {
        #expect(try library.space.freeSpace().released.count == 12)
        #expect(try LibraryCheck(library).run().findings.isEmpty)
        fixture.place.objects[originals[0]] = nil
        let findings = try LibraryCheck(library).run().findings
        #expect(findings.map(\.code) == [.originalMissing])
        // A folder that is away says nothing about its files.
        let silent = RefusingPlace(fixture.place)
        silent.setUnreachable(true)
        let other = try opened { $0.look = look(silent) }
        defer { other.close() }
        #expect(try LibraryCheck(other).run().findings.isEmpty)
    }

    @Test func `two folders of one disk are one copy`() throws {
        let second = LyingPlace()
        try addRemote(second, "second")
        try library.space.setRule(SpaceRule(byteCount: 0, copies: 2))
        fixture.place.setDisk("disk one")
        second.setDisk("disk one")
        let places = ["/a/place": fixture.place, "/second": second]
        #expect(try released(places) == 0)
        #expect(try obstacles(places).first?.contains("on one disk") == true)
        second.setDisk("disk two")
        #expect(try released(places) == 12)
    }

    // MARK: Previews

    @Test func `files without previews stay while no program can make them`() throws {
        try library.pictures.deletePreviews()
        let other = try opened { environment in
            environment.pictures = { _, _ in throw MediaWorkerError(.notFound) }
        }
        defer { other.close() }
        let outcome = try other.space.freeSpace()
        #expect(outcome.released.count == 0)
        #expect(outcome.obstacles.first?.contains("no previews yet") == true)
        // The worker is there again.
        #expect(try library.space.freeSpace().released.count == 12)
    }

    @Test func `a file that holds no picture leaves without one`() throws {
        try library.pictures.deletePreviews()
        let other = try opened { environment in
            environment.pictures = { _, _ in throw MediaWorkerError(.died) }
        }
        defer { other.close() }
        #expect(try other.space.freeSpace().released.count == 12)
    }
}
