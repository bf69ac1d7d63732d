import Foundation
public import FoundationNetworking
import PhotosStore

/// Makes, acknowledges, retries and cancels upload jobs inside a change block.
///
/// A block that changes jobs needs access to the whole library; otherwise it fails with `accessUserDenied`.
open class PHAssetResourceUploadJobChangeRequest: PHChangeRequest {
    private var placeholder: PHObjectPlaceholder?
    private var job: UUID?
    private var actions: [UploadJobChange.Action] = []

    /// Makes a job that sends a resource.
    ///
    /// The body of the request is the resource's file. The block fails if the address does not begin with `https://` or
    /// `http://`.
    ///
    /// - Parameters:
    ///   - destination: The request, with its method and header fields.
    ///   - resource: A resource of the library.
    /// - Returns: The request, with the placeholder of the job.
    @discardableResult
    open class func creationRequestForJob(
        destination: URLRequest,
        resource: PHAssetResource
    ) -> Self {
        let request = self.init()
        request.create(UploadRequest(destination), resource)
        return request
    }

    /// Makes a job that brings a resource to this device.
    ///
    /// - Parameter resource: A resource of the library.
    /// - Returns: The request, with the placeholder of the job.
    @discardableResult
    open class func creationRequestForDownloadJob(resource: PHAssetResource) -> Self {
        let request = self.init()
        request.create(nil, resource)
        return request
    }

    /// Makes a job that sends a resource.
    ///
    /// - Parameters:
    ///   - destination: The request, with its method and header fields.
    ///   - resource: A resource of the library.
    @available(*, deprecated, message: "Use creationRequestForJob(destination:resource:).")
    open class func createJob(destination: URLRequest, resource: PHAssetResource) {
        creationRequestForJob(destination: destination, resource: resource)
    }

    /// The placeholder of the new job; nil on a request that changes a job.
    open var placeholderForCreatedAssetResourceUploadJob: PHObjectPlaceholder? { placeholder }

    /// Makes a request that changes a job; nil if the job is gone, or another program's.
    public convenience init?(for job: PHAssetResourceUploadJob) {
        self.init()
        guard let uuid = job.job?.uuid, let present = try? builder.store.uploadJobs.job(uuid),
            present.client == builder.store.environment.client.uploadClient
        else { return nil }
        job.keepFiles()
        self.job = uuid
        builder.edit { [self] in actions.isEmpty ? nil : mutation(of: uuid) }
    }

    /// Makes a request that changes a job; nil if the job is gone, or another program's.
    public convenience init?(forUploadJob job: PHAssetResourceUploadJob) { self.init(for: job) }

    /// Takes note of the end of a job, which then vanishes.
    ///
    /// The block fails for a job that has not ended.
    open func acknowledge() { add(.acknowledge) }

    /// Has a failed job done once more, which is possible once.
    ///
    /// - Parameter destination: Another request; nil uses the one that the job has. A download has none.
    open func retry(destination: URLRequest?) { add(.retry(destination.map(UploadRequest.init))) }

    /// Cancels a job that has not ended.
    ///
    /// The job vanishes without being acknowledged.
    open func cancel() { add(.cancel) }

    private func add(_ action: UploadJobChange.Action) {
        requireRunning()
        guard job != nil else {
            builder.refuse(
                StoreError(
                    .changeNotSupported,
                    "A job that the same block makes cannot be acknowledged, retried or cancelled."
                )
            )
            return
        }
        actions.append(action)
    }

    private func mutation(of job: UUID) -> Mutation {
        .changeUploadJobs(
            actions.map { UploadJobChange(of: job, $0, requestFile: builder.makeUUID()) }
        )
    }

    private func create(_ upload: UploadRequest?, _ resource: PHAssetResource) {
        let uuid = builder.makeUUID()
        placeholder = PHObjectPlaceholder(uploadJob: uuid)
        guard let record = resource.record,
            let asset = LocalIdentifier(resource.assetLocalIdentifier)?.uuid
        else {
            builder.refuse(
                StoreError(
                    .missingResource,
                    "An upload job was made for a resource that is in no library. Take it from PHAssetResource.assetResources(for:)."
                )
            )
            return
        }
        actions = [.create(UploadedResource(asset: asset, record: record), upload)]
        builder.create { [self] in mutation(of: uuid) }
    }
}
