import Dispatch
import Foundation
import PhotosMedia
import PhotosStore
import Synchronization

/// The images of one image manager.
///
/// Equal requests share one image, and images are kept while there is room.
///
/// The mutex guards the kept images, the images in progress, and how many requests want each of those; images are made outside
/// the mutex.
final class Pictures: Sendable {
    /// The identity of an image: its file and its recipe.
    ///
    /// File names are never reused, and the checksum identifies the content.
    struct Key: Hashable, Sendable {
        var file: String
        var checksum: [UInt8]
        var recipe: PictureRecipe

        init(_ resource: ResourceRecord, _ recipe: PictureRecipe) {
            file = resource.file
            checksum = resource.checksum
            self.recipe = recipe
        }
    }

    private struct State {
        var kept: RecentlyUsed<Key, UIImage>
        var underWay: [Key: UnderWay] = [:]
    }

    private struct UnderWay {
        var making: Making
        /// The number of requests that want the image.
        var requestCount = 1
    }

    private let state: Mutex<State>

    init(limit: Int) { state = Mutex(State(kept: RecentlyUsed(limit: limit))) }

    /// The memory limit of all kept images, in bytes.
    var limit: Int {
        get { state.withLock { $0.kept.limit } }
        set { state.withLock { $0.kept.limit = newValue } }
    }

    /// Returns the image, if it is kept.
    func keptImage(for key: Key) -> UIImage? { state.withLock { $0.kept.value(key) } }

    func forgetImages(for keys: some Sequence<Key>) {
        state.withLock { state in
            for key in keys { state.kept.remove(key) }
        }
    }

    func forgetAll() { state.withLock { $0.kept.removeAll() } }

    /// Returns an image that is kept, or in progress on another thread, or else one that `make` makes.
    ///
    /// - Parameters:
    ///   - key: The identity of the image.
    ///   - cancellation: The cancellation of the request; nil for one that cannot be cancelled. Work that no request wants any
    ///     more ends.
    ///   - make: Makes the image.
    /// - Returns: The image.
    /// - Throws: The error of `make`, and `MediaWorkerError` with code `cancelled`.
    func picture(
        withKey key: Key,
        for cancellation: WorkCancellation?,
        _ make: () throws -> UIImage
    ) throws -> UIImage {
        enum Way {
            case kept(UIImage)
            case joined(Making)
            case own(Making)
        }
        let way: Way = state.withLock { state in
            if let image = state.kept.value(key) { return .kept(image) }
            if let making = state.underWay[key]?.making {
                state.underWay[key]?.requestCount += 1
                return .joined(making)
            }
            let making = Making()
            state.underWay[key] = UnderWay(making: making)
            return .own(making)
        }
        switch way {
        case .kept(let image): return image
        case .joined(let making):
            cancellation?.onCancel { self.leaveMaking(making, key: key) }
            return try making.wait()
        case .own(let making):
            cancellation?.onCancel { self.leaveMaking(making, key: key) }
            let result = Result {
                try WorkCancellation.$current.withValue(making.cancellation) { try make() }
            }
            state.withLock { state in
                if state.underWay[key]?.making === making { state.underWay[key] = nil }
                if case .success(let image) = result {
                    state.kept.insert(image, for: key, cost: image.byteCount)
                }
            }
            making.finish(result)
            return try result.get()
        }
    }

    /// Notes that a request wants an image no longer, and ends the work if it was the last.
    private func leaveMaking(_ making: Making, key: Key) {
        let isUnwanted = state.withLock { state in
            guard state.underWay[key]?.making === making else { return false }
            state.underWay[key]?.requestCount -= 1
            guard state.underWay[key]?.requestCount == 0 else { return false }
            // The next request makes the image anew.
            state.underWay[key] = nil
            return true
        }
        if isUnwanted { making.cancellation.cancel() }
    }
}

/// An image in progress.
///
/// The result is written once, before the waiting threads continue.
private final class Making: Sendable {
    private let result = Mutex<Result<UIImage, any Error>?>(nil)
    private let end = DispatchGroup()
    let cancellation = WorkCancellation()

    init() { end.enter() }

    func finish(_ result: Result<UIImage, any Error>) {
        self.result.withLock { $0 = result }
        end.leave()
    }

    func wait() throws -> UIImage {
        end.wait()
        guard let result = result.withLock({ $0 }) else { throw CancellationError() }
        return try result.get()
    }
}

extension PictureRecipe {
    /// Makes the image of a file in a library; `stored` contains previews that were already read.
    func image(
        of resource: ResourceRecord,
        in library: Library,
        stored: [PreviewSize: Preview]
    ) throws -> UIImage {
        let request = PictureRequest(crop: crop, renditions: [PictureRendition(size, .pixels)])
        let environment = library.environment
        switch origin {
        case .file: return try UIImage(library.pictures.decoded(from: resource, request).first)
        case .preview(let previewSize):
            let preview =
                try stored[previewSize] ?? library.pictures.preview(previewSize, of: resource)
            if crop == nil, size == .full,
                let picture = try environment.plainPixels(
                    preview.jpeg,
                    PixelSize(width: preview.width, height: preview.height)
                )
            {
                return try UIImage(picture)
            }
            return try UIImage(
                MemoryFile.withDescriptor(of: preview.jpeg) {
                    try environment.pictures($0, request)
                }.first
            )
        }
    }
}

extension UIImage {
    /// Makes an image from pixels of the worker.
    convenience init(_ picture: Picture?) throws {
        guard let picture, picture.format == .pixels,
            let pixels = CGImage(
                pixels: picture.bytes,
                width: picture.width,
                height: picture.height
            )
        else { throw MediaWorkerError(.badReply, "it states no pixels") }
        self.init(cgImage: pixels)
    }
}
