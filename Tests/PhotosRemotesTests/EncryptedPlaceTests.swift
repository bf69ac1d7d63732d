import Crypto
import Foundation
import PhotosBase
import PhotosRemotes
import PhotosStore
import PhotosTestSupport
import TestPermits
import Testing

/// Single objects in encrypted places.
@Suite(.permit) struct EncryptedPlaceTests {
    private let inner = LyingPlace()
    private let key = EncryptionKey(bytes: Array(0..<32))
    private let folder: TemporaryFolder
    private static let chunk = 256 << 10

    init() throws { folder = try TemporaryFolder() }

    private var place: EncryptedPlace { EncryptedPlace(inner, key: key) }

    private func object(_ bytes: [UInt8]) -> RemoteObject {
        RemoteObject(checksum: Array(SHA256.hash(data: bytes)), byteCount: Int64(bytes.count))
    }

    /// Stores bytes, and returns the object with its plain and its sealed name.
    private func store(_ bytes: [UInt8]) throws -> (RemoteObject, name: String, sealed: String) {
        let before = Set(inner.objects.keys)
        let file = folder.url.appendingPathComponent(UUID().uuidString)
        try Data(bytes).write(to: file)
        let object = object(bytes)
        let name = RemoteNames.original(object.checksum)
        try place.putObject(name, from: file, as: object, watch: TransferWatch())
        let sealed = try #require(Set(inner.objects.keys).subtracting(before).first)
        return (object, name, sealed)
    }

    private func bytes(_ count: Int, seed: UInt64 = 3) -> [UInt8] {
        var random = SeededNumbers(seed: seed)
        return (0..<count).map { _ in UInt8(random.number(below: 256)) }
    }

    private func code(_ body: () throws -> Void) -> RemoteFailure.Code? {
        do {
            try body()
            return nil
        } catch {
            return (error as? RemoteFailure)?.code
        }
    }

    private func proof(_ name: String, _ object: RemoteObject) -> RemoteFailure.Code? {
        code { try place.proveObject(name, expecting: object, watch: TransferWatch()) }
    }

    @Test(arguments: [
        0, 1, 15, 1_000, chunk - 1, chunk, chunk + 1, 2 * chunk, 2 * chunk + 17, 700_000,
    ]) func `objects of any size come back`(count: Int) throws {
        let content = bytes(count)
        let (object, name, sealed) = try store(content)
        let chunks = max(1, (count + Self.chunk - 1) / Self.chunk)
        #expect(inner.objects[sealed]?.count == 40 + count + 16 * chunks)
        #expect(proof(name, object) == nil)
        let file = folder.url.appendingPathComponent("back")
        try place.getObject(name, to: file, expecting: object, watch: TransferWatch())
        #expect(try Data(contentsOf: file) == Data(content))
        #expect(try place.readObject(name, atMost: Int64(count)) == Data(content))
        var listed: [String: Int64] = [:]
        try place.listObjects(withPrefix: RemoteNames.originals) { listed[$0] = $1 }
        #expect(listed == [name: Int64(count)])
        try place.removeObject(name)
        #expect(inner.objects.isEmpty)
        #expect(proof(name, object) == .missing)
    }

