import Foundation
import PhotosStore
import PhotosTestSupport

/// A library on disk with a picture, and a folder for the requests of its jobs.
struct UploadSuite {
    let folder: TemporaryFolder
    let clock = TestClock()
    let library: Library
    let asset: UUID

    static let secret = "Bearer 9d41c2f0aa"

    init() throws {
        folder = try TemporaryFolder()
        var environment = EngineEnvironment.test(seed: 1, clock: clock)
        environment.stateFolder = folder.url.appendingPathComponent("state", isDirectory: true)
        library = try Library.open(
            folder.url.appendingPathComponent("Test.photolib", isDirectory: true),
            create: true,
            environment: environment
        )
        asset = try library.addPicture()
    }

    /// Opens a library as another process does.
    ///
    /// - Parameters:
    ///   - name: The folder of the library.
    ///   - client: The name of an application; nil opens it as the owner.
    ///   - mode: Whether the library is changed.
    /// - Returns: The library.
    /// - Throws: ``StoreError``.
    func open(
        _ name: String = "Test.photolib",
        as client: String? = nil,
        mode: LibraryCore.Mode = .readWrite
    ) throws -> Library {
        var environment = EngineEnvironment.test(seed: UInt64.random(in: 2 ... .max), clock: clock)
        environment.stateFolder = folder.url.appendingPathComponent("state", isDirectory: true)
        if let client { environment.client = .application(client) }
        return try Library.open(
            folder.url.appendingPathComponent(name, isDirectory: true),
            mode: mode,
            environment: environment
        )
    }

    func resource() throws -> UploadedResource {
        let row = try library.row(of: asset, in: .asset) ?? 0
        let resources = try library.records.resources(ofAssets: [row])
        guard let record = resources[row]?.first else {
            throw StoreError(.missingResource, "The picture has no file.")
        }
        return UploadedResource(asset: asset, record: record)
    }

    static let request = UploadRequest(
        url: "https://user:pass9d41@photos.example.org/dav/1.jpg?token=9d41c2f0bb",
        method: "PUT",
        headerFields: ["Authorization": secret, "X-Name": "1.jpg"],
        body: Data("body9d41".utf8),
        timeout: 30
    )

    /// Makes a job in a library.
    @discardableResult
    func make(
        in library: Library? = nil,
        _ request: UploadRequest? = UploadSuite.request
    ) throws -> UUID {
        let library = library ?? self.library
        let job = UUID()
        try library.commit(
            .changeUploadJobs([UploadJobChange(of: job, .create(try resource(), request))])
        )
        return job
    }

    func change(
        _ job: UUID,
        _ action: UploadJobChange.Action,
        in library: Library? = nil
    ) throws {
        let library = library ?? self.library
        try library.commit(.changeUploadJobs([UploadJobChange(of: job, action)]))
    }

    /// The files with requests and answers, by their paths below the folder of the state.
    func files() throws -> [String] {
        let names = try? FileManager.default.subpathsOfDirectory(
            atPath: folder.url.appendingPathComponent("state").path
        )
        return (names ?? []).filter { $0.hasSuffix(".request") || $0.hasSuffix(".answer") }.sorted()
    }

    /// The code of the error that `body` throws; nil where it throws none.
    func code(_ body: () throws -> Void) -> StoreError.Code? {
        do {
            try body()
            return nil
        } catch {
            return (error as? StoreError)?.code
        }
    }
}
