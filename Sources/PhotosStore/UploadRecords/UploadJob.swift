package import Foundation

/// A job: a resource to upload, or to bring to this device.
package struct UploadJob: Hashable, Sendable {
    package var rowID: Int64
    package var uuid: UUID
    /// The identifier of the client that made the job; empty for the library's owner.
    package var client: String
    package var type: UploadJobType
    package var state: UploadJobState
    package var isRetried: Bool
    /// How often a host began the job.
    package var attempts: Int
    /// The resource as it was when the job was made.
    package var resource: UploadedResource
    /// The name of the host in the request's address.
    package var host: String?
    package var creationDate: Date
    /// The date of the last change of the state.
    package var changeDate: Date
    /// The date before which no host begins the job again; nil for at once.
    package var nextDate: Date?
    /// The status of the answer.
    package var status: Int?
    package var error: UploadJobError?
    /// The names of files with the request, and with the header fields of the answer.
    var requestFile: UUID?
    var answerFile: UUID?
}

/// What a job does.
package enum UploadJobType: Int, Hashable, Sendable, CaseIterable {
    case upload = 0
    case downloadOnly = 1
}

/// The resource of a job, as it was when the job was made.
package struct UploadedResource: Hashable, Sendable {
    package var asset: UUID
    package var record: ResourceRecord

    package init(asset: UUID, record: ResourceRecord) {
        self.asset = asset
        self.record = record
    }
}

/// Why a job failed, without anything of its request.
package struct UploadJobError: Error, Hashable, Sendable {
    package var domain: String
    package var code: Int

    package init(domain: String, code: Int) {
        self.domain = domain
        self.code = code
    }
}
