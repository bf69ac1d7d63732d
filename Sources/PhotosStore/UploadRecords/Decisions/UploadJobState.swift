/// The state of an upload job, with the numbers of Apple's API.
package enum UploadJobState: Int, Hashable, Sendable, CaseIterable {
    case registered = 1
    case pending = 2
    case failed = 3
    case succeeded = 4
    case cancelled = 5
}

/// The actions by which clients fetch jobs, with the numbers of Apple's API.
package enum UploadJobAction: Int, Hashable, Sendable, CaseIterable {
    /// Jobs that ended, and wait to be acknowledged.
    case acknowledge = 1
    /// Jobs that failed, and were never retried.
    case retry = 2
    /// Jobs that have not ended.
    case process = 3
}
