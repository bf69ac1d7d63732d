package import Foundation

/// What a change block asks of one upload job.
package struct UploadJobChange: Sendable {
    package enum Action: Sendable {
        /// Makes the job, which is a download without a request.
        case create(UploadedResource, UploadRequest?)
        case acknowledge
        /// Has a failed job done once more; without a request with the one that it had.
        case retry(UploadRequest?)
        case cancel
    }

    /// The identifier of the job.
    package var job: UUID
    package var action: Action
    /// The name of the file for a request of the change.
    let requestFile: UUID

    /// Makes a change.
    ///
    /// - Parameters:
    ///   - job: The identifier of the job.
    ///   - action: What to do.
    ///   - requestFile: An identifier that nothing else has.
    package init(of job: UUID, _ action: Action, requestFile: UUID = UUID()) {
        self.job = job
        self.action = action
        self.requestFile = requestFile
    }

    /// The content of the file that the change needs; nil where it needs none.
    var storedRequest: StoredUploadRequest? {
        switch action {
        case .create(_, let request): StoredUploadRequest(request: request)
        case .retry(let request?): StoredUploadRequest(request: request)
        case .retry(nil), .acknowledge, .cancel: nil
        }
    }

    /// Whether the change adds nothing.
    var onlyRemoves: Bool {
        switch action {
        case .acknowledge, .cancel: true
        case .create, .retry: false
        }
    }
}

/// The content of a job's request file.
struct StoredUploadRequest: Codable, Hashable, Sendable {
    /// The request; nil for a download.
    var request: UploadRequest?

    /// Throws if no transfer could ever carry the request out.
    func check() throws {
        guard let request else { return }
        let scheme = URLComponents(string: request.url)?.scheme?.lowercased()
        guard scheme == "https" || scheme == "http", request.host != nil else {
            throw StoreError(
                .changeNotSupported,
                "The address of an upload job begins with https:// or http:// and names a host. The job was not made."
            )
        }
    }
}
