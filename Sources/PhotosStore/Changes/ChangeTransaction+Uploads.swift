import Foundation
import GRDB

extension ChangeTransaction {
    /// Makes, acknowledges, retries and cancels upload jobs of the client.
    func changeUploadJobs(_ changes: [UploadJobChange]) throws {
        let table = UploadJobTable(db)
        var count: Int?
        for change in changes {
            switch change.action {
            case .create(let resource, let request):
                let present = try count ?? table.count(ofClient: uploadClient)
                guard present < UploadJob.limit else { throw Self.tooManyJobs }
                count = present + 1
                try createUploadJob(change, resource, request, in: table)
            case .acknowledge:
                if try step(.acknowledge, change, in: table) { count = count.map { $0 - 1 } }
            case .cancel:
                if try step(.cancel, change, in: table) { count = count.map { $0 - 1 } }
            case .retry: _ = try step(.retry, change, in: table)
            }
        }
    }

    private static var tooManyJobs: StoreError {
        StoreError(
            .limitExceeded,
            "This application has \(UploadJob.limit) upload jobs. Acknowledge those that have ended, then make more."
        )
    }

    private func createUploadJob(
        _ change: UploadJobChange,
        _ resource: UploadedResource,
        _ request: UploadRequest?,
        in table: UploadJobTable
    ) throws {
        guard try table.has(resource) else {
            throw StoreError(
                .missingResource,
                "The file of an upload job is not in the library any more. Fetch the resources of the photo again."
            )
        }
        try table.insert(
            UploadJob(
                rowID: 0,
                uuid: change.job,
                client: uploadClient,
                type: request == nil ? .downloadOnly : .upload,
                state: .registered,
                isRetried: false,
                attempts: 0,
                resource: resource,
                host: request?.host,
                creationDate: now,
                changeDate: now,
                requestFile: change.requestFile
            )
        )
    }

    /// Does what a client asks of a job.
    ///
    /// - Returns: Whether the job is gone.
    private func step(
        _ event: UploadJobStep.Event,
        _ change: UploadJobChange,
        in table: UploadJobTable
    ) throws -> Bool {
        guard var job = try table.job(change.job), job.client == uploadClient else {
            throw StoreError(
                .objectMissing,
                "There is no such upload job: it was acknowledged or cancelled. Fetch the jobs again."
            )
        }
        switch UploadJobStep.outcome(of: event, in: job.state, isRetried: job.isRetried) {
        case .refuse(let refusal): throw refusal.error
        case .ignore: return false
        case .remove:
            releasedUploadFiles.add(job)
            try table.delete(job)
            return true
        case .become(let state):
            if case .retry(_?) = change.action, job.type == .downloadOnly {
                throw StoreError(
                    .changeNotSupported,
                    "An upload job that brings a file to this device has no request. Retry it without one."
                )
            }
            if let answer = job.answerFile { releasedUploadFiles.answers.append(answer) }
            if case .retry(let request?) = change.action {
                releasedUploadFiles.requests.append(job.requestFile)
                job.requestFile = change.requestFile
                job.host = request.host
            }
            job.state = state
            job.isRetried = true
            job.forgetOutcome(at: now)
            try table.update(job)
            return false
        }
    }
}

extension UploadJob {
    /// The number of unacknowledged jobs that each client may have.
    package static let limit = 10_000

    /// Forgets how the last attempts ended, before the job begins anew.
    fileprivate mutating func forgetOutcome(at now: Date) {
        attempts = 0
        answerFile = nil
        status = nil
        error = nil
        nextDate = nil
        changeDate = now
    }
}
