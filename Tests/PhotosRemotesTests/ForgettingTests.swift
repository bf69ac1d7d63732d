import Foundation
import PhotosBase
import PhotosRemotes
import PhotosStore
import PhotosTestSupport
import TestPermits
import Testing

/// A remote that is gone for good can be forgotten, and what is lost with it is named.
@Suite(.permit) struct ForgettingTests {
    private let fixture: RemoteFixture
    private let library: Library
    private let places: Places

    /// The places at the addresses of remotes; those that are not here do not answer.
    private final class Places: @unchecked Sendable {
        private let lock = NSLock()
        private var places: [String: any RemotePlace] = [:]

        subscript(address: String) -> (any RemotePlace)? {
            get { lock.withLock { places[address] } }
            set { lock.withLock { places[address] = newValue } }
        }
    }

    init() throws {
        fixture = try RemoteFixture()
        let places = Places()
        places["/a/place"] = fixture.place
        self.places = places
        _ = try fixture.library.addPictures(12)
        try fixture.sync()
        try fixture.library.space.setRule(SpaceRule(byteCount: 0))
        #expect(try fixture.library.space.freeSpace().released.count == 12)
        try fixture.library.space.setRule(nil)
        var environment = fixture.library.environment
        environment.look = { look in
            try look.lookUpObjects { address, _ in
                guard let place = places[address] else {
                    throw RemoteFailure(.unreachable, "It is away. Connect its disk.")
                }
                return place
            }
        }
        library = try Library.open(fixture.library.layout.root, environment: environment)
    }

