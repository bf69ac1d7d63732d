import Foundation
import GRDB
import Glibc
import PhotosMedia
import PhotosStore
import PhotosTestSupport
import TestPermits
import Testing

/// Parts of made movies are kept beside the library, and made again whenever they are not there.
@Suite(.permit) struct FragmentStoreTests {
    private let folder: TemporaryFolder
    private let maker = FakeMovieMaker()
    private let clock = TestClock()

    init() throws { folder = try TemporaryFolder() }

    private func library(
        mode: LibraryCore.Mode = .readWrite,
        budget: Int64 = 1 << 30
    ) throws -> Library {
        var environment = EngineEnvironment.test(clock: clock)
        environment.moviePart = maker.part
        environment.movieBudget = budget
        return try Library.open(
            folder.url.appendingPathComponent("Test.photolib"),
            mode: mode,
            create: mode == .readWrite,
            environment: environment
        )
    }

    /// The file of a new asset; the fake maker does not mind that it is a picture.
    private func original(in library: Library, seed: UInt8 = 1) throws -> ResourceRecord {
        try original(of: try library.addPicture(seed: seed), in: library)
    }

    private func original(of uuid: UUID, in library: Library) throws -> ResourceRecord {
        let row = try #require(try library.row(of: uuid, in: .asset))
        return try #require(try library.records.resources(ofAssets: [row])[row]?.first)
    }

    private func request(_ fragment: Int?, side: Int = 640) -> MovieRequest {
        MovieRequest(longestSide: side, fragment: fragment)
    }

    /// The files of all kept parts.
    private func files(of library: Library) throws -> [URL] {
        let movies = library.layout.derived.appendingPathComponent("movies")
        let names = try FileManager.default.subpathsOfDirectory(atPath: movies.path)
        return names.filter { $0.contains("/") }.map { movies.appendingPathComponent($0) }
    }

    @Test func `a part is made once, and survives reopening`() async throws {
        var library = try library()
        let resource = try original(in: library)
        let made = try await library.movies.part(request(1), of: resource)
        #expect(try await library.movies.part(request(1), of: resource) == made)
        library.close()
        library = try self.library()
        #expect(try await library.movies.part(request(1), of: resource) == made)
        #expect(maker.requests == [request(1)])
    }

    @Test func `each part, side and content is kept for itself`() async throws {
        let library = try library()
        var resource = try original(in: library)
        let requests = [request(nil), request(0), request(1), request(1, side: 320)]
        for request in requests + requests {
            _ = try await library.movies.part(request, of: resource)
        }
        #expect(maker.requests == requests)
        resource.checksum = resource.checksum.reversed()
        _ = try await library.movies.part(request(1), of: resource)
        #expect(maker.requests.count == 5)
    }

    @Test(arguments: [0, 1, 50, 1_000])
    func `a damaged file is found and made again`(length: Int) async throws {
        let library = try library()
        let resource = try original(in: library)
        let made = try await library.movies.part(request(0), of: resource)
        let file = try #require(try files(of: library).first)
        var bytes = try Data(contentsOf: file)
        try bytes.prefix(length).write(to: file)
        #expect(try await library.movies.part(request(0), of: resource) == made)
        bytes = try Data(contentsOf: file)
        bytes[bytes.count - 1] ^= 1
        try bytes.write(to: file)
        #expect(try await library.movies.part(request(0), of: resource) == made)
        #expect(maker.requests.count == 3)
    }

    @Test func `beyond the limit, the part goes that was not used for longest`() async throws {
        let library = try library(budget: 3 * 2_200)
        let resource = try original(in: library)
        for number in 0..<3 {
            _ = try await library.movies.part(request(number), of: resource)
            clock.advance(seconds: 1)
        }
        _ = try await library.movies.part(request(0), of: resource)
        clock.advance(seconds: 1)
        _ = try await library.movies.part(request(3), of: resource)
        #expect(library.movies.fragments.part(request(0), of: resource) != nil)
        #expect(library.movies.fragments.part(request(1), of: resource) == nil)
        #expect(library.movies.fragments.part(request(3), of: resource) != nil)
        #expect(library.movies.fragments.keptByteCount() <= 3 * 2_200)
    }

