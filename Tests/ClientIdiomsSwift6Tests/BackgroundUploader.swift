import ExtensionFoundation
import Photos

/// An uploader of the second generation: it keeps the identifiers of its jobs, and looks at those under way.
final class BackgroundUploader: PHBackgroundResourceUploadJobExtension, @unchecked Sendable {
    private let lock = NSLock()
    private var isStopping = false
    private(set) var made: [String] = []
    private(set) var uploaded: [String: String] = [:]

    required init() {}

    func processJobs() async -> PHBackgroundResourceUploadProcessingResult {
        do {
            try await retryFailed()
            try await settle()
            return try await register() ? .processing : .completed
        } catch PHPhotosError.limitExceeded {
            return .processing
        } catch {
            return .failure
        }
    }

    func willTerminate() async { lock.withLock { isStopping = true } }

    private var mustStop: Bool { lock.withLock { isStopping } }

    /// Sends again what failed on the way; what the server refused is left alone.
    private func retryFailed() async throws {
        let failed = PHAssetResourceUploadJob.fetchJobs(action: .retry, options: nil)
        var retrying: [PHAssetResourceUploadJob] = []
        for index in 0..<failed.count {
            let job = failed.object(at: index)
            if let error = job.error as? URLError, error.code == .userAuthenticationRequired {
                continue
            }
            retrying.append(job)
        }
        guard !retrying.isEmpty else { return }
        let jobs = retrying
        try await PHPhotoLibrary.shared().performChanges {
            for job in jobs {
                PHAssetResourceUploadJobChangeRequest(for: job)?.retry(destination: nil)
            }
        }
    }

    private func settle() async throws {
        let ended = PHAssetResourceUploadJob.fetchJobs(action: .acknowledge, options: nil)
        for index in 0..<ended.count where !mustStop {
            let job = ended.object(at: index)
            if job.state == .succeeded {
                uploaded[job.localIdentifier] = job.responseHeaderFields?["etag"]
            }
            try await PHPhotoLibrary.shared().performChanges {
                PHAssetResourceUploadJobChangeRequest(for: job)?.acknowledge()
            }
        }
    }

    /// Makes a job for each photo that has none yet.
    ///
    /// - Returns: Whether there were any.
    private func register() async throws -> Bool {
        let underway = PHAssetResourceUploadJob.fetchJobs(action: .process, options: nil)
        var known: Set<String> = []
        underway.enumerateObjects { job, _, _ in
            if job.state == .pending || job.state == .registered, job.type == .upload {
                known.insert(job.resource.assetLocalIdentifier)
            }
        }
        let assets = PHAsset.fetchAssets(with: nil)
        var wanted: [PHAssetResource] = []
        for asset in assets.objects(at: IndexSet(0..<assets.count))
        where !known.contains(asset.localIdentifier) {
            let resource = PHAssetResource.assetResources(for: asset).first { $0.type == .photo }
            if let resource { wanted.append(resource) }
        }
        let room = PHAssetResourceUploadJob.jobLimit - underway.count
        for resource in wanted.prefix(room) where !mustStop {
            let address = "https://cloud.example.org/dav/\(resource.originalFilename)"
            guard let url = URL(string: address) else { continue }
            var request = URLRequest(url: url)
            request.httpMethod = "PUT"
            request.setValue("Bearer token", forHTTPHeaderField: "Authorization")
            let destination = request
            var identifier: String?
            try PHPhotoLibrary.shared().performChangesAndWait {
                let job = PHAssetResourceUploadJobChangeRequest.creationRequestForJob(
                    destination: destination,
                    resource: resource
                )
                identifier = job.placeholderForCreatedAssetResourceUploadJob?.localIdentifier
            }
            if let identifier { made.append(identifier) }
        }
        return !wanted.isEmpty
    }

    /// Cancels everything that has not ended.
    func cancelAll() async throws {
        let underway = PHAssetResourceUploadJob.fetchJobs(action: .process, options: nil)
        try await PHPhotoLibrary.shared().performChanges {
            for index in 0..<underway.count {
                PHAssetResourceUploadJobChangeRequest(for: underway[index])?.cancel()
            }
        }
    }
}
