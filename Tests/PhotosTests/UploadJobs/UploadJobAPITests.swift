import Foundation
import FoundationNetworking
import Photos
import PhotosStore
import TestPermits
import Testing

/// Upload jobs as programs see them.
@Suite(.permit) struct UploadJobAPITests {
    let library: TestLibrary
    let resource: PHAssetResource
    private var host: LibraryUploadJobs { library.store.uploadJobs }

    init() throws {
        library = try TestLibrary()
        let asset = try library.addPicture()
        resource = try #require(PHAssetResource.assetResources(for: asset).first)
    }

    private static func destination(_ path: String = "1.jpg") throws -> URLRequest {
        let url = try #require(URL(string: "https://photos.example.org/dav/\(path)?key=secret"))
        var request = URLRequest(url: url)
        request.httpMethod = "PUT"
        request.setValue("Bearer secret", forHTTPHeaderField: "Authorization")
        request.timeoutInterval = 20
        return request
    }

    private func fetch(
        _ action: PHAssetResourceUploadJob.Action,
        _ configure: (PHFetchOptions) -> Void = { _ in }
    ) -> [PHAssetResourceUploadJob] {
        PHAssetResourceUploadJob.fetchJobs(action: action, options: library.options(configure)).all
    }

    /// Makes a job through its placeholder's request.
    @discardableResult
    private func make(_ path: String = "1.jpg") throws -> String {
        let destination = try Self.destination(path)
        let name = Box<String>()
        try library.change {
            let request = PHAssetResourceUploadJobChangeRequest.creationRequestForJob(
                destination: destination,
                resource: resource
            )
            name.value = request.placeholderForCreatedAssetResourceUploadJob?.localIdentifier
        }
        return name.value ?? ""
    }

    /// Has the host begin and end all jobs.
    private func end(with result: UploadJobResult) throws {
        for job in try host.nextJobs(atMost: 100, now: library.now) {
            _ = try host.begin(job.uuid)
            try host.finish(job.uuid, with: result)
        }
    }

    @Test func `a job has the identifier of its placeholder, its request and its resource`() throws
    {
        let name = try make()
        let job = try #require(fetch(.process).first)
        #expect(job.localIdentifier == name)
        #expect(job.state == .registered && job.type == .upload)
        #expect(job.error == nil && job.responseHeaderFields == nil)
        #expect(try job.destination == Self.destination())
        #expect(job.destination.value(forHTTPHeaderField: "Authorization") == "Bearer secret")
        #expect(job.resource.assetLocalIdentifier == resource.assetLocalIdentifier)
        #expect(job.resource.originalFilename == resource.originalFilename)
        #expect(job.resource.dataSize == resource.dataSize)
        #expect(fetch(.acknowledge).isEmpty && fetch(.retry).isEmpty)
    }

    @Test func `an answer is there until the job is acknowledged, and in the object after that`()
        throws
    {
        try make()
        try end(with: .answered(status: 201, headerFields: ["etag": "7"]))
        let job = try #require(fetch(.acknowledge).first)
        #expect(job.state == .succeeded && job.error == nil)
        try library.change {
            PHAssetResourceUploadJobChangeRequest(for: job)?.acknowledge()
        }
        #expect(fetch(.acknowledge).isEmpty)
        #expect(job.responseHeaderFields == ["etag": "7"])
        #expect(job.destination.url?.lastPathComponent == "1.jpg")
        try library.change {
            #expect(PHAssetResourceUploadJobChangeRequest(for: job) == nil)
            #expect(PHAssetResourceUploadJobChangeRequest(forUploadJob: job) == nil)
        }
    }

