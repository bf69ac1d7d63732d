package import Foundation
import Glibc

/// The upload jobs of a library: what clients ask for, and what their host does.
///
/// Clients create, acknowledge, retry and cancel jobs in change blocks.
package final class LibraryUploadJobs: Sendable {
    let core: LibraryCore

    init(_ core: LibraryCore) { self.core = core }

    /// The number of unacknowledged jobs that each client may have.
    package static let limit = 10_000

    // MARK: Clients

    /// Returns the jobs of a client, in the order in which they were made.
    ///
    /// - Parameters:
    ///   - action: What can be done with the jobs; nil returns all.
    ///   - client: The client; nil means the library's.
    /// - Throws: ``StoreError``.
    package func jobs(
        for action: UploadJobAction?,
        of client: LibraryClient? = nil
    ) throws -> [UploadJob] { fatalError() }

    /// Returns a job as it is now, whoever made it; nil once it was acknowledged.
    package func job(_ uuid: UUID) throws -> UploadJob? { fatalError() }

    /// Returns the request of a job; nil for a download, and where its file is missing.
    package func request(of job: UploadJob) throws -> UploadRequest? { fatalError() }

    /// Returns the header fields of the answer, with lower-cased names; nil where there was none.
    package func answerFields(of job: UploadJob) -> [String: String]? { fatalError() }

    // MARK: The host

    /// Makes this process the host of the library's jobs.
    ///
    /// - Returns: The lock, which ends with the object or the process; nil while another process is the host.
    /// - Throws: ``StoreError``.
    package func lockHost() throws -> UploadHostLock? { fatalError() }

    /// Makes jobs that were under way registered again, fails jobs without a request, and removes files that no job names.
    ///
    /// Only the host calls it, when it begins.
    ///
    /// - Returns: The number of jobs that were under way.
    /// - Throws: ``StoreError``.
    @discardableResult
    package func reopenInterrupted(_ lock: UploadHostLock) throws -> Int { fatalError() }

    /// Returns registered jobs that may begin now, the oldest first.
    package func nextJobs(atMost count: Int) throws -> [UploadJob] { fatalError() }

    /// Returns the first date at which a job that waits may begin; nil where none waits.
    package func nextDate() throws -> Date? { fatalError() }

    /// Begins a registered job: its state becomes pending.
    ///
    /// A job whose request is missing fails instead.
    ///
    /// - Returns: The job with its request, which is nil for a download; nil where the job cannot begin.
    /// - Throws: ``StoreError``.
    package func begin(_ job: UUID) throws -> (job: UploadJob, request: UploadRequest?)? {
        fatalError()
    }

    /// Ends a pending job.
    ///
    /// - Returns: Whether it was pending: a job that its client cancelled meanwhile is gone.
    /// - Throws: ``StoreError``.
    @discardableResult
    package func finish(_ job: UUID, with result: UploadJobResult) throws -> Bool { fatalError() }

    /// Makes a pending job registered again, to begin at a date.
    ///
    /// - Returns: Whether it was pending.
    /// - Throws: ``StoreError``.
    @discardableResult
    package func postpone(_ job: UUID, until date: Date) throws -> Bool { fatalError() }

    /// Returns those of some jobs that are still pending; the others were cancelled, and their transfers end.
    package func pending(among jobs: some Sequence<UUID>) throws -> Set<UUID> { fatalError() }

    /// Returns the number of jobs by client and state, and of failed ones also by error.
    package func counts() throws -> [UploadJobCount] { fatalError() }

    // MARK: Programs

    /// Names a program that may upload, or gives a named one other options.
    ///
    /// The list of programs is outside the library: a library that came from somebody else names none.
    ///
    /// - Throws: ``StoreError``.
    package func enable(_ program: UploadProgram) throws { fatalError() }

    /// Forgets a program.
    ///
    /// - Returns: Whether it was named.
    /// - Throws: ``StoreError``.
    @discardableResult
    package func disable(_ path: String) throws -> Bool { fatalError() }

    /// Returns the named programs, in the order in which they were named.
    package func programs() throws -> [UploadProgram] { fatalError() }
}

/// How a job ended.
package enum UploadJobResult: Hashable, Sendable {
    /// The resource was sent, or is on this device; downloads have neither status nor fields.
    case succeeded(status: Int?, headerFields: [String: String])
    /// The job failed; an answer that refused it has a status.
    case failed(UploadJobError, status: Int?, headerFields: [String: String])
}

/// The number of jobs of a client in a state, with the same error.
package struct UploadJobCount: Hashable, Sendable {
    package var client: String
    package var state: UploadJobState
    package var error: UploadJobError?
    package var status: Int?
    package var count: Int
}

/// A program that the owner lets upload, by absolute path.
package struct UploadProgram: Codable, Hashable, Sendable {
    package var path: String
    /// The name under which the program uses the library.
    package var client: String
    /// Whether the program itself is enabled: it can pause itself, and go on, through the API.
    package var isEnabled: Bool
    package var preventsExpensiveNetworkAccess: Bool

    package init(
        path: String,
        client: String,
        isEnabled: Bool = true,
        preventsExpensiveNetworkAccess: Bool = false
    ) {
        self.path = path
        self.client = client
        self.isEnabled = isEnabled
        self.preventsExpensiveNetworkAccess = preventsExpensiveNetworkAccess
    }
}

/// The right to run the jobs of a library, which one process has at a time.
package final class UploadHostLock: Sendable {
    private let descriptor: Int32

    init(_ descriptor: Int32) { self.descriptor = descriptor }

    deinit { close(descriptor) }
}
