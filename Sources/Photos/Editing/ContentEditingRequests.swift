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
    private let requests = Mutex<(last: Int, active: [Int: RequestFetch])>((0, [:]))

    func beginRequest(
        for asset: PHAsset,
        options: PHContentEditingInputRequestOptions?,
        handler: @escaping Handler
    ) -> PHContentEditingInputRequestID {
        let options = options ?? PHContentEditingInputRequestOptions()
        let fetch = RequestFetch(NetworkUse(options))
        let id = requests.withLock { requests in
            requests.last += 1
            requests.active[requests.last] = fetch
            return requests.last
        }
        let request = Request(
            id: id,
            asset: asset,
            options: options,
            answer: AdjustmentAnswer(options.canHandleAdjustmentData),
            fetch: fetch,
            handler: handler,
            library: PHPhotoLibrary.override
        )
        queue.async { CallQueue.performWork { self.loadContent(for: request) } }
        return id
    }

    private struct Request: @unchecked Sendable {
        // Unchecked because PhotoKit's options and handlers are not Sendable. Only the queue uses them after the
        // request began.
        let id: Int
        let asset: PHAsset
        let options: PHContentEditingInputRequestOptions
        let answer: AdjustmentAnswer
        let fetch: RequestFetch
        let handler: Handler
        let library: PHPhotoLibrary?
    }

    private func loadContent(for request: Request) {
        let result = Result {
            guard isActive(request.id) else { throw PHPhotosError(.userCancelled) }
            return try EditingContent.loadedContent(
                of: request.asset,
                options: request.options,
                answer: request.answer
            ) {
                isActive(request.id)
            }
        }
        if case .failure(let error) = result {
            // Other requests are carried out while this one waits for the network.
            let isWaiting = request.fetch.begin(after: error) { failure in
                if let failure { return self.deliverContent(.failure(failure), to: request) }
                self.queue.prepend([{ CallQueue.performWork { self.loadContent(for: request) } }])
            }
            if isWaiting { return }
        }
        deliverContent(result, to: request)
    }

    private func deliverContent(_ outcome: Result<EditingContent, any Error>, to request: Request) {
        let outcome = UncheckedTransfer(outcome)
        ResultCalls.shared.call {
            PHPhotoLibrary.$override.withValue(request.library) {
                self.finishRequest(request.id, outcome: outcome.value, handler: request.handler)
            }
        }
    }

    /// Cancels a request; its handler is called as soon as the current step of the work ends.
    func cancel(_ id: PHContentEditingInputRequestID) {
        requests.withLock { $0.active.removeValue(forKey: id) }?.cancel()
    }

    private func isActive(_ id: Int) -> Bool { requests.withLock { $0.active[id] != nil } }

    private func finishRequest(
        _ id: Int,
        outcome: Result<EditingContent, any Error>,
        handler: Handler
    ) {
        guard requests.withLock({ $0.active.removeValue(forKey: id) }) != nil else {
            return handler(nil, [PHContentEditingInputCancelledKey: true])
        }
        switch outcome {
        case .success(let content):
            let problem = content.displayProblem.map {
                [PHContentEditingInputErrorKey as AnyHashable: PHPhotosError($0) as Any]
            }
            handler(PHContentEditingInput(content), problem ?? [:])
        case .failure(let error):
            let error = PHPhotosError(error)
            // The progress handler stopped the request.
            guard error.code != .userCancelled else {
                return handler(nil, [PHContentEditingInputCancelledKey: true])
            }
            var info: [AnyHashable: Any] = [PHContentEditingInputErrorKey: error]
            if error.code == .networkAccessRequired {
                info[PHContentEditingInputResultIsInCloudKey] = true
            }
            handler(nil, info)
        }
    }
}

/// The application's answer whether it can resume an edit, which is asked for once.
final class AdjustmentAnswer {
    private let ask: (PHAdjustmentData) -> Bool
    private var answer: Bool?

    init(_ ask: @escaping (PHAdjustmentData) -> Bool) { self.ask = ask }

    /// Returns whether the application can resume the edit; later calls return the first answer.
    func canHandle(_ data: PHAdjustmentData) -> Bool {
        if let answer { return answer }
        let new = CallQueue.callOut { ask(data) }
        answer = new
        return new
    }
}
