public import Foundation
public import Photos
import PhotosRemotes
import PhotosStore

extension PHPhotoLibrary {
    /// Returns the programs that upload in the background.
    ///
    /// - Returns: The programs, in the order in which they were named.
    /// - Throws: `PHPhotosError`.
    public func uploadPrograms() throws -> [LibraryUploads.Program] {
        try withUploads { store in
            try store.uploadJobs.programs().map { LibraryUploads.Program($0) }
        }
    }

    /// Lets a program upload in the background, or gives a named one other options.
    ///
    /// The program and the folders above it must belong to this user or to root, and nobody else may write them.
    ///
    /// - Parameters:
    ///   - program: The program. Links are resolved.
    ///   - client: The name under which the program uses the library; nil means the name of its file.
    ///   - preventsExpensiveNetworkAccess: Whether its jobs keep off metered networks.
    /// - Returns: The program.
    /// - Throws: `PHPhotosError`, with a sentence that says what to do.
    @discardableResult
    public func enableUploads(
        by program: URL,
        as client: String? = nil,
        preventsExpensiveNetworkAccess: Bool = false
    ) throws -> LibraryUploads.Program {
        try withUploads { store in
            let path = UploadProgramFile.resolvedPath(of: program.path) ?? program.path
            if let problem = UploadProgramFile.problemSentence(ofProgramAt: path) {
                throw StoreError(.changeNotSupported, problem)
            }
            let named = UploadProgram(
                path: path,
                client: client ?? URL(fileURLWithPath: path).lastPathComponent,
                preventsExpensiveNetworkAccess: preventsExpensiveNetworkAccess
            )
            try store.uploadJobs.enable(named)
            return LibraryUploads.Program(named)
        }
    }

    /// Forgets a program that uploads.
    ///
    /// Its jobs stay, and are carried out.
    ///
    /// - Parameter program: The path of the program, with or without links.
    /// - Returns: Whether it was named.
    /// - Throws: `PHPhotosError`.
    @discardableResult
    public func disableUploads(by program: URL) throws -> Bool {
        try withUploads { store in
            if try store.uploadJobs.disable(program.path) { return true }
            guard let path = UploadProgramFile.resolvedPath(of: program.path) else { return false }
            return try store.uploadJobs.disable(path)
        }
    }

    /// Returns the programs that upload, the numbers of their jobs, and the newest failures.
    ///
    /// - Parameter limit: The most failures to return.
    /// - Returns: The status.
    /// - Throws: `PHPhotosError`.
    public func uploadStatus(failuresAtMost limit: Int = 20) throws -> LibraryUploads.Status {
        try withUploads { store in
            let programs = try store.uploadJobs.programs().map { LibraryUploads.Program($0) }
            var counts: [String: LibraryUploads.JobCounts] = [:]
            for program in programs { counts[program.client] = .init(client: program.client) }
            for count in try store.uploadJobs.counts() {
                counts[count.client, default: .init(client: count.client)].add(count)
            }
            return LibraryUploads.Status(
                programs: programs,
                counts: counts.values.sorted { $0.client < $1.client },
                failures: try store.uploadJobs.failures(atMost: limit).map {
                    LibraryUploads.Failure($0)
                }
            )
        }
    }

    /// Starts the programs that upload when there is something to do, and carries out their jobs, until the task is cancelled.
    ///
    /// Only one process at a time does so for a library.
    ///
    /// - Parameters:
    ///   - options: The number of transfers and the times.
    ///   - isMetered: Tells whether the network is metered, on a thread of the work. It is asked every half minute at most, and
    ///     only for programs that keep off such networks.
    ///   - events: Gets what happens, on a thread of the work.
    /// - Throws: `PHPhotosError`, with the problem `busy` while another process does so.
    @concurrent
    public func runUploads(
        _ options: LibraryUploads.HostOptions = .init(),
        isMetered: @escaping @Sendable () -> Bool = { false },
        events: @escaping @Sendable (LibraryUploads.Event) -> Void = { _ in }
    ) async throws {
        let store = try store()
        var settings = UploadHost.Settings()
        settings.parallel = max(1, options.parallel)
        settings.times.limit = options.programSeconds
        settings.certificates = options.certificates?.path
        settings.endsWhenIdle = options.endsWhenIdle
        settings.isMetered = isMetered
        try await Self.waiting { [settings] isCancelled in
            let host = UploadHost(store, settings) { events(LibraryUploads.Event($0)) }
            try host.run(isCancelled: isCancelled)
        }
    }

    private func withUploads<Result>(_ body: (Library) throws -> Result) throws -> Result {
        do {
            return try body(try store())
        } catch {
            throw PHPhotosError(error)
        }
    }
}

extension LibraryUploads.Program {
    fileprivate init(_ program: UploadProgram) {
        self.init(
            path: program.path,
            client: program.client,
            isEnabled: program.isEnabled,
            preventsExpensiveNetworkAccess: program.preventsExpensiveNetworkAccess,
            problem: UploadProgramFile.problemSentence(ofProgramAt: program.path)
        )
    }
}

extension LibraryUploads.JobCounts {
    fileprivate mutating func add(_ count: UploadJobCount) {
        switch count.state {
        case .registered: waiting += count.count
        case .pending: pending += count.count
        case .failed: failed += count.count
        case .succeeded: succeeded += count.count
        case .cancelled: break
        }
    }
}

extension LibraryUploads.Failure {
    fileprivate init(_ job: UploadJob) {
        self.init(
            client: job.client,
            filename: job.resource.record.filename ?? job.resource.record.file,
            host: job.host,
            date: job.changeDate,
            status: job.status,
            reason: LibraryUploads.FailureReason(job.error, status: job.status)
        )
    }
}

extension LibraryUploads.Event {
    fileprivate init(_ event: UploadEvent) {
        switch event {
        case .started(let program): self.init(.started, program: program)
        case .answered(let program, let answer):
            self.init(.answered, program: program, message: answer)
        case .wrote(let program, let line): self.init(.wrote, program: program, message: line)
        case .problem(let program, let sentence):
            self.init(.problem, program: program, message: sentence)
        case .ended(let job, .answered(let status, _), let problem):
            self.init((200...299).contains(status) ? .succeeded : .failed, job: job)
            self.status = status
            message = problem
        case .ended(let job, .failed(let error), let problem):
            self.init(.failed, job: job)
            message = problem ?? LibraryUploads.FailureReason(error, status: nil).sentence
        case .ended(let job, _, _): self.init(.succeeded, job: job)
        case .postponed(let job, let date, let problem):
            self.init(.postponed, job: job)
            seconds = Int(max(0, date.timeIntervalSinceNow).rounded(.up))
            message = problem
        }
    }

    private init(_ event: Kind, program: String, message: String? = nil) {
        self.init(event)
        self.program = program
        self.message = message
    }

    private init(_ event: Kind, job: UploadJob) {
        self.init(event)
        client = job.client
        filename = job.resource.record.filename ?? job.resource.record.file
        host = job.host
    }
}