    private var originals: [String] { fixture.originals.sorted() }

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
        places["/" + name] = place
        // What this remote gets comes back to this disk before.
        _ = try RemoteSync(fixture.library, remote: row, place: place).run()
        try library.space.setRule(SpaceRule(byteCount: 0))
        #expect(try library.space.freeSpace().released.count == 12)
        try library.space.setRule(nil)
    }

    private func refusal(givingUpLost: Bool) throws -> String {
        let left = try library.originals.resourcesThatLeft().count
        let remotes = try library.remotes.all().count
        let error = #expect(throws: StoreError.self) {
            try library.remotes.forgetRemote(fixture.remote, givingUpLost: givingUpLost)
        }
        #expect(error?.code == .changeNotSupported)
        #expect(try library.originals.resourcesThatLeft().count == left)
        #expect(try library.remotes.all().count == remotes)
        return error?.message ?? ""
    }

    private func missing() throws -> Int {
        let findings = try LibraryCheck(library).run().findings
        #expect(findings.allSatisfy { $0.code == .originalMissing })
        return findings.count
    }

    @Test(arguments: [false, true])
    func `files of a remote that is gone are given up, and then missing`(
        answers: Bool
    ) throws {
        if answers { fixture.place.objects = [:] } else { places["/a/place"] = nil }
        #expect(try refusal(givingUpLost: false).contains("--lost"))
        let outcome = try library.remotes.forgetRemote(fixture.remote, givingUpLost: true)
        #expect(outcome.plan.parting.lost.amount.count == 12)
        #expect(outcome.plan.parting.lost.amount.bytes > 0)
        #expect(outcome.plan.parting.lost.allSatisfy { $0.name != nil })
        #expect(outcome.plan.parting.shown.isEmpty && outcome.plan.parting.unanswered.isEmpty)
        #expect(outcome.plan.silence == (answers ? nil : "It is away. Connect its disk."))
        #expect(try library.remotes.all().isEmpty)
        #expect(try library.originals.resourcesThatLeft().isEmpty)
        #expect(try missing() == 12)
    }

    @Test func `a remote that shows the files is not given up`() throws {
        #expect(try refusal(givingUpLost: true).contains("fetch --all"))
        // Its marker is lost, or another copy's; the files are there.
        for name in fixture.place.objects.keys where name.hasPrefix(RemoteNames.markers) {
            fixture.place.objects[name] = nil
        }
        #expect(try refusal(givingUpLost: true).contains("12 files"))
    }

    @Test func `what a remote still shows is fetched first, and the rest is given up`() throws {
        for name in originals.prefix(3) { fixture.place.objects[name] = nil }
        #expect(try refusal(givingUpLost: true).contains("9 files"))
        #expect(throws: StoreError.self) {
            try fixture.library.transfers.makeLocal(
                library.originals.resourcesThatLeft(),
                access: NetworkAccess()
            )
        }
        for resource in try library.originals.resourcesThatLeft() {
            try? fixture.library.transfers.makeLocal([resource], access: NetworkAccess())
        }
        let outcome = try library.remotes.forgetRemote(fixture.remote, givingUpLost: true)
        #expect(outcome.plan.parting.lost.amount.count == 3)
        #expect(try missing() == 3)
    }

    @Test func `an object with other bytes holds nothing back`() throws {
        for name in originals { fixture.place.objects[name]?[0] ^= 1 }
        #expect(try refusal(givingUpLost: true).contains("12 files"))
        // Only a fetch shows what it is worth.
        for resource in try library.originals.resourcesThatLeft() {
            try? fixture.library.transfers.makeLocal([resource], access: NetworkAccess())
        }
        let outcome = try library.remotes.forgetRemote(fixture.remote, givingUpLost: true)
        #expect(outcome.plan.parting.lost.amount.count == 12)
    }

    @Test func `what another remote has is not given up`() throws {
        let second = LyingPlace()
        try addRemote(second, "second")
        #expect(second.objects.keys.count { $0.hasPrefix(RemoteNames.originals) } == 12)
        places["/a/place"] = nil
        second.objects[originals[0]] = nil
        let outcome = try library.remotes.forgetRemote(fixture.remote, givingUpLost: true)
        #expect(outcome.plan.parting.lost.amount.count == 1)
        #expect(try library.originals.resourcesThatLeft().count == 11)
        #expect(try missing() == 1)
    }

    @Test func `what another remote shows and never gave back is not believed`() throws {
        let second = LyingPlace()
        try addRemote(second, "second")
        // After it was taken over, its files count as not read.
        let row = try #require(try library.remotes.all().first { $0.name == "second" })
        try library.remotes.adoptRemote(row, settings: row.settings)
        #expect(try refusal(givingUpLost: false).contains("has given them back"))
        #expect(try refusal(givingUpLost: true).contains("12 files"))
        // Where the other one is gone, nothing of it is given up.
        places["/a/place"] = nil
        let outcome = try library.remotes.forgetRemote(fixture.remote, givingUpLost: true)
        #expect(outcome.plan.parting.lost.isEmpty)
        #expect(try library.originals.resourcesThatLeft().count == 12)
    }

    @Test func `what another remote is said to have stays there while it is away`() throws {
        try addRemote(LyingPlace(), "second")
        places["/a/place"] = nil
        places["/second"] = nil
        _ = try refusal(givingUpLost: false)
        let outcome = try library.remotes.forgetRemote(fixture.remote, givingUpLost: true)
        #expect(outcome.plan.parting.lost.isEmpty)
        #expect(outcome.plan.parting.unanswered.amount.count == 12)
        #expect(try library.originals.resourcesThatLeft().count == 12)
        #expect(try library.remotes.all().map(\.name) == ["second"])
    }

    @Test func `nothing is given up if rows change during the look`() throws {
        let (first, row, place) = (fixture.library, try fixture.row, fixture.place)
        var environment = library.environment
        environment.look = { look in
            let object = try #require(look.objects.first)
            try first.remotes.recordOutcomes([(object, .lost("It is gone."))], in: row)
            return try look.lookUpObjects { _, _ in place }
        }
        place.objects = [:]
        let other = try Library.open(library.layout.root, environment: environment)
        defer { other.close() }
        #expect(throws: StoreError.self) { try other.remotes.forgetRemote(row, givingUpLost: true) }
        #expect(try library.remotes.all().count == 1)
        #expect(try library.originals.resourcesThatLeft().count == 12)
    }

    @Test(arguments: [(copies: 1, left: 1), (copies: 2, left: 1), (copies: 1, left: 0)])
    func `a rule for space ends with the remotes that it needs`(copies: Int, left: Int) throws {
        if left == 1 { try addRemote(LyingPlace(), "second") }
        places["/a/place"] = nil
        let rule = SpaceRule(byteCount: 4_096, copies: copies, proofDays: 7)
        try library.space.setRule(rule)
        let outcome = try library.remotes.forgetRemote(fixture.remote, givingUpLost: true)
        let ends = copies > left
        #expect(outcome.endedRule == (ends ? rule : nil))
        #expect(try library.space.spaceRule() == (ends ? nil : rule))
    }

    @Test func `a rule for space stays while a remote is not forgotten`() throws {
        try library.space.setRule(SpaceRule(byteCount: 4_096))
        _ = try refusal(givingUpLost: false)
        #expect(try library.space.spaceRule() == SpaceRule(byteCount: 4_096))
    }

    @Test func `what counts as lost and is there again is not given up`() throws {
        let objects = try library.originals.resourcesThatLeft().map {
            RemoteObject(checksum: $0.checksum, byteCount: $0.byteCount)
        }
        try library.remotes.recordOutcomes(
            objects.map { ($0, .lost("It was gone.")) },
            in: fixture.row
        )
        #expect(try refusal(givingUpLost: false).contains("12 files"))
        try library.remotes.recordOutcomes(
            objects.map { ($0, .lost("It was gone.")) },
            in: fixture.row
        )
        #expect(try refusal(givingUpLost: true).contains("12 files"))
        #expect(try library.remotes.lostChecksums(in: fixture.row).isEmpty)
    }

    @Test func `no more is given up than somebody agreed to`() throws {
        let objects = fixture.place.objects
        fixture.place.objects = [:]
        let plan = try library.remotes.planForgetting(fixture.remote)
        #expect(plan.parting.lost.photoCount == 12 && plan.silence == nil)
        places["/a/place"] = nil
        #expect(throws: StoreError.self) {
            try library.remotes.forgetRemote(fixture.remote, givingUpLost: true, agreed: plan)
        }
        #expect(try library.originals.resourcesThatLeft().count == 12)
        fixture.place.objects = objects
        places["/a/place"] = fixture.place
        #expect(throws: StoreError.self) { try library.remotes.planForgetting(fixture.remote) }
        places["/a/place"] = nil
        let silent = try library.remotes.planForgetting(fixture.remote)
        #expect(silent.silence == "It is away. Connect its disk.")
        try library.remotes.forgetRemote(fixture.remote, givingUpLost: true, agreed: silent)
        #expect(try missing() == 12)
    }

    @Test(arguments: [false, true])
    func `files that were given up count again when their remote is back`(
        isListed: Bool
    ) throws {
        places["/a/place"] = nil
        try library.remotes.forgetRemote(fixture.remote, givingUpLost: true)
        #expect(try missing() == 12)
        places["/a/place"] = fixture.place
        var row = fixture.remote
        row.uuid = library.environment.makeUUID()
        row = try library.remotes.addRemote(row)
        if isListed {
            let found = try fixture.place.absentObjects(of: library, watch: TransferWatch())
            #expect(found.count == 12)
            try library.remotes.noteFound(found, in: row, storedBy: library.environment.now())
        } else {
            let report = try RemoteSync(library, remote: row, place: fixture.place).run()
            #expect(report.proved.count == 12 && report.sent.count == 0 && report.lost == 0)
        }
        #expect(try library.originals.resourcesThatLeft().count == 12)
        #expect(try missing() == 0)
        for resource in try library.originals.resourcesThatLeft() {
            try fixture.library.transfers.makeLocal([resource], access: NetworkAccess())
        }
        #expect(try LibraryCheck(library, readingBytes: true).run().files == 12)
    }
}
