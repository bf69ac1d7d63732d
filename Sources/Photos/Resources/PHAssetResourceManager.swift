// Apple's names.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import Foundation
import PhotosStore
import Synchronization

/// The number of a request for a resource's data.
public typealias PHAssetResourceDataRequestID = Int32

/// A number that no request has.
public let PHInvalidAssetResourceDataRequestID: PHAssetResourceDataRequestID = 0

/// A handler for the progress, from 0 to 1, of a file that is fetched from a remote.
///
/// The handler is called on a serial queue of the request, and only while the file is fetched.
public typealias PHAssetResourceProgressHandler = (Double) -> Void

/// Options of a request for a resource's data.
open class PHAssetResourceRequestOptions: NSObject, NSCopying {
    /// Whether a file that is not on this disk is fetched from a remote.
    ///
    /// If false, as by default, a request for such a file ends with `networkAccessRequired`.
    open var isNetworkAccessAllowed: Bool = false
    /// A handler for the progress of the fetch; called only if the file is not on this disk.
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
        (
            last: PHAssetResourceDataRequestID,
            active: [PHAssetResourceDataRequestID: RequestFetch]
        )
    >((0, [:]))

    /// Returns the shared manager.
    open class func `default`() -> PHAssetResourceManager { shared }

    /// Reads the bytes of a resource.
    ///
    /// Both handlers run on a queue of the library, never at once. The first is called with each part in order. The
    /// second is called once, with nil or with the error that ended the request.
    ///
    /// Requests are carried out one after another. A handler that takes longer than a fifth of a second does not
    /// delay the next request, so it may wait for one.
    ///
    /// A file that is in a remote arrives while it is fetched, 4 MiB at a time: each was compared with its checksum before.
    /// Other requests are carried out meanwhile. Files of up to 4 MiB are fetched completely before. So are files of
    /// remotes that give whole files alone, and files that an earlier version sent and no remote has given back since. The
    /// request ends with `networkAccessRequired` if the options do not allow the network. If the remote or the network
    /// fails, it ends with `networkError`, even after parts have arrived.
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
            return requests.last
        }
        let delivery = DataDelivery(queue, UncheckedTransfer(handler)) { self.isActive(id) }
        let arrived: FileFetch.Arrival = { file in delivery.add(file) }
        let fetch = RequestFetch(
            NetworkUse(options),
            arrived: resource.isItsFile ? arrived : nil
        )
        requests.withLock { $0.active[id] = fetch }
        let completion = UncheckedTransfer(completionHandler)
        performRequest(with: fetch, delivery: delivery) {
            try self.handOutData(of: resource, id: id, to: delivery)
        } end: { error in
            _ = self.requests.withLock { $0.active.removeValue(forKey: id) }
            completion.value(error)
        }
        return id
    }

    /// Writes the bytes of a resource to a file, completely or not at all.
    ///
    /// The handler runs on a queue of the library. A file that is in a remote is fetched completely and checked before
    /// it is written, if the options allow the network.
    @preconcurrency
    open func writeData(
        for resource: PHAssetResource,
        toFile fileURL: URL,
        options: PHAssetResourceRequestOptions?,
        completionHandler: @escaping @Sendable ((any Error)?) -> Void
    ) {
        performRequest(with: RequestFetch(NetworkUse(options))) {
            try Self.writeFile(of: resource, to: fileURL)
        } end: {
            completionHandler($0)
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
        requests.withLock { $0.active.removeValue(forKey: requestID) }?.cancel()
    }

    /// Always throws `requestNotSupportedForAsset`: an export needs Apple's cloud.
    open func exportedAssetID(for resource: PHAssetResource) async throws -> CKAsset.ExportedAssetID
    {
        throw PHPhotosError(.requestNotSupportedForAsset)
    }

    private func isActive(_ id: PHAssetResourceDataRequestID) -> Bool {
        requests.withLock { $0.active[id] != nil }
    }

    /// Does the work of a request on the queue, again after a fetch, and calls `end` once on the queue.
    ///
    /// Parts that arrive during the fetch are handed out before the work runs again.
    private func performRequest(
        with fetch: RequestFetch,
        delivery: DataDelivery? = nil,
        isFetched: Bool = false,
        _ work: @escaping @Sendable () throws -> Void,
        end: @escaping @Sendable (PHPhotosError?) -> Void
    ) {
        let turn: @Sendable (@escaping @Sendable () -> Void) -> Void = { call in
            if let delivery { delivery.enqueueCall(call) } else { call() }
        }
        let call: @Sendable () -> Void = {
            do {
                try CallQueue.performWork(work)
                return end(nil)
            } catch {
                // Other requests are carried out while this one waits for the network.
                let isWaiting = fetch.begin(after: error) { failure in
                    if let failure {
                        return self.queue.async { turn { end(PHPhotosError(failure)) } }
                    }
                    self.performRequest(
                        with: fetch,
                        delivery: delivery,
                        isFetched: true,
                        work,
                        end: end
                    )
                }
                if !isWaiting { end(PHPhotosError(error)) }
            }
        }
        if isFetched { queue.prepend([{ turn(call) }]) } else { queue.async { turn(call) } }
    }

    private func handOutData(
        of resource: PHAssetResource,
        id: PHAssetResourceDataRequestID,
        to delivery: DataDelivery
    ) throws {
        var reader = try ResourceReader(resource, from: delivery.offset)
        while true {
            guard isActive(id) else { throw PHPhotosError(.userCancelled) }
            guard let data = try reader.next() else { return }
            delivery.handOut(data)
        }
    }

    private static func writeFile(of resource: PHAssetResource, to fileURL: URL) throws {
        var reader = try ResourceReader(resource)
        try WholeFile.write(to: fileURL) { file in
            while let data = try reader.next() { try file.write(contentsOf: data) }
        }
    }
}