    /// The values were computed by another program from what Remotes.md says.
    @Test func `names and bytes are those of the documented form`() throws {
        let (_, name, sealed) = try store(Array("known".utf8))
        #expect(
            name
                == "originals/71/7117fff2d0fd294462b3c802b7cb8753579f23f3946b99cf55f38e873f013f10"
        )
        #expect(
            sealed
                == "originals/gk/gkd8286e0mivo7m8uel81v64nmlib92ehsoljfb8t228hvfjp3p7ppi0inh2qi295fim625hbdr9ovt6avmmoj20tii8t5rr7s"
        )
        #expect(
            inner.objects[sealed]?.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
                == """
                4f504b5345414c31bbde6fb74ff9439bbca46046c5c614d279bcbd1832913b0b3c21ba74aeb5dd70298371e6098657f2d4eaa819c\
                426add95a817fd305
                """
        )
        inner.objects = [
            "snapshots/fi/fi4qkdos9bd2bs17qursvdms61bd9815jpb05rtm8k5air1dkvurfte7uskbquiai3517qor9qv2412v5bk5ls0":
                Data()
        ]
        var names: [String] = []
        try place.listObjects(withPrefix: RemoteNames.snapshots) { name, _ in names.append(name) }
        #expect(names == ["snapshots/20260102T030405Z-7-1.json"])
    }

    @Test func `the same object has the same sealed bytes, and another name others`() throws {
        let content = bytes(5_000)
        let (_, _, sealed) = try store(content)
        let first = try #require(inner.objects[sealed])
        inner.objects = [:]
        #expect(try store(content).sealed == sealed)
        #expect(inner.objects[sealed] == first)
        let file = folder.url.appendingPathComponent("file")
        try Data(content).write(to: file)
        let other = RemoteNames.part(object(content).checksum)
        try place.putObject(other, from: file, as: object(content), watch: TransferWatch())
        let second = try #require(inner.objects.first { $0.key != sealed }?.value)
        #expect(first.dropFirst(8).prefix(32) != second.dropFirst(8).prefix(32))
        #expect(first.suffix(100) != second.suffix(100))
    }

    @Test func `each changed byte and each length is refused`() throws {
        let (object, name, sealed) = try store(bytes(300))
        let whole = try #require(inner.objects[sealed])
        for index in whole.indices {
            for change in [UInt8(1), 0x80] {
                var changed = whole
                changed[index] ^= change
                inner.objects[sealed] = changed
                #expect(proof(name, object) == .differs, "byte \(index)")
                #expect(code { _ = try place.readObject(name, atMost: 1_000) } == .differs)
            }
        }
        for count in 0..<whole.count {
            inner.objects[sealed] = whole.prefix(count)
            #expect(proof(name, object) == .differs, "\(count) bytes")
            #expect(code { _ = try place.readObject(name, atMost: 1_000) } == .differs)
        }
        inner.objects[sealed] = whole + Data([0])
        #expect(proof(name, object) == .differs)
        #expect(code { _ = try place.readObject(name, atMost: 1_000) } == .differs)
        inner.objects[sealed] = whole
        #expect(proof(name, object) == nil)
    }

    @Test func `chunks cannot be left out, exchanged or repeated`() throws {
        let (_, name, sealed) = try store(bytes(4 * Self.chunk))
        let whole = try #require(inner.objects[sealed])
        let size = Self.chunk + 16
        let chunks = (0..<4).map { whole.dropFirst(40 + $0 * size).prefix(size) }
        func refused(_ order: [Int]) -> Bool {
            inner.objects[sealed] = order.reduce(whole.prefix(40)) { $0 + chunks[$1] }
            return code { _ = try place.readObject(name, atMost: 1 << 30) } == .differs
        }
        // Without its end, the object has a possible number of bytes.
        for order in [
            [0], [0, 1], [0, 1, 2], [1, 0, 2, 3], [0, 2, 1, 3], [0, 1, 3], [3], [0, 0, 1, 2, 3],
            [0, 1, 2, 3, 3], [3, 2, 1, 0], [0, 1, 2, 2], [],
        ] { #expect(refused(order), "\(order)") }
        #expect(!refused([0, 1, 2, 3]))
    }

    @Test func `an object under the name of another one is refused`() throws {
        let (one, name, sealed) = try store(bytes(1_000, seed: 1))
        let (other, otherName, otherSealed) = try store(bytes(1_000, seed: 2))
        let objects = inner.objects
        inner.objects[sealed] = objects[otherSealed]
        inner.objects[otherSealed] = objects[sealed]
        #expect(proof(name, one) == .differs)
        #expect(proof(otherName, other) == .differs)
        // A chunk of the one with the beginning of the other.
        inner.objects[sealed] =
            try #require(objects[sealed]).prefix(40) + #require(objects[otherSealed]).dropFirst(40)
        #expect(proof(name, one) == .differs)
    }

    @Test func `a file with other bytes is not sent`() throws {
        let file = folder.url.appendingPathComponent("file")
        try Data([1, 2, 3]).write(to: file)
        let object = object([1, 2, 4])
        let name = RemoteNames.original(object.checksum)
        #expect(
            code { try place.putObject(name, from: file, as: object, watch: TransferWatch()) }
                == .changed
        )
        for byteCount in [Int64(2), 4] {
            let other = RemoteObject(
                checksum: self.object([1, 2, 3]).checksum,
                byteCount: byteCount
            )
            #expect(
                code { try place.putObject(name, from: file, as: other, watch: TransferWatch()) }
                    == .changed
            )
        }
        #expect(inner.objects.isEmpty)
    }

    @Test func `a file of unknown checksum has the sealed bytes of a known one`() throws {
        let content = bytes(300_000)
        let (_, name, sealed) = try store(content)
        let first = try #require(inner.objects[sealed])
        inner.objects = [:]
        let file = folder.url.appendingPathComponent("file")
        try Data(content).write(to: file)
        try place.putObject(
            name,
            from: file,
            byteCount: Int64(content.count),
            checksum: nil,
            watch: TransferWatch()
        )
        #expect(inner.objects == [sealed: first])
    }

    @Test func `other keys are told from missing objects`() throws {
        let fixture = try RemoteFixture(place: inner, key: key)
        try fixture.library.addPictures(2)
        try fixture.sync()
        let before = inner.objects
        let stranger = EncryptedPlace(inner, key: EncryptionKey())
        let (name, object) = try #require(
            try fixture.library.remotes.storedObjects(fixture.row, after: [], atMost: 1).first
                .map { (RemoteNames.original($0.checksum), $0) }
        )
        do {
            let place = stranger
            #expect(
                code { try place.proveObject(name, expecting: object, watch: TransferWatch()) }
                    == .wrongEncryptionKey
            )
            #expect(code { _ = try MarkerList(place).lastMarker() } == .wrongEncryptionKey)
            #expect(
                code { try MarkerList(place).claimPlace(for: fixture.library) }
                    == .wrongEncryptionKey
            )
            #expect(
                code {
                    _ = try RemoteSync(fixture.library, remote: fixture.row, place: place).run()
                }
                    == .wrongEncryptionKey
            )
        }
        #expect(code { _ = try MarkerList(inner).lastMarker() } == .noEncryptionKey)
        #expect(
            code { _ = try RemoteSync(fixture.library, remote: fixture.row, place: inner).run() }
                == .noEncryptionKey
        )
        #expect(
            code {
                _ = try RemoteRestore(inner, environment: fixture.library.environment)
                    .snapshotNames()
            }
                == .noEncryptionKey
        )
        #expect(inner.objects == before)
        let plain = try RemoteFixture()
        #expect(
            code { _ = try MarkerList(EncryptedPlace(plain.place, key: key)).lastMarker() }
                == .wrongEncryptionKey
        )
        #expect(try fixture.totals().proved.count == fixture.totals().wanted.count)
    }
}
