package import Foundation
import GRDB

/// What the host of the jobs does: one process at a time, which acts as the owner.
extension LibraryUploadJobs {
    /// Makes jobs that were under way registered again, fails jobs whose requests are not on this computer, and removes files
    /// that no job names.
    ///
    /// The host calls it when it begins, and nobody else: jobs of a living host would begin twice.
    ///
    /// - Returns: The number of jobs that were under way.
    /// - Throws: ``StoreError``.
    @discardableResult
    package func reopenInterrupted() throws -> Int {
        let files = try core.uploadFiles()
        let count = try core.usingReserve {
            try core.write { db in
                let table = UploadJobTable(db)
                let interrupted = try table.jobs(where: "state = 2")
                for job in interrupted { try self.apply(.interrupt, to: job, in: table) }
                try self.failLostJobs(in: db)
                return interrupted.count
            }
        }
        try files.sweep { try core.readAll { try UploadJobTable($0).files() } }
        return count
    }

    /// Returns registered jobs that may begin, of all clients, the oldest first.
    ///
    /// Jobs of a client that lost its access to the whole library wait until it has access again.
    ///
    /// - Parameters:
    ///   - count: The most jobs to return.
    ///   - now: The present time: jobs that were postponed further are left out.
    ///   - clients: Clients whose jobs do not begin.
    /// - Returns: The jobs.
    /// - Throws: ``StoreError``.
    package func nextJobs(
        atMost count: Int,
        now: Date,
        exceptOf clients: Set<String> = []
    ) throws -> [UploadJob] {
        let left = clients.map { _ in "?" }.joined(separator: ", ")
        var arguments: StatementArguments = [now.timeIntervalSinceReferenceDate]
        arguments += StatementArguments(clients.sorted()) + [count]
        return try core.readAll { db in
            try UploadJobTable(db).jobs(
                where: """
                    state = 1 AND (next_date IS NULL OR next_date <= ?) AND client NOT IN (\(left))
                        AND \(UploadJobTable.isAllowed)
                    """,
                arguments,
                order: "id LIMIT ?"
            )
        }
    }

    /// Returns the earliest date to which a job was postponed; nil where there is none.
    ///
    /// - Throws: ``StoreError``.
    package func nextDate() throws -> Date? {
        try core.readAll { db in
            try Double.fetchOne(
                db,
                sql: """
                    SELECT min(next_date) FROM upload_job
                    WHERE state = 1 AND \(UploadJobTable.isAllowed)
                    """
            )
        }.map(Date.init(timeIntervalSinceReferenceDate:))
    }

    /// Begins a registered job: it becomes pending.
    ///
    /// A job whose request is not on this computer fails instead.
    ///
    /// - Returns: The job with its request, which is nil for a download; nil where the job cannot begin any more.
    /// - Throws: ``StoreError``.
    package func begin(_ job: UUID) throws -> (job: UploadJob, request: UploadRequest?)? {
        let files = try core.uploadFiles()
        return try core.usingReserve {
            try core.write { db -> (job: UploadJob, request: UploadRequest?)? in
                let table = UploadJobTable(db)
                guard let found = try table.job(job), try self.isAllowed(found, in: db)
                else { return nil }
                guard let stored = try files.request(found.requestFile) else {
                    try self.apply(.loseRequest, to: found, in: table) {
                        $0.error = .requestMissing
                    }
                    return nil
                }
                return try self.apply(.begin, to: found, in: table) {
                    $0.attempts += 1
                    $0.nextDate = nil
                }.map { ($0, stored.request) }
            }
        }
    }

    /// Ends, or postpones, a pending job.
    ///
    /// - Returns: Whether the job was pending: one that its client cancelled meanwhile is gone.
    /// - Throws: ``StoreError``.
    @discardableResult
    package func finish(_ job: UUID, with result: UploadJobResult) throws -> Bool {
        let files = try core.uploadFiles()
        let lock = try files.lockForWriting()
        defer { withExtendedLifetime(lock) {} }
        let answer = writeAnswer(of: result, to: files)
        let isDone = try core.usingReserve {
            try core.write(committed: core.notifyOfCommit) { db in
                let table = UploadJobTable(db)
                guard let found = try table.job(job) else { return false }
                return try self.apply(result.event, to: found, in: table) {
                    $0.take(result, answer: answer)
                } != nil
            }
        }
        if !isDone, let answer { files.remove([files.url(answer, .answer)]) }
        return isDone
    }

    /// Returns the jobs among some that are still pending; the others were cancelled, or their clients lost their access.
    ///
    /// - Throws: ``StoreError``.
    package func pending(among jobs: some Sequence<UUID>) throws -> Set<UUID> {
        let pending = try core.readAll { db in
            try Data.fetchAll(
                db,
                sql: "SELECT uuid FROM upload_job WHERE state = 2 AND \(UploadJobTable.isAllowed)"
            )
        }
        return Set(jobs).intersection(pending.compactMap { UUID(bytes: $0) })
    }

    /// Returns whether the client of a job may read the whole library.
    private func isAllowed(_ job: UploadJob, in db: Database) throws -> Bool {
        guard job.client != UploadJob.owner else { return true }
        return try ClientAccess.read(of: .application(job.client), in: db).readWrite == .authorized
    }

    /// Writes the header fields of an answer to a file.
    ///
    /// - Returns: The name of the file; nil where there are none. The outcome counts more than its fields, so they are left out
    ///   where the disk is full.
    private func writeAnswer(of result: UploadJobResult, to files: UploadFiles) -> UUID? {
        guard case .answered(_, let fields) = result,
            let content = try? JSONEncoder().encode(fields)
        else { return nil }
        let name = core.environment.makeUUID()
        do {
            try files.write([(files.url(name, .answer), content)])
            return name
        } catch {
            return nil
        }
    }
}

extension UploadJob {
    fileprivate mutating func take(_ result: UploadJobResult, answer: UUID?) {
        switch result {
        case .answered(let status, _):
            self.status = status
            answerFile = answer
            // Foundation's number for an answer that refuses: NSURLErrorBadServerResponse.
            error = state == .failed ? .network(-1011) : nil
        case .brought: error = nil
        case .failed(let error): self.error = error
        case .postponed(let date): nextDate = date
        }
    }
}
