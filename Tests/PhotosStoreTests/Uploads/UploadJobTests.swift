import Foundation
import Glibc
import PhotosStore
import PhotosTestSupport
import TestPermits
import Testing

/// What clients and the host do with jobs.
@Suite(.permit) struct UploadJobTests {
    let suite: UploadSuite
    var library: Library { suite.library }
    var jobs: LibraryUploadJobs { library.uploadJobs }

    init() throws { suite = try UploadSuite() }

    /// Begins the oldest job that may begin.
    private func begin() throws -> UUID {
        let next = try #require(try jobs.nextJobs(atMost: 1, now: suite.clock.now).first)
        return try #require(try jobs.begin(next.uuid)).job.uuid
    }

    @Test func `a job goes from the client to the host and back, and then vanishes`() throws {
        let before = try library.history.currentPosition()
        let job = try suite.make()
        #expect(try library.history.currentPosition() == before)
        let made = try #require(try jobs.jobs(for: .process).first)
        #expect(made.uuid == job && made.state == .registered && made.type == .upload)
        #expect(made.host == "photos.example.org")
        #expect(try made.resource == suite.resource())
        #expect(jobs.request(of: made) == UploadSuite.request)

        let begun = try #require(try jobs.begin(job))
        #expect(begun.job.state == .pending && begun.job.attempts == 1)
        #expect(begun.request == UploadSuite.request)
        #expect(try jobs.begin(job) == nil)
        #expect(try jobs.pending(among: [job, UUID()]) == [job])
        let answer = UploadJobResult.answered(status: 201, headerFields: ["etag": "\"1\""])
        #expect(try jobs.finish(job, with: answer))
        #expect(try !jobs.finish(job, with: .brought))

        #expect(try jobs.jobs(for: .process).isEmpty)
        let ended = try #require(try jobs.jobs(for: .acknowledge).first)
        #expect(ended.state == .succeeded && ended.status == 201 && ended.error == nil)
        #expect(jobs.answerFields(of: ended) == ["etag": "\"1\""])
        #expect(try suite.files().count == 2)
        try suite.change(job, .acknowledge)
        #expect(try jobs.job(job) == nil)
        #expect(try suite.files().isEmpty)
        #expect(suite.code { try suite.change(job, .acknowledge) } == .objectMissing)
    }

    @Test(arguments: [199, 301, 404, 507])
    func `an answer that refuses fails the job, which is retried once`(status: Int) throws {
        let job = try suite.make()
        for isFirst in [true, false] {
            #expect(try begin() == job)
            try jobs.finish(job, with: .answered(status: status, headerFields: [:]))
            let failed = try #require(try jobs.jobs(for: .acknowledge).first)
            #expect(failed.state == .failed && failed.status == status)
            #expect(failed.error == .network(-1011))
            #expect(try jobs.jobs(for: .retry).count == (isFirst ? 1 : 0))
            guard isFirst else { break }
            try suite.change(job, .retry(UploadRequest(url: "http://other.example.org/2")))
            let again = try #require(try jobs.job(job))
            #expect(again.state == .registered && again.isRetried && again.attempts == 0)
            #expect(again.status == nil && again.error == nil)
            #expect(again.host == "other.example.org")
            #expect(jobs.request(of: again)?.url == "http://other.example.org/2")
            #expect(try suite.files().count == 1)
        }
        #expect(suite.code { try suite.change(job, .retry(nil)) } == .changeNotSupported)
    }

    @Test func `a retry without a request uses the one that the job has`() throws {
        let job = try suite.make()
        _ = try begin()
        try jobs.finish(job, with: .failed(.network(-1005)))
        try suite.change(job, .retry(nil))
        #expect(try jobs.begin(job)?.request == UploadSuite.request)
    }

    @Test func `a download stays a download when it is retried`() throws {
        let job = try suite.make(in: library, nil)
        _ = try begin()
        try jobs.finish(job, with: .failed(.network(-1005)))
        let change = { try suite.change(job, .retry(UploadSuite.request)) }
        #expect(suite.code(change) == .changeNotSupported)
        #expect(try suite.files().count == 1)
        try suite.change(job, .retry(nil))
        let begun = try #require(try jobs.begin(job))
        #expect(begun.request == nil)
    }

    @Test func `a cancelled job vanishes at once, also from under the host`() throws {
        let waiting = try suite.make()
        try suite.change(waiting, .cancel)
        #expect(try jobs.begin(waiting) == nil)
        let job = try suite.make()
        _ = try begin()
        try suite.change(job, .cancel)
        #expect(try jobs.pending(among: [job]).isEmpty)
        let late = UploadJobResult.answered(status: 200, headerFields: ["a": "b"])
        #expect(try !jobs.finish(job, with: late))
        #expect(try suite.files().isEmpty)
        #expect(try jobs.counts().isEmpty)
    }

