import CPhotosTypes
import Foundation
import PhotosMedia
import PhotosStore
import Synchronization

extension PHImageManager {
    /// Starts a request for an image, or carries it out; the request fails if the asset lacks one of the subtypes.
    func request(
        _ asset: PHAsset,
        _ settings: ImageRequestSettings,
        must subtypes: PHAssetMediaSubtype = [],
        report: @escaping @Sendable (Int32, ImageRequest.Outcome) -> Void
    ) -> Int32 {
        let number = ActiveRequests.shared.number()
        let subject = ImageSubject(asset: asset, subtypes: subtypes)
        let request = ImageRequest(number, subject, settings, pictures) {
            report(number, $0)
        }
        if settings.isSynchronous { request.perform() } else { request.start() }
        return number
    }

    /// Starts a request with a single result, or carries it out; `queue` nil means the queue for image results.
    func requestSingle<Value: Sendable>(
        isSynchronous: Bool = false,
        on queue: CallQueue? = nil,
        _ make: @escaping () throws -> Value,
        report: @escaping @Sendable (Int32, SingleRequest<Value>.Outcome) -> Void
    ) -> Int32 {
        let number = ActiveRequests.shared.number()
        let request = SingleRequest(number, on: queue, make) { report(number, $0) }
        if isSynchronous { request.perform() } else { request.start() }
        return number
    }
}

/// Carries out a request that has one result.
///
/// The mutex guards whether the request is over. `make` and `report` are called outside the mutex, once each.
final class SingleRequest<Value: Sendable>: ActiveRequest {
    enum Outcome: Sendable {
        case value(Value)
        case failure(PHPhotosError)
        case cancelled
    }

    private let number: Int32
    private let queue: CallQueue?
    private let make: UncheckedTransfer<() throws -> Value>
    private let report: @Sendable (Outcome) -> Void
    private let isOver = Mutex(false)

    init(
        _ number: Int32,
        on queue: CallQueue?,
        _ make: @escaping () throws -> Value,
        report: @escaping @Sendable (Outcome) -> Void
    ) {
        self.number = number
        self.queue = queue
        self.make = UncheckedTransfer(make)
        self.report = report
    }

    func start() {
        ActiveRequests.shared.add(self, number)
        PictureWork.shared.add(.ordinary) { [self] in
            guard !isOver.withLock({ $0 }) else { return }
            let outcome = outcome()
            call { self.end(outcome) }
        }
    }

    func perform() { end(outcome()) }

    func cancel() {
        guard conclude() else { return }
        call { self.report(.cancelled) }
    }

    private func outcome() -> Outcome {
        do {
            return .value(try make.value())
        } catch {
            return .failure(PHPhotosError(error))
        }
    }

    private func call(_ body: @escaping @Sendable () -> Void) {
        if let queue { queue.async(body) } else { ResultCalls.shared.call(body) }
    }

    private func end(_ outcome: Outcome) {
        if conclude() { report(outcome) }
    }

    /// Ends the request; returns false if it was already over.
    private func conclude() -> Bool {
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

    static func image(_ number: Int32, isDegraded: Bool) -> [AnyHashable: Any] {
        [
            PHImageResultRequestIDKey: NSNumber(value: number),
            PHImageResultIsDegradedKey: isDegraded ? yes : no,
        ]
    }

    static func failure(_ number: Int32, _ error: PHPhotosError) -> [AnyHashable: Any] {
        [
            PHImageResultRequestIDKey: NSNumber(value: number),
            PHImageResultIsDegradedKey: no,
            PHImageErrorKey: error,
        ]
    }

    static func cancellation(_ number: Int32) -> [AnyHashable: Any] {
        [PHImageResultRequestIDKey: NSNumber(value: number), PHImageCancelledKey: yes]
    }
}

/// The bytes of the file that shows a photo.
struct ImageData: Sendable {
    var data: Data
    var type: String
    var orientation: ImageOrientation

    init(_ asset: PHAsset, _ settings: ImageRequestSettings) throws {
        let source = try ImageSubject(asset: asset, subtypes: []).source(settings)
        let resource = source.resource
        guard MediaType(rawValue: resource.contentType)?.kind != .video else {
            throw PHPhotosError(
                .requestNotSupportedForAsset,
                "A video has no image data. Ask for an image of it, or for its data through PHAssetResourceManager."
            )
        }
        data = try source.library.content(of: resource)
        type = resource.contentType
        orientation = (try? MediaHeader.read(from: [UInt8](data)).orientation) ?? .up
    }
}

extension Library {
    /// Returns the bytes of a file.
    func content(of resource: ResourceRecord) throws -> Data {
        let url = try url(of: resource)
        do {
            return try Data(contentsOf: url)
        } catch {
            guard FileManager.default.fileExists(atPath: url.path) else {
                throw absence(of: resource, cause: error)
            }
            throw StoreError(error)
        }
    }
}