    @Test func `errors of the network are URLError, and a job is retried once`() throws {
        try make()
        try end(with: .failed(.network(-1009)))
        let job = try #require(fetch(.retry).first)
        #expect(job.state == .failed)
        #expect((job.error as? URLError)?.code == .notConnectedToInternet)
        let other = try Self.destination("2.jpg")
        try library.change {
            PHAssetResourceUploadJobChangeRequest(for: job)?.retry(destination: other)
        }
        #expect(fetch(.process).first?.destination == other)
        try end(with: .answered(status: 500, headerFields: [:]))
        #expect(fetch(.retry).isEmpty)
        let failed = try #require(fetch(.acknowledge).first)
        #expect((failed.error as? URLError)?.code == .badServerResponse)
        #expect(
            library.refusal {
                PHAssetResourceUploadJobChangeRequest(for: failed)?.retry(destination: nil)
            } == .changeNotSupported
        )
    }

    @Test func `a job whose request is on another computer says what to do`() throws {
        try make()
        let job = try #require(try host.jobs(for: .process).first)
        // A library in memory has the files of its jobs beside its own.
        let state = library.store.layout.root.appendingPathComponent("uploads")
        try FileManager.default.removeItem(at: state)
        #expect(try host.begin(job.uuid) == nil)
        let failed = try #require(fetch(.acknowledge).first)
        #expect((failed.error as? PHPhotosError)?.code == .missingResource)
        #expect(failed.error?.localizedDescription.contains("make another") == true)
        #expect(failed.destination.url?.absoluteString == "about:blank")
    }

    @Test func `a cancelled job is acknowledged by itself`() throws {
        try make()
        let job = try #require(fetch(.process).first)
        try library.change { PHAssetResourceUploadJobChangeRequest(for: job)?.cancel() }
        for action in [PHAssetResourceUploadJob.Action.process, .acknowledge, .retry] {
            #expect(fetch(action).isEmpty)
        }
    }

    @Test func `a download has no request`() throws {
        try library.change {
            PHAssetResourceUploadJobChangeRequest.creationRequestForDownloadJob(resource: resource)
        }
        let job = try #require(fetch(.process).first)
        #expect(job.type == .downloadOnly)
        #expect(job.destination.url?.absoluteString == "about:blank")
    }

    @Test func `the resource of a job is nil once the library lacks it, and is kept in the job`()
        throws
    {
        try make()
        let job = try #require(fetch(.process).first)
        #expect(PHAssetResource.assetResource(forUploadJob: job)?.dataSize == resource.dataSize)
        let asset = try #require(LocalIdentifier(resource.assetLocalIdentifier)?.uuid)
        try library.store.commits.commit(ChangeBlock([.purgeAssets([asset])]))
        #expect(PHAssetResource.assetResource(forUploadJob: job) == nil)
        #expect(job.resource.originalFilename == resource.originalFilename)
    }

    @Test func `jobs are made and rolled back with the rest of their block`() throws {
        let destination = try Self.destination()
        #expect(
            library.refusal {
                PHAssetResourceUploadJobChangeRequest.creationRequestForJob(
                    destination: destination,
                    resource: resource
                )
                PHAssetResourceUploadJobChangeRequest.creationRequestForJob(
                    destination: destination,
                    resource: PHAssetResource()
                )
            } == .missingResource
        )
        #expect(fetch(.process).isEmpty)
        let unusable = try URLRequest(url: #require(URL(string: "ftp://example.org/a")))
        #expect(
            library.refusal {
                PHAssetResourceUploadJobChangeRequest.creationRequestForJob(
                    destination: unusable,
                    resource: resource
                )
            } == .changeNotSupported
        )
    }

    @Test func `a fetch can filter, sort and limit`() throws {
        let names = try (0..<4).map { try make("\($0).jpg") }
        #expect(fetch(.process).names == names)
        #expect(fetch(.process) { $0.fetchLimit = 3 }.names == Array(names.prefix(3)))
        let found = fetch(.process) {
            $0.predicate = NSPredicate(format: "localIdentifier == %@", names[2])
        }
        #expect(found.names == [names[2]])
        let sorted = fetch(.process) {
            $0.sortDescriptors = [NSSortDescriptor(key: "localIdentifier", ascending: false)]
        }
        #expect(sorted.names == names.sorted(by: >))
        #expect(fetch(.process) { $0.predicate = NSPredicate(format: "state == 2") }.isEmpty)
    }

    @Test func `more jobs than the limit are refused with limitExceeded`() {
        #expect(PHAssetResourceUploadJob.jobLimit == 10_000)
        let error = PHPhotosError(StoreError(.limitExceeded, "Too many."))
        #expect(error.code == .limitExceeded && error.errorCode == 3307)
    }

    @Test func `states, types and actions have Apple's numbers`() {
        typealias Job = PHAssetResourceUploadJob
        let states: [Job.State] = [.registered, .pending, .failed, .succeeded, .cancelled]
        #expect(states.map(\.rawValue) == [1, 2, 3, 4, 5])
        let actions: [Job.Action] = [.acknowledge, .retry, .process]
        #expect(actions.map(\.rawValue) == [1, 2, 3])
        let types: [Job.`Type`] = [.upload, .downloadOnly]
        #expect(types.map(\.rawValue) == [Int16(0), 1])
    }

    @Test func `a job made by hand is in no library`() throws {
        let job = PHAssetResourceUploadJob()
        #expect(job.state == .registered && job.error == nil)
        #expect(PHAssetResource.assetResource(forUploadJob: job) == nil)
        try library.change { #expect(PHAssetResourceUploadJobChangeRequest(for: job) == nil) }
    }
}
