import Photos
import Synchronization

/// Exports all originals, most of which are in the cloud, and goes on when the network comes back.
final class CloudBackup: Sendable {
    struct Report: Sendable {
        var saved: [String] = []
        /// The number of times that a file had to wait for the network.
        var interruptions = 0
    }

    let folder: URL
    private let fractions = Mutex<[String: [Double]]>([:])

    init(folder: URL) { self.folder = folder }

    /// The progress that was shown of each file.
    var progress: [String: [Double]] { fractions.withLock { $0 } }

    /// Saves every file; `waitForNetwork` returns when another try is worthwhile.
    func run(waitForNetwork: () async throws -> Void) async throws -> Report {
        let options = PHFetchOptions()
        options.includeHiddenAssets = true
        options.sortDescriptors = [NSSortDescriptor(key: "creationDate", ascending: true)]
        var report = Report()
        let assets = PHAsset.fetchAssets(with: options)
        for index in 0..<assets.count {
            for resource in PHAssetResource.assetResources(for: assets[index]) {
                var isSaved = false
                while !isSaved {
                    do {
                        try await save(resource)
                        isSaved = true
                    } catch let error as PHPhotosError where error.code == .networkError {
                        report.interruptions += 1
                        try await waitForNetwork()
                    }
                }
                report.saved.append(resource.originalFilename)
            }
        }
        return report
    }

    private func save(_ resource: PHAssetResource) async throws {
        let name = resource.originalFilename
        let options = PHAssetResourceRequestOptions()
        options.isNetworkAccessAllowed = true
        options.progressHandler = { fraction in
            self.fractions.withLock { $0[name, default: []].append(fraction) }
        }
        try await PHAssetResourceManager.default().writeData(
            for: resource,
            toFile: folder.appendingPathComponent(name),
            options: options
        )
    }
}
