public import CPhotosTypes
import Foundation
public import FoundationNetworking
package import PhotosStore
import Synchronization

/// A job that sends a file of an asset to a server, or brings it to this device, while the program need not run.
///
/// A job is a snapshot: it never changes. Fetch the jobs again to see their present states. A program sees its own jobs
/// alone. `photokit uploads run` carries jobs out.
open class PHAssetResourceUploadJob: PHObject, @unchecked Sendable {
    // Unchecked because the class is open; what it stores is constant or guarded by a mutex.

    package let job: UploadJob?
    private let library: PHPhotoLibrary?
    /// What was read from the job's files; kept, because the files go when the job is acknowledged.
    private let files = Mutex(Files())

    private struct Files {
        var request: URLRequest?
        var fields: [String: String]?
    }

    /// Makes a job that is in no library, for test doubles.
    public override init() {
        job = nil
        library = nil
        super.init()
    }

    init(_ job: UploadJob, in library: PHPhotoLibrary) {
        self.job = job
        self.library = library
        super.init(uploadJob: job.uuid)
    }

    /// The state of an upload job.
    public typealias State = PHAssetResourceUploadJobState

    /// What an upload job does.
    public typealias `Type` = PHAssetResourceUploadJobType

    /// What can be done with an upload job.
    public typealias Action = PHAssetResourceUploadJobAction

    /// The number of jobs that a program may have before it acknowledges some: 10,000.
    ///
    /// Jobs that have ended count until they are acknowledged. A change block that makes more fails with
    /// `PHPhotosError.limitExceeded`.
    open class var jobLimit: Int { UploadJob.limit }

    /// Returns the jobs of this program with which an action can be done, in the order in which they were made.
    ///
    /// Without access to the whole library there are none.
    ///
    /// - Parameters:
    ///   - action: The action.
    ///   - options: A predicate, an order and a limit; other options have no effect.
    /// - Returns: The jobs.
    open class func fetchJobs(
        action: Action,
        options: PHFetchOptions?
    ) -> PHFetchResult<PHAssetResourceUploadJob> {
        let library = options?.library ?? .current
        let jobs = library.read(orElse: []) { store -> [UploadJob] in
            guard let action = UploadJobAction(rawValue: action.rawValue) else { return [] }
            return try store.uploadJobs.jobs(for: action)
        }
        var objects = jobs.map { PHAssetResourceUploadJob($0, in: library) }
        if let predicate = options?.predicate {
            objects = objects.filter { predicate.evaluate(with: $0) }
        }
        if let order = options?.sortDescriptors {
            objects.sort { left, right in
                for descriptor in order {
                    let result = descriptor.compare(left, to: right)
                    if result != .orderedSame { return result == .orderedAscending }
                }
                return false
            }
        }
        if let limit = options?.fetchLimit, limit > 0 { objects = Array(objects.prefix(limit)) }
        return PHFetchResult(FetchBacking(objects: objects))
    }

    /// The resource as it was when the job was made, also where the library does not have it any more.
    ///
    /// `PHAssetResource.assetResource(forUploadJob:)` says whether it does.
    open var resource: PHAssetResource {
        guard let job, let library else { return PHAssetResource() }
        return PHAssetResource(
            job.resource.record,
            of: LocalIdentifier(uuid: job.resource.asset, kind: .asset).description,
            in: library,
            isCurrent: true
        )
    }

    /// The resource if the library still has it.
    var presentResource: PHAssetResource? {
        guard let job, let library else { return nil }
        return library.read(orElse: false) { try $0.uploadJobs.hasResource(of: job) }
            ? resource : nil
    }

    /// The request that sends the resource.
    ///
    /// A download has none, and the request of a job is not on this computer if the library was copied from another place:
    /// then the request leads nowhere (`about:blank`).
    open var destination: URLRequest {
        let request = files.withLock { files in
            if files.request == nil, let job {
                files.request = store?.uploadJobs.request(of: job)?.urlRequest
            }
            return files.request
        }
        // swift-format-ignore: NeverForceUnwrap
        return request ?? URLRequest(url: URL(string: "about:blank")!)
    }

    /// The header fields of the server's answer, with names in lower case; nil where there was none.
    open var responseHeaderFields: [String: String]? {
        files.withLock { files in
            if files.fields == nil, let job {
                files.fields = store?.uploadJobs.answerFields(of: job)
            }
            return files.fields
        }
    }

    /// The state of the job when it was fetched.
    open var state: State {
        State(rawValue: (job?.state ?? .registered).rawValue) ?? .registered
    }

    /// Whether the job sends the resource, or brings it to this device.
    open var type: `Type` {
        `Type`(rawValue: Int16((job?.type ?? .upload).rawValue)) ?? .upload
    }

    /// Why the job failed; nil for other states.
    ///
    /// Errors of the network and refusals of the server are `URLError`, a resource or a request that is gone is
    /// `PHPhotosError`.
    open var error: (any Error)? { job?.error.map(UploadJobErrors.error(of:)) }

    /// Returns the value of a property by its name; nil for an unknown name.
    open override func value(forKey key: String) -> Any? {
        switch key {
        case "state": KeyedValue.object(state.rawValue)
        case "type": KeyedValue.object(type.rawValue)
        default: super.value(forKey: key)
        }
    }

    private var store: Library? { try? library?.store() }

    /// Reads what is gone once the job is acknowledged.
    func keepFiles() { _ = (destination, responseHeaderFields) }
}
