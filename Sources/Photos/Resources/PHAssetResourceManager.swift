// Apple's names.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import Foundation
import PhotosStore
import Synchronization

/// The number of a request for a resource's data.
public typealias PHAssetResourceDataRequestID = Int32

/// A number that no request has.
public let PHInvalidAssetResourceDataRequestID: PHAssetResourceDataRequestID = 0

/// A handler for the progress, from 0 to 1, of data over a network; never called, since all data is local here.
public typealias PHAssetResourceProgressHandler = (Double) -> Void

/// Options of a request for a resource's data.
open class PHAssetResourceRequestOptions: NSObject, NSCopying {
    /// Whether data may come over a network.
    ///
    /// All data is local here. False by default.
    open var isNetworkAccessAllowed: Bool = false
    /// A handler for progress over a network; never called, since all data is local here.
    open var progressHandler: PHAssetResourceProgressHandler?

    /// Makes options that allow no network.
    public override init() { super.init() }

    /// Returns new options with the same values.
    open func copy(with zone: NSZone? = nil) -> Any {
        let copy = PHAssetResourceRequestOptions()
        copy.isNetworkAccessAllowed = isNetworkAccessAllowed
        copy.progressHandler = progressHandler
        return copy
    }
}

/// An object that reads the bytes of resources.
///
/// Safe on any thread.
open class PHAssetResourceManager: NSObject, @unchecked Sendable {
    // Unchecked because the class is open; its stored properties are constant or guarded by its mutex.

    private static let shared = PHAssetResourceManager()
    private let queue = CallQueue("OpenPhotoKit resources")
    /// The last number that was assigned, and the active requests that are not cancelled.
    private let requests = Mutex<
        (last: PHAssetResourceDataRequestID, active: Set<PHAssetResourceDataRequestID>)
    >((0, []))

    /// Returns the shared manager.
    open class func `default`() -> PHAssetResourceManager { shared }

    /// Reads the bytes of a resource.
    ///
    /// Both handlers run on a queue of the library, never at once. The first is called with each part in order. The
    /// second is called once, with nil or with the error that ended the request.
    ///
    /// Requests are carried out one after another. A handler that takes longer than a fifth of a second does not
    /// delay the next request, so it may wait for one.
    /// - Returns: A number to cancel the request with.
    @discardableResult
    open func requestData(
        for resource: PHAssetResource,
        options: PHAssetResourceRequestOptions?,
        dataReceivedHandler handler: @escaping (Data) -> Void,
        completionHandler: @escaping ((any Error)?) -> Void
    ) -> PHAssetResourceDataRequestID {
        let id = requests.withLock { requests in
            requests.last = requests.last == .max ? 1 : requests.last + 1
            requests.active.insert(requests.last)
            return requests.last
        }
        let transfer = UncheckedTransfer((handler, completionHandler))
        queue.async {
            let outcome = Result {
                try CallQueue.work { try self.read(resource, id, transfer.value.0) }
            }
            _ = self.requests.withLock { $0.active.remove(id) }
            switch outcome {
            case .success: transfer.value.1(nil)
            case .failure(let error): transfer.value.1(PHPhotosError(error))
            }
        }
        return id
    }

    /// Writes the bytes of a resource to a file, completely or not at all.
    ///
    /// The handler runs on a queue of the library.
    @preconcurrency
    open func writeData(
        for resource: PHAssetResource,
        toFile fileURL: URL,
        options: PHAssetResourceRequestOptions?,
        completionHandler: @escaping @Sendable ((any Error)?) -> Void
    ) {
        queue.async {
            do {
                try CallQueue.work { try Self.write(resource, to: fileURL) }
                completionHandler(nil)
            } catch {
                completionHandler(PHPhotosError(error))
            }
        }
    }

    /// Writes the bytes of a resource to a file, completely or not at all.
    open func writeData(
        for resource: PHAssetResource,
        toFile fileURL: URL,
        options: PHAssetResourceRequestOptions?
    ) async throws {
        try await withCheckedThrowingContinuation {
            (continuation: CheckedContinuation<Void, any Error>) in
            writeData(for: resource, toFile: fileURL, options: options) { error in
                if let error { continuation.resume(throwing: error) } else { continuation.resume() }
            }
        }
    }

    /// Cancels a request, which then ends with `userCancelled`.
    open func cancelDataRequest(_ requestID: PHAssetResourceDataRequestID) {
        _ = requests.withLock { $0.active.remove(requestID) }
    }

    /// Always throws `requestNotSupportedForAsset`: an export needs Apple's cloud.
    open func exportedAssetID(for resource: PHAssetResource) async throws -> CKAsset.ExportedAssetID
    {
        throw PHPhotosError(.requestNotSupportedForAsset)
    }

    private func read(
        _ resource: PHAssetResource,
        _ id: PHAssetResourceDataRequestID,
        _ body: (Data) -> Void
    ) throws {
        var reader = try ResourceReader(resource)
        while true {
            guard requests.withLock({ $0.active.contains(id) }) else {
                throw PHPhotosError(.userCancelled)
            }
            guard let data = try reader.next() else { return }
            CallQueue.callOut { body(data) }
        }
    }

    private static func write(_ resource: PHAssetResource, to fileURL: URL) throws {
        var reader = try ResourceReader(resource)
        try WholeFile.write(to: fileURL) { file in
            while let data = try reader.next() { try file.write(contentsOf: data) }
        }
    }
}
