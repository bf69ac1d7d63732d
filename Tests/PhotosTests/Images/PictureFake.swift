import Dispatch
import Foundation
import Photos
import PhotosMedia
import PhotosTestSupport
import Synchronization

/// Stands in for the worker that makes pictures: answers with pictures of the size asked for, and notes what it was asked.
///
/// The mutex guards the notes and what comes next.
final class PictureFake: Sendable {
    struct Asked: Equatable, Sendable {
        /// The longer side of the file that it was asked about.
        var longSide: Int
        var request: PictureRequest
    }

    private struct State {
        var asked: [Asked] = []
        var failure: (any Error)?
    }

    private let state = Mutex(State())
    /// The size that files say they have, in place of the tiny one of a test.
    private let size: (width: Int, height: Int)

    init(pretending width: Int, _ height: Int) { size = (width, height) }

    var asked: [Asked] { state.withLock { $0.asked } }
    /// What pixels were made of.
    var decoded: [Asked] { asked.filter { $0.request.renditions.first?.format == .pixels } }

    func fail(_ error: (any Error)?) { state.withLock { $0.failure = error } }

    func pictures(_ descriptor: Int32, _ request: PictureRequest) throws -> [Picture] {
        let header = try MediaHeader.read(from: DescriptorByteSource(descriptor: descriptor))
        // The tests' own files are tiny and stand for large ones; previews are what they are.
        let isOriginal = header.storedWidth == 8
        let whole =
            isOriginal ? size : (width: header.displayedWidth, height: header.displayedHeight)
        let failure = state.withLock { state in
            state.asked.append(
                Asked(longSide: max(whole.width, whole.height), request: request)
            )
            return state.failure
        }
        if let failure, request.renditions.first?.format == .pixels || isOriginal { throw failure }
        return request.renditions.map { Self.picture($0, of: whole) }
    }

    private static func picture(
        _ rendition: PictureRendition,
        of whole: (width: Int, height: Int)
    ) -> Picture {
        let (width, height): (Int, Int) =
            switch rendition.size {
            case .full: whole
            case .exactly(let width, let height): (width, height)
            case .atLeast(let width, let height):
                (min(width, whole.width), min(height, whole.height))
            case .about(let longSide):
                scaled(whole, by: min(1, Double(longSide) / Double(max(whole.width, whole.height))))
            }
        let bytes =
            rendition.format == .pixels
            ? Data(repeating: 255, count: width * height * 4)
            : Data(TestJPEG(width: width, height: height).data())
        return Picture(width: width, height: height, format: rendition.format, bytes: bytes)
    }

    private static func scaled(
        _ size: (width: Int, height: Int),
        by scale: Double
    ) -> (Int, Int) {
        (
            max(1, Int((Double(size.width) * scale).rounded())),
            max(1, Int((Double(size.height) * scale).rounded()))
        )
    }
}

/// A library whose files say to be large pictures.
struct ImageLibrary {
    let library: TestLibrary
    let worker: PictureFake
    let remote = RemoteFake()

    init(width: Int = 4000, height: Int = 3000) throws {
        let worker = PictureFake(pretending: width, height)
        self.worker = worker
        let examine: @Sendable (Int32, String?) throws -> MediaFacts = { descriptor, _ in
            var facts = MediaFacts(
                header: try MediaHeader.read(from: DescriptorByteSource(descriptor: descriptor))
            )
            if facts.kind == .image { (facts.pixelWidth, facts.pixelHeight) = (width, height) }
            return facts
        }
        library = try TestLibrary(
            pictures: { try worker.pictures($0, $1) },
            examine: examine,
            remote: remote
        )
    }
}

/// One call of a result handler.
struct ImageCall: Sendable {
    var image: UIImage?
    var isDegraded: Bool
    var isCancelled: Bool
    var isInCloud: Bool
    var error: PHPhotosError?
    var number: PHImageRequestID?
    var isOnMainThread: Bool

    init(_ image: UIImage?, _ facts: [AnyHashable: Any]?) {
        self.image = image
        isDegraded = facts?[PHImageResultIsDegradedKey] as? Bool ?? false
        isCancelled = (facts?[PHImageCancelledKey] as? NSNumber)?.boolValue ?? false
        isInCloud = facts?[PHImageResultIsInCloudKey] as? Bool ?? false
        error = facts?[PHImageErrorKey] as? PHPhotosError
        number = (facts?[PHImageResultRequestIDKey] as? NSNumber)?.int32Value
        isOnMainThread = Thread.isMainThread
    }

    var size: CGSize? { image?.size }
    /// Whether no other call may follow.
    var isLast: Bool { !isDegraded }
}

extension PHImageManager {
    /// Asks for an image and waits for the last call; `count` where even that is a stand-in.
    func calls(
        for asset: PHAsset,
        _ size: CGSize,
        _ mode: PHImageContentMode = .aspectFit,
        count: Int? = nil,
        _ configure: (PHImageRequestOptions) -> Void = { _ in }
    ) async -> [ImageCall] {
        let options = PHImageRequestOptions()
        configure(options)
        let calls = Collected<ImageCall>()
        await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
            requestImage(for: asset, targetSize: size, contentMode: mode, options: options) {
                image,
                facts in
                let call = ImageCall(image, facts)
                calls.add(call)
                if count.map({ calls.values.count == $0 }) ?? call.isLast { continuation.resume() }
            }
        }
        return calls.values
    }
}
