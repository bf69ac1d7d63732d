import Foundation
import PhotosMedia
import Synchronization

/// Stands for the worker: gives squares of the size that was wanted, or an error.
final class FakeDecoder: Sendable {
    private let state = Mutex<(requests: [PictureRequest], error: (any Error)?, screenBytes: Int)>(
        ([], nil, 2_000)
    )

    /// The red, green, blue and alpha of each pixel.
    static let color: [UInt8] = [200, 100, 50, 255]

    var requests: [PictureRequest] { state.withLock { $0.requests } }

    var error: (any Error)? {
        get { state.withLock { $0.error } }
        set { state.withLock { $0.error = newValue } }
    }

    /// How many bytes a picture of 1,024 pixels takes.
    var screenBytes: Int {
        get { state.withLock { $0.screenBytes } }
        set { state.withLock { $0.screenBytes = newValue } }
    }

    @Sendable func pictures(_ descriptor: Int32, _ request: PictureRequest) throws -> [Picture] {
        let (error, screenBytes) = state.withLock { state in
            state.requests.append(request)
            return (state.error, state.screenBytes)
        }
        if let error { throw error }
        return request.renditions.map { rendition in
            guard case .about(let side) = rendition.size else {
                return Picture(width: 1, height: 1, format: rendition.format, bytes: Data(count: 4))
            }
            if rendition.format == .pixels {
                let bytes = Data((0..<side * side).flatMap { _ in Self.color })
                return Picture(width: side, height: side, format: .pixels, bytes: bytes)
            }
            let bytes = Data(count: side * screenBytes / 1_024)
            return Picture(width: side, height: side, format: rendition.format, bytes: bytes)
        }
    }
}
