import ExtensionFoundation
import Foundation
import Photos

/// Uploads each new photo into a folder of a WebDAV server, and retries what failed once.
@main
struct PhotoUploader: PHBackgroundResourceUploadJobExtension {
    private typealias Change = PHAssetResourceUploadJobChangeRequest
    /// The most jobs that one run makes, so that it ends in time.
    private static let portion = 200

    func processJobs() async -> PHBackgroundResourceUploadProcessingResult {
        do {
            let settings = try Settings.read()
            let library = PHPhotoLibrary.shared()
            try await endJobs(in: library)
            return try await makeJobs(in: library, settings) ? .completed : .processing
        } catch PHPhotosError.limitExceeded {
            return .completed  // Jobs that end make room for others.
        } catch {
            print("The photos are not uploaded: \(error.localizedDescription)")
            return .failure
        }
    }

    // Each change is whole or not made at all, so that there is nothing to put in order.
    func willTerminate() async {}

    /// Retries jobs that failed for the first time, and acknowledges all others that ended.
    private func endJobs(in library: PHPhotoLibrary) async throws {
        let failed = objects(.retry)
        let again = Set(failed.map(\.localIdentifier))
        let ended = objects(.acknowledge).filter { !again.contains($0.localIdentifier) }
        guard !failed.isEmpty || !ended.isEmpty else { return }
        try await library.performChanges {
            for job in failed { Change(forUploadJob: job)?.retry(destination: nil) }
            for job in ended { Change(forUploadJob: job)?.acknowledge() }
        }
        for job in ended where job.state == .failed {
            print("A photo was not uploaded: \(job.error?.localizedDescription ?? "no reason")")
        }
    }

    private func objects(_ action: PHAssetResourceUploadJob.Action) -> [PHAssetResourceUploadJob] {
        let result = PHAssetResourceUploadJob.fetchJobs(action: action, options: nil)
        return result.objects(at: IndexSet(0..<result.count))
    }

    /// Makes jobs for photos that came since the last run; returns false if some are left.
    private func makeJobs(in library: PHPhotoLibrary, _ settings: Settings) async throws -> Bool {
        var memory = Memory.read()
        if memory.waiting.isEmpty {
            let now = library.currentChangeToken
            memory.waiting = try newIdentifiers(since: memory.token())
            try memory.remember(now)
        }
        let portion = Array(memory.waiting.prefix(Self.portion))
        let assets = PHAsset.fetchAssets(withLocalIdentifiers: portion, options: nil)
        let resources = assets.objects(at: IndexSet(0..<assets.count))
            .compactMap { PHAssetResource.assetResources(for: $0).first }
        if !resources.isEmpty {
            try await library.performChanges {
                for resource in resources {
                    _ = Change.creationRequestForJob(
                        destination: settings.request(for: resource),
                        resource: resource
                    )
                }
            }
        }
        // A run that ends before this line makes the same jobs again, and the server gets the same bytes under the same name.
        memory.waiting.removeFirst(portion.count)
        try memory.save()
        return memory.waiting.isEmpty
    }

    private func newIdentifiers(since token: PHPersistentChangeToken?) throws -> [String] {
        do {
            if let token {
                return try PHPhotoLibrary.shared().fetchPersistentChanges(since: token).flatMap {
                    try $0.changeDetails(for: .asset).insertedLocalIdentifiers.sorted()
                }
            }
        } catch PHPhotosError.persistentChangeTokenExpired {
            // The history begins later, so all photos are looked at.
        }
        let all = PHAsset.fetchAssets(with: nil)
        return all.objects(at: IndexSet(0..<all.count)).map(\.localIdentifier)
    }
}
