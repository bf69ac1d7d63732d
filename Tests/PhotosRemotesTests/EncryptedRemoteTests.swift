import Crypto
import Foundation
import PhotosBase
import PhotosRemotes
import PhotosStore
import PhotosTestSupport
import TestPermits
import Testing

/// Libraries whose remote is encrypted.
@Suite(.permit) struct EncryptedRemoteTests {
    private let key = EncryptionKey()
    private let fixture: RemoteFixture

    init() throws {
        fixture = try RemoteFixture(key: key)
        let assets = try fixture.library.addPictures(12)
        _ = try fixture.library.addAlbum("Walks at Lake Como", Array(assets.prefix(3)))
        try fixture.library.commit(.edit(assets[1]))
    }

    private func restored(_ key: EncryptionKey, _ name: String) throws -> Library {
        let place = EncryptedPlace(fixture.place, key: key)
        let outcome = try RemoteRestore(place, environment: fixture.library.environment)
            .run(to: fixture.url(name))
        #expect(outcome.findings.isEmpty)
        return try Library.open(
            fixture.url(name),
            environment: .test(seed: 7, clock: fixture.clock)
        )
    }

    @Test func `a library goes out, is proved, and is rebuilt from words alone`() throws {
        let report = try fixture.sync()
        #expect(report.refused.isEmpty && report.endedBy == nil)
        #expect(report.sent.count == (try fixture.totals().wanted.count))
        let check = try fixture.check()
        #expect(check.lost == 0 && check.orphans.count == 0 && check.databases == 1)
        #expect(check.whole == (try fixture.totals().wanted))
        #expect(try fixture.sync().sent.count == 0)

        let expected = try RemoteFixture.digest(fixture.library)
        let back = try restored(EncryptionKey(words: key.words), "Back.photolib")
        defer { back.close() }
        #expect(try RemoteFixture.digest(back) == expected)
        #expect(try LibraryCheck(back, readingBytes: true).run().findings.isEmpty)
        // The copy sends nothing before it adopts the remote.
        let row = try #require(try back.remotes.all().first)
        #expect(throws: RemoteFailure.self) {
            try RemoteSync(back, remote: row, place: fixture.opened).run()
        }
        try MarkerList(fixture.opened).claimPlace(for: back)
        try back.remotes.adoptRemote(row, settings: row.settings)
        let adopted = try #require(try back.remotes.all().first)
        #expect(try RemoteSync(back, remote: adopted, place: fixture.opened).run().refused.isEmpty)
        #expect(throws: RemoteFailure.self) { try fixture.sync() }
    }

    @Test func `files leave and come back`() throws {
        try fixture.sync()
        try fixture.library.space.setRule(SpaceRule(byteCount: 0))
        let released = try fixture.library.space.freeSpace().released
        #expect(released.count > 0)
        let away = try fixture.library.originals.resourcesThatLeft()
        try fixture.library.transfers.makeLocal(away, access: NetworkAccess())
        for resource in away {
            let data = try Data(contentsOf: fixture.library.layout.original(resource.file))
            #expect(Array(SHA256.hash(data: data)) == resource.checksum)
        }
    }

    @Test func `damage is found, and mended by the next run`() throws {
        try fixture.sync()
        for name in fixture.originals.sorted().prefix(2) {
            fixture.place.objects[name]?[60] ^= 1
        }
        let part = try #require(
            fixture.place.objects.keys.sorted().first { $0.hasPrefix(RemoteNames.parts) }
        )
        fixture.place.objects[part]?[90] ^= 1
        let check = try fixture.check()
        #expect(check.lost == 2)
        #expect(check.brokenDatabases.count == 1)
        #expect(try fixture.sync().sent.count == 2)
        let after = try fixture.check()
        #expect(after.lost == 0 && after.brokenDatabases.isEmpty)
    }

    @Test func `a damaged list of an older copy and missing parts of the newest end no run`()
        throws
    {
        try fixture.sync()
        func names(_ prefix: String) -> [String] {
            fixture.place.objects.keys.filter { $0.hasPrefix(prefix) }
        }
        let first = try #require(names(RemoteNames.snapshots).first)
        try fixture.library.addPicture(seed: 99)
        try fixture.sync()
        fixture.place.objects[first] = Data()
        for name in names(RemoteNames.parts) { fixture.place.objects[name] = nil }
        fixture.clock.advance(seconds: 4_000)
        #expect(try fixture.sync().endedBy == nil)
        #expect(fixture.place.objects[first] == nil)
        #expect(try fixture.check().brokenDatabases.isEmpty)
        _ = try restored(key, "Damaged.photolib")
    }

    @Test(arguments: [0, 60])
    func `a marker that was emptied or cut off stands for its name`(_ size: Int) throws {
        try fixture.sync()
        let name = try #require(
            fixture.place.objects.keys.filter { $0.hasPrefix(RemoteNames.markers) }.max()
        )
        fixture.place.objects[name] = fixture.place.objects[name].map { Data($0.prefix(size)) }
        #expect(try fixture.sync().endedBy == nil)
        #expect(try fixture.check().lost == 0)
        _ = try restored(key, "Damaged.photolib")
    }

    /// What anybody may know who has some of the photos.
    @Test func `the remote has no bytes, names or checksums of the library`() throws {
        try fixture.sync()
        let secrets = try self.secrets()
        try #require(secrets.count > 50)
        #expect(Self.found(secrets, in: fixture.place.objects).isEmpty)
        // The search finds them where nothing is encrypted.
        let plain = try RemoteFixture()
        try plain.library.addPictures(2)
        try plain.sync()
        let known = try #require(try Self.resources(plain.library).first)
        let digits = known.checksum.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        let seen = Self.found(
            [Data(digits.utf8), Data("IMG_".utf8), Data(known.checksum)],
            in: plain.place.objects
        )
        #expect(seen.count == 3)
    }

    private static func resources(_ library: Library) throws -> [ResourceRecord] {
        let rows = try library.records.fetch(FetchPlan(.assets)).rows
        return try library.records.resources(ofAssets: Array(rows)).values.flatMap { $0 }
    }

    private func secrets() throws -> [Data] {
        var secrets = [
            Data("Walks at Lake Como".utf8), Data("SQLite format 3".utf8), Data("IMG_".utf8),
            Data("openphotokit-remote".utf8), Data("\"parts\"".utf8),
            Data(fixture.library.identity.library.uuidString.utf8),
            Data(fixture.library.identity.library.uuidString.lowercased().utf8),
            Data(fixture.library.identity.incarnation.uuidString.lowercased().utf8),
            Data(key.words.split(separator: " ")[0].utf8),
        ]
        for resource in try Self.resources(fixture.library) {
            let digits = resource.checksum.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }
                .joined()
            let data = try Data(contentsOf: fixture.library.layout.original(resource.file))
            secrets += [
                Data(resource.checksum), Data(digits.utf8), Data(digits.prefix(16).utf8),
                Data((resource.filename ?? "IMG_").utf8), data.prefix(16), data.suffix(16),
                Data(data.dropFirst(data.count / 2).prefix(16)),
            ]
        }
        return secrets.map { Data($0) }
    }

    private static func found(_ secrets: [Data], in objects: [String: Data]) -> Set<Data> {
        var found: Set<Data> = []
        for (name, data) in objects {
            let text = Data(name.utf8)
            for secret in secrets where !found.contains(secret) {
                if data.range(of: secret) != nil || text.range(of: secret) != nil {
                    found.insert(secret)
                }
            }
        }
        return found
    }

    @Test func `the library's files have no key`() throws {
        let file = fixture.folder.url.appendingPathComponent("key")
        try EncryptionKeyFile.writeKey(key, to: file)
        var settings = RemoteSettings()
        settings.keyFile = file.path
        _ = try fixture.library.remotes.setSettings(settings.text, of: fixture.row)
        #expect(try fixture.row.settings.contains(file.path))
        try fixture.sync()
        let library = fixture.library.layout.root
        let words = key.words.split(separator: " ").map { Data($0.utf8) }
        for path in try FileManager.default.subpathsOfDirectory(atPath: library.path) {
            guard let data = try? Data(contentsOf: library.appendingPathComponent(path)) else {
                continue
            }
            for pair in zip(words, words.dropFirst()) {
                let hasBoth = data.range(of: pair.0 + Data(" ".utf8) + pair.1) != nil
                #expect(!hasBoth, "\(path)")
            }
        }
    }

    @Test func `a folder is an encrypted remote, too`() throws {
        let folder = fixture.url("disk")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let file = fixture.folder.url.appendingPathComponent("folder.key")
        try EncryptionKeyFile.writeKey(key, to: file)
        var settings = RemoteSettings()
        settings.keyFile = file.path
        let place = try RemotePlaces.openPlace(
            at: RemoteAddress(folder.path),
            settings: settings,
            scratch: ScratchFolder(in: fixture.library.core)
        )
        try MarkerList(place).claimPlace(for: fixture.library)
        #expect(
            try RemoteSync(fixture.library, remote: fixture.row, place: place).run().refused.isEmpty
        )
        #expect(
            try RemoteCheck(fixture.library, remote: fixture.row, place: place).run(
                readingAll: true
            ).lost == 0
        )
        var objects: [String: Data] = [:]
        for path in try FileManager.default.subpathsOfDirectory(atPath: folder.path) {
            objects[path] = (try? Data(contentsOf: folder.appendingPathComponent(path))) ?? Data()
        }
        #expect(try Self.found(secrets(), in: objects).isEmpty)
        // Nothing of what was sealed is left in the library.
        #expect(
            try FileManager.default.subpathsOfDirectory(atPath: fixture.library.layout.staging.path)
                .allSatisfy { !$0.contains("sealed-") }
        )
        try FileManager.default.removeItem(at: file)
        #expect {
            _ = try RemotePlaces.openPlace(at: RemoteAddress(folder.path), settings: settings)
        } throws: { error in
            (error as? RemoteFailure)?.code == .noEncryptionKey
        }
    }
}
