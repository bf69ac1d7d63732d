import CPhotosTypes
import Foundation
import PhotosMedia
import PhotosStore
import Synchronization

extension PHImageManager {
    /// Starts a request for an image, or carries it out; the request fails if the asset lacks one of the subtypes.
    func startRequest(
        for asset: PHAsset,
        settings: ImageRequestSettings,
        must subtypes: PHAssetMediaSubtype = [],
        progressHandler: PHAssetImageProgressHandler?,
        report: @escaping @Sendable (Int32, ImageRequest.Outcome) -> Void
    ) -> Int32 {
        let number = ActiveRequests.shared.nextNumber()
        let subject = ImageSubject(asset: asset, subtypes: subtypes)
        let network = NetworkUse(
            isAllowed: settings.allowsNetwork,
            progressHandler,
            number: number
        )
        let request = ImageRequest(number, subject, settings, pictures, network) {
            report(number, $0)
        }
        if settings.isSynchronous { request.perform() } else { request.start() }
        return number
    }

    /// Starts a request with a single result, or carries it out; `queue` nil means the queue for image results.
    func requestSingle<Value: Sendable>(
        isSynchronous: Bool = false,
        on queue: CallQueue? = nil,
        allowsNetwork: Bool,
        progressHandler: PHAssetImageProgressHandler?,
        _ make: @escaping () throws -> Value,
        report: @escaping @Sendable (Int32, SingleRequest<Value>.Outcome) -> Void
    ) -> Int32 {
        let number = ActiveRequests.shared.nextNumber()
        let network = NetworkUse(isAllowed: allowsNetwork, progressHandler, number: number)
        let request = SingleRequest(number, on: queue, network, make) { report(number, $0) }
        if isSynchronous { request.perform() } else { request.start() }
        return number
    }
}

/// Carries out a request that has one result.
///
/// If a file is not on this disk, the request waits for the network without a thread. The mutex guards whether the
/// request is over. `make` and `report` are called outside the mutex: `report` once, `make` again after each fetch.
final class SingleRequest<Value: Sendable>: ActiveRequest {
    enum Outcome: Sendable {
        case value(Value)
        case failure(PHPhotosError)
        case cancelled

        static func failed(_ error: any Error) -> Outcome {
            let error = PHPhotosError(error)
            return error.code == .userCancelled ? .cancelled : .failure(error)
        }
    }

    private let number: Int32
    private let queue: CallQueue?
    private let fetch: RequestFetch
    private let make: UncheckedTransfer<() throws -> Value>
    private let report: @Sendable (Outcome) -> Void
    private let isOver = Mutex(false)

    init(
        _ number: Int32,
        on queue: CallQueue?,
        _ network: NetworkUse = .forbidden,
        _ make: @escaping () throws -> Value,
        report: @escaping @Sendable (Outcome) -> Void
    ) {
        self.number = number
        self.queue = queue
        fetch = RequestFetch(network)
        self.make = UncheckedTransfer(make)
        self.report = report
    }

    func start() {
        ActiveRequests.shared.addRequest(self, number: number)
        WorkThreads.pictures.addWork(urgency: .ordinary) { self.makeValue() }
    }

    func perform() {
        while true {
            do {
                return endRequest(with: .value(try make.value()))
            } catch {
                do {
                    if try fetch.run(after: error) { continue }
                    return endRequest(with: .failed(error))
                } catch {
                    return endRequest(with: .failed(error))
                }
            }
        }
    }

    func cancel() {
        guard markAsOver() else { return }
        fetch.cancel()
        call { self.report(.cancelled) }
    }

    private func makeValue() {
        guard !isOver.withLock({ $0 }) else { return }
        do {
            let value = try make.value()
            call { self.endRequest(with: .value(value)) }
        } catch {
            let isWaiting = fetch.begin(after: error) { [self] failure in
                guard let failure else {
                    return WorkThreads.pictures.addWork(urgency: .prompt) { self.makeValue() }
                }
                call { self.endRequest(with: .failed(failure)) }
            }
            if !isWaiting { call { self.endRequest(with: .failed(error)) } }
        }
    }

    private func call(_ body: @escaping @Sendable () -> Void) {
        if let queue { queue.async(body) } else { ResultCalls.shared.call(body) }
    }

    private func endRequest(with outcome: Outcome) {
        if markAsOver() { report(outcome) }
    }

    /// Ends the request; returns false if it was already over.
    private func markAsOver() -> Bool {
        let wasOver = isOver.withLock { isOver in
            defer { isOver = true }
            return isOver
        }
        if !wasOver { ActiveRequests.shared.remove(number) }
        return !wasOver
    }
}

/// The information that handlers get besides the result.
enum ResultFacts {
    private static let yes = NSNumber(value: true)
    private static let no = NSNumber(value: false)

    static func imageFacts(_ number: Int32, isDegraded: Bool) -> [AnyHashable: Any] {
        [
            PHImageResultRequestIDKey: NSNumber(value: number),
            PHImageResultIsDegradedKey: isDegraded ? yes : no,
        ]
    }

    static func failureFacts(_ number: Int32, error: PHPhotosError) -> [AnyHashable: Any] {
        var facts: [AnyHashable: Any] = [
            PHImageResultRequestIDKey: NSNumber(value: number),
            PHImageResultIsDegradedKey: no,
            PHImageErrorKey: error,
        ]
        if error.code == .networkAccessRequired { facts[PHImageResultIsInCloudKey] = yes }
        return facts
    }

    static func cancellationFacts(_ number: Int32) -> [AnyHashable: Any] {
        [PHImageResultRequestIDKey: NSNumber(value: number), PHImageCancelledKey: yes]
    }
}

/// The bytes of the file that shows a photo.
struct ImageData: Sendable {
    var data: Data
    var type: String
    var orientation: ImageOrientation

    init(_ asset: PHAsset, _ settings: ImageRequestSettings) throws {
        let source = try ImageSubject(asset: asset, subtypes: []).imageSource(for: settings)
        let resource = source.resource
        guard MediaType(rawValue: resource.contentType)?.kind != .video else {
            throw PHPhotosError(
                .requestNotSupportedForAsset,
                "A video has no image data. Ask for an image of it, or for its data through PHAssetResourceManager."
            )
        }
        let library = source.library
        data = try library.openingFiles(of: [resource]) { try library.content(of: resource) }
        type = resource.contentType
        orientation = (try? MediaHeader.read(from: [UInt8](data)).orientation) ?? .up
    }
}

extension Library {
    /// Returns the bytes of a file.
    func content(of resource: ResourceRecord) throws -> Data {
        let url = try originals.urlToOpen(of: resource)
        do {
            return try Data(contentsOf: url)
        } catch {
            guard FileManager.default.fileExists(atPath: url.path) else {
                throw originals.absence(of: resource, cause: error)
            }
            throw StoreError(error)
        }
    }
}
