import Foundation
import PhotosStore
import Synchronization

/// Makes editing inputs one after another, on its own queue.
///
/// The mutex guards the last number that was assigned, and the numbers of the active requests that are not
/// cancelled.
final class ContentEditingRequests: Sendable {
    static let shared = ContentEditingRequests()

    typealias Handler = (PHContentEditingInput?, [AnyHashable: Any]) -> Void

    private let queue = CallQueue("OpenPhotoKit editing inputs")
    private let requests = Mutex<(last: Int, active: Set<Int>)>((0, []))

    func begin(
        _ asset: PHAsset,
        _ options: PHContentEditingInputRequestOptions?,
        _ handler: @escaping Handler
    ) -> PHContentEditingInputRequestID {
        let id = requests.withLock { requests in
            requests.last += 1
            requests.active.insert(requests.last)
            return requests.last
        }
        let request = Request(
            id: id,
            asset: asset,
            options: options ?? PHContentEditingInputRequestOptions(),
            handler: handler,
            library: PHPhotoLibrary.override
        )
        queue.async { CallQueue.work { self.carryOut(request) } }
        return id
    }

    private struct Request: @unchecked Sendable {
        // Unchecked because PhotoKit's options and handlers are not Sendable. Only the queue uses them after the
        // request began.
        let id: Int
        let asset: PHAsset
        let options: PHContentEditingInputRequestOptions
        let handler: Handler
        let library: PHPhotoLibrary?
    }

    private func carryOut(_ request: Request) {
        let outcome = UncheckedTransfer(
            Result {
                guard isActive(request.id) else { throw PHPhotosError(.userCancelled) }
                return try EditingContent.gather(request.asset, request.options) {
                    isActive(request.id)
                }
            }
        )
        ResultCalls.shared.call {
            PHPhotoLibrary.$override.withValue(request.library) {
                self.finish(request.id, outcome.value, request.handler)
            }
        }
    }

    /// Cancels a request; its handler is called as soon as the current step of the work ends.
    func cancel(_ id: PHContentEditingInputRequestID) {
        _ = requests.withLock { $0.active.remove(id) }
    }

    private func isActive(_ id: Int) -> Bool { requests.withLock { $0.active.contains(id) } }

    private func finish(
        _ id: Int,
        _ outcome: Result<EditingContent, any Error>,
        _ handler: Handler
    ) {
        guard requests.withLock({ $0.active.remove(id) }) != nil else {
            return handler(nil, [PHContentEditingInputCancelledKey: true])
        }
        switch outcome {
        case .success(let content):
            let problem = content.displayProblem.map {
                [PHContentEditingInputErrorKey as AnyHashable: PHPhotosError($0) as Any]
            }
            handler(PHContentEditingInput(content), problem ?? [:])
        case .failure(let error):
            handler(nil, [PHContentEditingInputErrorKey: PHPhotosError(error)])
        }
    }
}
