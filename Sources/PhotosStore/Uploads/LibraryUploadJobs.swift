package import Foundation
import GRDB
import Synchronization

/// The upload jobs of a library, as clients see them.
///
/// Clients create, acknowledge, retry and cancel jobs in change blocks, by ``UploadJobChange``.
package final class LibraryUploadJobs: Sendable {
    let core: LibraryCore
    /// Whether this process has looked for jobs whose requests are not on this computer.
    private let hasSearchedLost = Atomic(false)

    init(_ core: LibraryCore) { self.core = core }

    /// Returns the jobs of a client, in the order in which they were made.
    ///
    /// - Parameters:
    ///   - action: What can be done with the jobs; nil returns all.
    ///   - client: The client; nil means the library's, which needs access to the whole library.
    /// - Returns: The jobs; none without that access.
    /// - Throws: ``StoreError``.
    package func jobs(
        for action: UploadJobAction?,
        of client: LibraryClient? = nil
    ) throws -> [UploadJob] {
        if client == nil, try core.clientAccess().readWrite != .authorized { return [] }
        let name = (client ?? core.environment.client).uploadClient
        if client == nil { try failLostJobsOnce(ofClient: name) }
        guard let action else {
            return try core.readAll { try UploadJobTable($0).jobs(where: "client = ?", [name]) }
        }
        let states = UploadJobStep.states(for: action).map { "\($0.rawValue)" }
        let condition = "client = ? AND state IN (\(states.joined(separator: ", ")))"
        return try core.readAll { db in
            try UploadJobTable(db).jobs(
                where: action == .retry ? condition + " AND is_retried = 0" : condition,
                [name]
            )
        }
    }

    /// Returns a job as it is now, whoever made it.
    ///
    /// - Returns: The job; nil once it was acknowledged or cancelled.
    /// - Throws: ``StoreError``.
    package func job(_ uuid: UUID) throws -> UploadJob? {
        try core.readAll { try UploadJobTable($0).job(uuid) }
    }

    /// Returns the request of a job; nil for a download, and where its file is not on this computer.
    package func request(of job: UploadJob) -> UploadRequest? {
        (try? core.uploadFiles().request(job.requestFile))?.request
    }

    /// Returns the header fields of the answer, with names in lower case; nil where there was none.
    package func answerFields(of job: UploadJob) -> [String: String]? {
        job.answerFile.flatMap { try? core.uploadFiles().answer($0) }
    }

    /// Returns whether the library still has a resource as a job wants it.
    ///
    /// - Throws: ``StoreError``.
    package func hasResource(of job: UploadJob) throws -> Bool {
        try core.readAll { try UploadJobTable($0).has(job.resource) }
    }

    /// Fails jobs whose requests are not on this computer, as in a copy of the library, once in the life of this object.
    ///
    /// The jobs of other clients are left to the host: their requests may be in the home of another user.
    private func failLostJobsOnce(ofClient client: String) throws {
        guard core.mode == .readWrite, !hasSearchedLost.load(ordering: .relaxed) else { return }
        // Most often none is lost, and nobody waits for a commit of others.
        if try core.readAll({ try !self.lostJobs(of: client, in: UploadJobTable($0)).isEmpty }) {
            try core.usingReserve { try core.write { try self.failLostJobs(of: client, in: $0) } }
        }
        hasSearchedLost.store(true, ordering: .relaxed)
    }

    /// Fails jobs whose requests are not on this computer: those of a client, or of all.
    func failLostJobs(of client: String? = nil, in db: Database) throws {
        let table = UploadJobTable(db)
        for job in try lostJobs(of: client, in: table) {
            try apply(.loseRequest, to: job, in: table) { $0.error = .requestMissing }
        }
    }

    /// Returns the jobs that have not ended and whose requests are not on this computer.
    ///
    /// The files are listed after the rows are read: a file is there before the commit of its job.
    private func lostJobs(of client: String?, in table: UploadJobTable) throws -> [UploadJob] {
        let active =
            if let client {
                try table.jobs(where: "client = ? AND state IN (1, 2)", [client])
            } else {
                try table.jobs(where: "state IN (1, 2)")
            }
        guard !active.isEmpty else { return [] }
        let present = try core.uploadFiles().requests()
        return active.filter { !present.contains($0.requestFile) }
    }

    /// Changes a job by an event of the host.
    ///
    /// - Returns: The job as it is then; nil where the event comes too late.
    @discardableResult
    func apply(
        _ event: UploadJobStep.Event,
        to job: UploadJob,
        in table: UploadJobTable,
        _ change: (inout UploadJob) -> Void = { _ in }
    ) throws -> UploadJob? {
        guard
            case .become(let state) = UploadJobStep.outcome(
                of: event,
                in: job.state,
                isRetried: job.isRetried
            )
        else { return nil }
        var job = job
        job.state = state
        job.changeDate = core.environment.now()
        change(&job)
        try table.update(job)
        return job
    }
}
