import Foundation
import GRDB
import PhotosRemotes
import PhotosStore
import PhotosTestSupport
import Testing

/// A library on disk, with a remote of its own.
struct RemoteFixture {
    let folder: TemporaryFolder
    let clock: TestClock
    let library: Library
    let place: LyingPlace
    let remote: RemoteRow
    /// The place as the library uses it: encrypted if there is a key.
    let opened: any RemotePlace

    init(
        place: LyingPlace = LyingPlace(),
        seed: UInt64 = 1,
        key: EncryptionKey? = nil,
        tracer: StatementTracer? = nil
    ) throws {
        let opened: any RemotePlace = key.map { EncryptedPlace(place, key: $0) } ?? place
        self.opened = opened
        folder = try TemporaryFolder()
        clock = TestClock()
        var environment = EngineEnvironment.test(seed: seed, clock: clock)
        environment.smallestReleasedFile = 0
        environment.transfer = { try $0.fetchObject { _, _ in opened } }
        environment.readRange = { try $0.readBytes { _, _ in opened } }
        environment.look = { try $0.lookUpObjects { _, _ in opened } }
        environment.pictures = EngineEnvironment.smallPictures
        if let tracer { environment.trace = { tracer.hear($0) } }
        library = try Library.open(
            folder.url.appendingPathComponent("Test.photolib", isDirectory: true),
            create: true,
            environment: environment
        )
        self.place = place
        try MarkerList(opened).claimPlace(for: library)
        remote = try library.remotes.addRemote(
            RemoteRow(
                uuid: library.environment.makeUUID(),
                name: "test",
                address: "/a/place",
                incarnation: library.identity.incarnation,
                addedDate: library.environment.now()
            )
        )
    }

    var row: RemoteRow { get throws { try #require(try library.remotes.all().first) } }

    @discardableResult
    func sync() throws -> RemoteSync.Report {
        try RemoteSync(library, remote: row, place: opened).run()
    }

    func check(readingAll: Bool = true) throws -> RemoteCheck.Report {
        try RemoteCheck(library, remote: row, place: opened).run(readingAll: readingAll)
    }

    func totals() throws -> RemoteTotals {
        try library.remotes.totals(of: row, provedWithin: .distantPast ... .distantFuture)
    }

    /// The number of files whose proof counts now.
    var countedProofs: Int {
        get throws {
            let period = try row.proofPeriod(on: library.environment.now())
            return try library.remotes.totals(of: row, provedWithin: period).proved.count
        }
    }

    /// The names of the files of assets in the place.
    var originals: Set<String> {
        Set(place.objects.keys.filter { $0.hasPrefix(RemoteNames.originals) })
    }

    @discardableResult
    func restore(to name: String = "Back.photolib") throws -> LibraryRestore.Outcome {
        try RemoteRestore(opened, environment: library.environment).run(to: url(name))
    }

    func url(_ name: String) -> URL {
        folder.url.appendingPathComponent(name, isDirectory: true)
    }

    /// Every row of a library but those that a restoration changes.
    static func digest(_ library: Library) throws -> [String: [String]] {
        let tables = [
            "asset", "resource", "collection", "member", "change", "author", "tombstone",
            "file_facts", "source", "source_folder", "source_file", "client", "selection",
        ]
        return try library.core.onWriter { db in
            try Dictionary(
                uniqueKeysWithValues: tables.map { table in
                    let rows = try Row.fetchAll(db, sql: "SELECT * FROM \(table)")
                    return (
                        table,
                        rows.map { row in
                            row.filter { $0.0 != "inode" && $0.0 != "status_change" }
                                .map { "\($0.0)=\($0.1)" }.joined(separator: " ")
                        }
                    )
                }
            )
        }
    }
}