    @Test func `a block that fails leaves neither its jobs nor their requests`() throws {
        let missing = UploadJobChange(of: UUID(), .acknowledge)
        let made = UploadJobChange(of: UUID(), .create(try suite.resource(), UploadSuite.request))
        #expect(
            suite.code { try library.commit(.changeUploadJobs([made, missing])) } == .objectMissing
        )
        let job = try suite.make()
        #expect(suite.code { try suite.change(job, .acknowledge) } == .changeNotSupported)
        #expect(try jobs.jobs(for: nil).map(\.uuid) == [job])
        #expect(try suite.files().count == 1)
    }

    @Test(arguments: ["ftp://example.org/a", "file:///etc/passwd", "https:///a", "", "about:blank"])
    func `an address that no transfer can use is refused`(url: String) throws {
        let request = UploadRequest(url: url)
        #expect(suite.code { try suite.make(request) } == .changeNotSupported)
        #expect(try suite.files().isEmpty)
    }

    @Test func `a resource that the library does not have is refused`() throws {
        var resource = try suite.resource()
        resource.record.checksum[0] ^= 1
        let change = UploadJobChange(of: UUID(), .create(resource, UploadSuite.request))
        #expect(suite.code { try library.commit(.changeUploadJobs([change])) } == .missingResource)
    }

    @Test func `a job keeps its resource as it was when the photo is gone`() throws {
        let job = try suite.make()
        let resource = try suite.resource()
        try library.commit(.purgeAssets([suite.asset]))
        let found = try #require(try jobs.job(job))
        #expect(found.resource == resource)
        #expect(try !jobs.hasResource(of: found))
    }

    @Test func `each client sees its own jobs alone`() throws {
        let names = ["org.example.one", "org.example.two"]
        let clients = try names.map { try suite.open(as: $0) }
        let made = try clients.map { try suite.make(in: $0) }
        let own = try suite.make()
        for (client, job) in zip(clients, made) {
            #expect(try client.uploadJobs.jobs(for: .process).map(\.uuid) == [job])
        }
        #expect(try jobs.jobs(for: nil).map(\.uuid) == [own])
        #expect(
            suite.code { try suite.change(made[0], .cancel, in: clients[1]) } == .objectMissing
        )
        let next = try jobs.nextJobs(atMost: 10, now: suite.clock.now)
        #expect(next.map(\.uuid) == made + [own])
        #expect(try jobs.counts().map(\.client) == [""] + names)
    }

    @Test(arguments: [AccessStatus.limited, .denied, .restricted])
    func `without access to the whole library there are no jobs`(status: AccessStatus) throws {
        let client = try suite.open(as: "org.example.one")
        try suite.make(in: client)
        try library.clients.setAccess(status, for: .readWrite, of: "org.example.one")
        #expect(try client.uploadJobs.jobs(for: nil).isEmpty)
        let expected = status == .restricted ? StoreError.Code.accessRestricted : .accessDenied
        #expect(suite.code { try suite.make(in: client) } == expected)
        #expect(try suite.files().count == 1)
    }

    @Test(arguments: [AccessStatus.limited, .denied, .restricted])
    func `jobs of a client that lost its access wait, and those under way end`(
        status: AccessStatus
    ) throws {
        let name = "org.example.one"
        let client = try suite.open(as: name)
        let (running, waiting) = (try suite.make(in: client), try suite.make(in: client))
        #expect(try begin() == running)
        let own = try suite.make()
        try library.clients.setAccess(status, for: .readWrite, of: name)
        #expect(try jobs.pending(among: [running]).isEmpty)
        #expect(try jobs.nextJobs(atMost: 5, now: suite.clock.now).map(\.uuid) == [own])
        #expect(try jobs.begin(waiting) == nil)
        #expect(try jobs.finish(running, with: .postponed(until: nil)))
        #expect(try jobs.job(waiting)?.state == .registered)
        try library.clients.setAccess(.authorized, for: .readWrite, of: name)
        let next = try jobs.nextJobs(atMost: 5, now: suite.clock.now)
        #expect(next.map(\.uuid) == [running, waiting, own])
    }

    @Test func `jobs count until they are acknowledged, and one more than the limit is refused`()
        throws
    {
        let resource = try suite.resource()
        func changes(_ count: Int) -> [UploadJobChange] {
            (0..<count).map { _ in UploadJobChange(of: UUID(), .create(resource, nil)) }
        }
        let first = changes(UploadJob.limit)
        try library.commit(.changeUploadJobs(first))
        #expect(
            suite.code { try library.commit(.changeUploadJobs(changes(1))) } == .limitExceeded
        )
        let begun = try begin()
        try jobs.finish(begun, with: .brought)
        #expect(
            suite.code { try library.commit(.changeUploadJobs(changes(1))) } == .limitExceeded
        )
        try suite.change(begun, .acknowledge)
        try library.commit(.changeUploadJobs(changes(1)))
        // Another client has a limit of its own.
        try suite.make(in: try suite.open(as: "org.example.one"))
    }

    @Test func `a postponed job waits for its date`() throws {
        let job = try suite.make()
        _ = try begin()
        let date = suite.clock.now.addingTimeInterval(60)
        #expect(try jobs.finish(job, with: .postponed(until: date)))
        #expect(try jobs.nextJobs(atMost: 1, now: suite.clock.now).isEmpty)
        #expect(try jobs.nextDate() == date)
        suite.clock.advance(seconds: 60)
        #expect(try begin() == job)
        #expect(try jobs.job(job)?.attempts == 2)
        #expect(try jobs.nextDate() == nil)
    }

    @Test func `a new host goes on with the jobs of one that was killed`() throws {
        let states = try (0..<4).map { _ in try suite.make() }
        for _ in 0..<3 { _ = try begin() }
        try jobs.finish(states[1], with: .answered(status: 200, headerFields: ["a": "b"]))
        try jobs.finish(states[2], with: .failed(.network(-1001)))
        let next = try suite.open()
        #expect(try next.uploadJobs.reopenInterrupted() == 1)
        let found = try next.uploadJobs.jobs(for: nil)
        #expect(found.map(\.state) == [.registered, .succeeded, .failed, .registered])
        #expect(try next.uploadJobs.failures(atMost: 5).map(\.uuid) == [states[2]])
        #expect(try next.uploadJobs.reopenInterrupted() == 0)
        #expect(try suite.files().count == 5)
    }
}
