import Foundation
import OpenPhotoKit
import PhotosTestSupport
import TestPermits
import Testing

/// Ranges of files that are in remotes alone.
@Suite(.permit) struct ResourceFileReaderTests {
    private func code(_ body: () async throws -> Void) async -> PHPhotosError.Code? {
        do {
            try await body()
            return nil
        } catch {
            return (error as? PHPhotosError)?.code ?? .internalError
        }
    }

    @Test(arguments: [false, true])
    func `ranges are those of the file, which stays elsewhere`(isEncrypted: Bool) async throws {
        let fixture = try await DistantFixture(isEncrypted: isEncrypted)
        let (data, count) = (fixture.data, Int64(fixture.data.count))
        let reader = try ResourceFileReader(try fixture.resource)
        #expect(reader.byteCount == count)
        let seed = UInt64.random(in: 1...1_000_000)
        var random = SeededNumbers(seed: seed)
        for _ in 0..<60 {
            let start = Int64(random.number(below: Int(count)))
            let length = Int64(random.number(below: random.chance(0.5) ? 300_000 : 9_000_000))
            let bytes = try await reader.bytes(in: start..<start + length)
            let expected = data[Int(start)..<Int(min(count, start + length))]
            #expect(bytes == expected, "seed \(seed), \(start) and \(length) bytes")
        }
        #expect(try await reader.bytes(in: count - 1..<count) == data.suffix(1))
        #expect(try await reader.bytes(in: count..<count + 10).isEmpty)
        #expect(try await reader.bytes(in: 5..<5).isEmpty)
        #expect(try fixture.isElsewhere)
        try await fixture.library.fetchOriginals()
        #expect(try await reader.bytes(in: 0..<count) == data)
        #expect(try !fixture.isElsewhere)
    }

    @Test(arguments: [false, true])
    func `no part with another byte is returned`(isEncrypted: Bool) async throws {
        let fixture = try await DistantFixture(isEncrypted: isEncrypted)
        for start in stride(from: 0, to: fixture.data.count, by: DistantFixture.part) {
            let reader = try ResourceFileReader(try fixture.resource)
            let end = min(start + DistantFixture.part, fixture.data.count)
            let place = isEncrypted ? 40 + (end - 1) + 16 * ((end - 1) >> 18) : end - 1
            try fixture.damage(at: place)
            let range = Int64(start)..<Int64(start + 10)
            #expect(await code { _ = try await reader.bytes(in: range) } == .networkError)
            try fixture.damage(at: place)
            #expect(try await reader.bytes(in: range) == fixture.data[start..<start + 10])
        }
    }

    @Test func `another remote gives the parts that the first one has damaged`() async throws {
        let fixture = try await DistantFixture(remotes: 2)
        for start in stride(from: 0, to: fixture.data.count, by: DistantFixture.part) {
            try fixture.damage(place: (start / DistantFixture.part) % 2, at: start + 99)
        }
        let reader = try ResourceFileReader(try fixture.resource)
        #expect(try await reader.bytes(in: 0..<reader.byteCount) == fixture.data)
        #expect(try fixture.isElsewhere)
    }

    @Test func `a remote whose object is shorter, or gone, gives an error`() async throws {
        let fixture = try await DistantFixture()
        let file = try #require(fixture.object())
        chmod(file.path, 0o644)
        #expect(truncate(file.path, off_t(DistantFixture.part + 5)) == 0)
        let reader = try ResourceFileReader(try fixture.resource)
        #expect(try await reader.bytes(in: 0..<9) == fixture.data.prefix(9))
        let second = Int64(DistantFixture.part)
        #expect(await code { _ = try await reader.bytes(in: second..<second + 1) } == .networkError)
        try FileManager.default.removeItem(at: file)
        #expect(await code { _ = try await reader.bytes(in: second..<second + 1) } == .networkError)
    }

    @Test func `without permission, nothing is fetched`() async throws {
        let fixture = try await DistantFixture()
        let reader = try ResourceFileReader(try fixture.resource)
        let refusal = await code {
            _ = try await reader.bytes(in: 0..<1, isNetworkAccessAllowed: false)
        }
        #expect(refusal == .networkAccessRequired)
    }

    @Test func `readers at once get the same bytes`() async throws {
        let fixture = try await DistantFixture()
        let (data, resource) = (fixture.data, try fixture.resource)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<6 {
                group.addTask {
                    let reader = try ResourceFileReader(resource)
                    var offset = number * 1_000
                    while offset < data.count {
                        let end = min(offset + 1_500_000, data.count)
                        let bytes = try await reader.bytes(in: Int64(offset)..<Int64(end))
                        #expect(bytes == data[offset..<end])
                        offset = end
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(try fixture.isElsewhere)
    }

    @Test(arguments: [100_000, DistantFixture.part])
    func `a file of one part is fetched whole`(size: Int) async throws {
        let fixture = try await DistantFixture(size: size)
        let reader = try ResourceFileReader(try fixture.resource)
        #expect(try await reader.bytes(in: 5..<50) == fixture.data[5..<50])
        #expect(try !fixture.isElsewhere)
    }

    @Test func `a file without checksums of its parts is fetched whole, until it is read back`()
        async throws
    {
        let fixture = try await DistantFixture()
        try fixture.forgetParts()
        let reader = try ResourceFileReader(try fixture.resource)
        #expect(try await reader.bytes(in: 5..<50) == fixture.data[5..<50])
        #expect(try !fixture.isElsewhere)
        try await fixture.sendAway()
        let remote = try #require(try fixture.library.remotes().first)
        _ = try await fixture.library.check(remote, readingAll: true)
        let second = try ResourceFileReader(try fixture.resource)
        #expect(try await second.bytes(in: 5..<50) == fixture.data[5..<50])
        #expect(try fixture.isElsewhere)
    }

    @Test func `a resource of no library has no bytes`() async {
        #expect(await code { _ = try ResourceFileReader(PHAssetResource()) } == .missingResource)
    }

    // MARK: Streams

    @Test(arguments: [false, true])
    func `a stream gives the file, which is here afterwards`(isEncrypted: Bool) async throws {
        let fixture = try await DistantFixture(isEncrypted: isEncrypted)
        let answer = try await fixture.stream()
        #expect(answer.code == nil && answer.data == fixture.data)
        #expect(try !fixture.isElsewhere)
    }

    @Test(arguments: [false, true])
    func `a stream ends before the part that has another byte`(isEncrypted: Bool) async throws {
        let fixture = try await DistantFixture(isEncrypted: isEncrypted)
        for start in stride(from: 0, to: fixture.data.count, by: DistantFixture.part) {
            let place = start + (isEncrypted ? 40 + 16 * (start >> 18) : 0)
            try fixture.damage(at: place)
            let answer = try await fixture.stream()
            #expect(answer.code == .networkError)
            #expect(answer.data == fixture.data.prefix(start))
            #expect(try fixture.isElsewhere)
            try fixture.damage(at: place)
        }
        #expect(try await fixture.stream().data == fixture.data)
    }

    @Test func `a stream goes on with another remote at the same byte`() async throws {
        let fixture = try await DistantFixture(remotes: 2)
        for start in stride(from: 0, to: fixture.data.count, by: DistantFixture.part) {
            try fixture.damage(place: (start / DistantFixture.part) % 2, at: start)
        }
        let answer = try await fixture.stream()
        #expect(answer.code == nil && answer.data == fixture.data)
        #expect(try !fixture.isElsewhere)
    }
}
