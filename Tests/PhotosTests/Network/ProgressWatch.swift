import Foundation
import Photos
import PhotosTestSupport

/// Notes the calls of a progress handler; stops the request after some of them.
final class ProgressWatch: Sendable {
    struct Call: Sendable {
        var fraction: Double
        var code: PHPhotosError.Code?
        var number: PHImageRequestID?
        var isInCloud: Bool
        var isOnMainThread: Bool
    }

    let calls = Collected<Call>()

    func attach(to options: PHImageRequestOptions, stopping: Bool = false) {
        options.isNetworkAccessAllowed = true
        options.progressHandler = { [calls] fraction, error, stop, facts in
            calls.add(
                Call(
                    fraction: fraction,
                    code: (error as? PHPhotosError)?.code,
                    number: (facts?[PHImageResultRequestIDKey] as? NSNumber)?.int32Value,
                    isInCloud: facts?[PHImageResultIsInCloudKey] as? Bool ?? false,
                    isOnMainThread: Thread.isMainThread
                )
            )
            if stopping { stop.pointee = true }
        }
    }

    /// Waits until the request has heard that a part of its file is here.
    func waitForTransfer() async throws {
        while !calls.values.contains(where: { $0.fraction > 0 }) {
            try await Task.sleep(for: .milliseconds(1))
        }
    }
}
