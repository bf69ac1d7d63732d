import Foundation
import PhotosMedia
import Synchronization

/// Stands for the worker: gives 2,000 bytes for each part, or an error.
final class FakeMovieMaker: Sendable {
    private let state = Mutex<(requests: [MovieRequest], error: (any Error)?)>(([], nil))
    private let interruption = Mutex<(@Sendable () throws -> Void)?>(nil)

    var requests: [MovieRequest] { state.withLock { $0.requests } }

    var error: (any Error)? {
        get { state.withLock { $0.error } }
        set { state.withLock { $0.error = newValue } }
    }

    /// What happens while a part is made.
    var meanwhile: (@Sendable () throws -> Void)? {
        get { interruption.withLock { $0 } }
        set { interruption.withLock { $0 = newValue } }
    }

    @Sendable func part(
        _ descriptor: Int32,
        _ content: String,
        _ request: MovieRequest
    ) throws -> (layout: MovieLayout, bytes: Data) {
        let error = state.withLock { state in
            state.requests.append(request)
            return state.error
        }
        if let error { throw error }
        try meanwhile?()
        let side = request.longestSide
        let layout = MovieLayout(
            ticks: 900_000,
            width: side,
            height: side / 2,
            level: 30,
            soundRate: 0
        )
        return (layout, Data(repeating: UInt8(request.fragment ?? 255), count: 2_000))
    }
}
