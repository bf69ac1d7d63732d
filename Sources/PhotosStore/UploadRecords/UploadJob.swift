package import Foundation

/// A job: a resource to upload, or to bring to this device.
package struct UploadJob: Hashable, Sendable {
    package var rowID: Int64
    package var uuid: UUID
    /// The identifier of the client that made the job, or ``owner``.
    package var client: String
    package var type: UploadJobType
    package var state: UploadJobState
    /// Whether the client has retried the job.
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
    /// The name of the file with the request.
    var requestFile: UUID
    /// The name of the file with the header fields of the answer.
    var answerFile: UUID?

    /// The identifier of the library's owner among the clients.
    package static let owner = ""
}

extension LibraryClient {
    /// The identifier of the client as upload jobs have it.
    package var uploadClient: String {
        switch self {
        case .owner: UploadJob.owner
        case .application(let name): name
        }
    }
}

/// What a job does.
package enum UploadJobType: Int, Hashable, Sendable, CaseIterable {
    case upload = 0
    case downloadOnly = 1
}

/// The resource of a job, as it was when the job was made.
package struct UploadedResource: Hashable, Sendable {
    /// The identifier of the asset.
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

    /// An error of the network, by Apple's number.
    package static func network(_ code: Int) -> UploadJobError {
        UploadJobError(domain: "NSURLErrorDomain", code: code)
    }

    /// The request is not on this computer.
    package static let requestMissing = UploadJobError(domain: ownDomain, code: 1)

    /// The library does not have the resource any more.
    package static let resourceMissing = UploadJobError(domain: ownDomain, code: 2)

    package static let ownDomain = "OpenPhotoKit.Uploads"

    /// What a person does about an error that is none of the network; nil for others.
    package var advice: String? {
        switch self {
        case .requestMissing:
            "The request of this upload job is not on this computer. It never leaves the computer and the library where the job was made. Acknowledge the job, and make another."
        case .resourceMissing:
            "The file of this upload job is not in the library any more. Acknowledge the job."
        default: nil
        }
    }
}

/// How a transfer of a job ended.
package enum UploadJobResult: Hashable, Sendable {
    /// The server answered; 200 to 299 means that it has the resource. The names of header fields are in lower case.
    case answered(status: Int, headerFields: [String: String])
    /// The resource is on this device, as a download wants it.
    case brought
    /// There is no answer, and no further attempt.
    case failed(UploadJobError)
    /// Another attempt is made, not before a date.
    case postponed(until: Date?)

    /// What it means for the job.
    var event: UploadJobStep.Event {
        switch self {
        case .answered(let status, _): (200...299).contains(status) ? .succeed : .fail
        case .brought: .succeed
        case .failed: .fail
        case .postponed: .postpone
        }
    }
}