    @Test func `a library that is only read keeps nothing, and uses what is kept`() async throws {
        var library = try library()
        let resource = try original(in: library)
        let made = try await library.movies.part(request(0), of: resource)
        library.close()
        library = try self.library(mode: .readOnly)
        #expect(try await library.movies.part(request(0), of: resource) == made)
        _ = try await library.movies.part(request(1), of: resource)
        #expect(try files(of: library).count == 1)
    }

    @Test func `a part that cannot be kept is returned all the same`() async throws {
        let library = try library()
        let resource = try original(in: library)
        // A file stands where the folder would be.
        let movies = library.layout.derived.appendingPathComponent("movies")
        try Data([1]).write(to: movies)
        _ = try await library.movies.part(request(0), of: resource)
        _ = try await library.movies.part(request(0), of: resource)
        #expect(maker.requests.count == 2)
        #expect(try Data(contentsOf: movies) == Data([1]))
    }

    @Test func `a link in the place of a folder is not followed`() async throws {
        let library = try library()
        let resource = try original(in: library)
        _ = try await library.movies.part(request(0), of: resource)
        let kept = try #require(try files(of: library).first).deletingLastPathComponent()
        let outside = folder.url.appendingPathComponent("outside")
        try FileManager.default.moveItem(at: kept, to: outside)
        try FileManager.default.createSymbolicLink(at: kept, withDestinationURL: outside)
        #expect(library.movies.fragments.part(request(0), of: resource) == nil)
        _ = try await library.movies.part(request(1), of: resource)
        #expect(try FileManager.default.contentsOfDirectory(atPath: outside.path).count == 1)
    }

    @Test func `deletion for good takes the parts along`() async throws {
        let library = try library()
        let uuid = try library.addPicture()
        let resource = try original(of: uuid, in: library)
        _ = try await library.movies.part(request(0), of: resource)
        try library.commit(.deleteAssets([uuid]))
        #expect(try files(of: library).count == 1)
        try library.commit(.purgeAssets([uuid]))
        #expect(try files(of: library).isEmpty)
    }

    @Test func `a movie that is deleted for good while a part is made keeps none`() async throws {
        let library = try library()
        let uuid = try library.addPicture()
        let resource = try original(of: uuid, in: library)
        _ = try await library.movies.part(request(0), of: resource)
        maker.meanwhile = {
            try library.commit(.deleteAssets([uuid]))
            try library.commit(.purgeAssets([uuid]))
        }
        _ = try await library.movies.part(request(1), of: resource)
        #expect(maker.requests.count == 2)
        #expect(try files(of: library).isEmpty)
    }

    @Test func `deletion for good ends only when the parts are gone`() async throws {
        let library = try library()
        let uuid = try library.addPicture()
        let resource = try original(of: uuid, in: library)
        _ = try await library.movies.part(request(0), of: resource)
        let folder = try #require(try files(of: library).first).deletingLastPathComponent()
        try library.commit(.deleteAssets([uuid]))
        chmod(folder.path, 0)
        try library.commit(.purgeAssets([uuid]))
        chmod(folder.path, 0o700)
        let waiting = try library.core.onWriter { db in
            try Int.fetchOne(db, sql: "SELECT count(*) FROM released_file")
        }
        // The folder of a user who may open each one is empty.
        #expect(try (waiting == 0) == files(of: library).isEmpty)
    }

    @Test func `a movie that cannot be made keeps nothing`() async throws {
        let library = try library()
        let resource = try original(in: library)
        maker.error = MediaFileError(.damaged, "cut off")
        await #expect(throws: MediaFileError.self) {
            try await library.movies.part(request(0), of: resource)
        }
        maker.error = nil
        _ = try await library.movies.part(request(0), of: resource)
        #expect(maker.requests.count == 2)
    }
}
