import ExtensionFoundation
import Foundation
import Photos

/// An uploader of the first generation: it makes jobs with `createJob` alone, and knows them by their addresses.
final class LegacyUploader: PHBackgroundResourceUploadExtension {
    private var isCancelled = false
    private(set) var names: [String] = []

    required init() {}

    func process() -> PHBackgroundResourceUploadProcessingResult {
        do {
            try retryFailedJobs()
            guard !isCancelled else { return .processing }
            try acknowledgeCompletedJobs()
            guard !isCancelled else { return .processing }
            try createNewUploadJobs()
            return .completed
        } catch let error as NSError
            where error.domain == PHPhotosErrorDomain
            && error.code == PHPhotosError.limitExceeded.rawValue
        {
            return .processing
        } catch {
            return .failure
        }
    }

    func notifyTermination() { isCancelled = true }

    private func retryFailedJobs() throws {
        let library = PHPhotoLibrary.shared()
        let jobs = PHAssetResourceUploadJob.fetchJobs(action: .retry, options: nil)
        for i in 0..<jobs.count where !isCancelled {
            let job = jobs.object(at: i)
            try library.performChangesAndWait {
                guard let request = PHAssetResourceUploadJobChangeRequest(for: job) else { return }
                request.retry(destination: self.destination(for: job.resource))
            }
        }
    }

    private func acknowledgeCompletedJobs() throws {
        let jobs = PHAssetResourceUploadJob.fetchJobs(action: .acknowledge, options: nil)
        for i in 0..<jobs.count where !isCancelled {
            let job = jobs.object(at: i)
            if job.state == .succeeded, let name = job.destination.url?.lastPathComponent {
                names.append(name)
            }
            try PHPhotoLibrary.shared().performChangesAndWait {
                PHAssetResourceUploadJobChangeRequest(for: job)?.acknowledge()
            }
        }
    }

    private func createNewUploadJobs() throws {
        let assets = PHAsset.fetchAssets(with: nil)
        var resources: [PHAssetResource] = []
        assets.enumerateObjects { asset, _, _ in
            resources += PHAssetResource.assetResources(for: asset)
        }
        resources.removeAll { names.contains($0.originalFilename) }
        try PHPhotoLibrary.shared().performChangesAndWait {
            for resource in resources {
                PHAssetResourceUploadJobChangeRequest.createJob(
                    destination: self.destination(for: resource),
                    resource: resource
                )
            }
        }
    }

    private func destination(for resource: PHAssetResource) -> URLRequest {
        let name = resource.originalFilename
        let address = "http://192.168.1.2:2283/api/assets/\(name)"
        var request = URLRequest(url: URL(string: address) ?? URL(fileURLWithPath: "/"))
        request.httpMethod = "POST"
        request.setValue("application/octet-stream", forHTTPHeaderField: "Content-Type")
        request.setValue("key", forHTTPHeaderField: "x-api-key")
        return request
    }
}
