import Foundation
import OpenPhotoKit
import Photos
import ServeRules
import Synchronization

@testable import PhotoServer

/// A movie in fragments that a test makes, in place of the library's decoders.
struct PlayedMovie: FragmentedMovie {
    var form = MovieForm(
        duration: 5,
        fragmentDuration: 2,
        fragmentCount: 3,
        width: 640,
        height: 360,
        mimeType: "video/mp4; codecs=\"avc1.64001f, mp4a.40.2\"",
        hasSound: true
    )
    /// Returns a fragment by its number.
    var make: @Sendable (Int) async throws -> Data = { Data("fragment \($0)".utf8) }

    func initialization() async throws -> Data { Data("initialization".utf8) }

    func fragment(_ number: Int) async throws -> Data { try await make(number) }
}

/// Work that is held back until a test releases it; cancelled work goes on at once.
final class HeldWork: Sendable {
    private struct State {
        var isReleased = false
        var count = 0
        var cancelledCount = 0
        var waiting: [UUID: CheckedContinuation<Void, any Error>] = [:]
    }

    private let state = Mutex(State())

    /// How many works came.
    var count: Int { state.withLock(\.count) }
    /// How many were cancelled while they were held.
    var cancelledCount: Int { state.withLock(\.cancelledCount) }

    func release() {
        let waiting = state.withLock { state in
            state.isReleased = true
            defer { state.waiting = [:] }
            return Array(state.waiting.values)
        }
        for continuation in waiting { continuation.resume() }
    }

    func waitForRelease() async throws {
        let name = UUID()
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let isReleased = state.withLock { state in
                    state.count += 1
                    if !state.isReleased { state.waiting[name] = continuation }
                    return state.isReleased
                }
                if isReleased { continuation.resume() }
                // The work may have been cancelled before it could be found among those that wait.
                if Task.isCancelled { cancel(name) }
            }
        } onCancel: {
            cancel(name)
        }
    }

    private func cancel(_ name: UUID) {
        let continuation = state.withLock { state in
            let continuation = state.waiting.removeValue(forKey: name)
            if continuation != nil { state.cancelledCount += 1 }
            return continuation
        }
        continuation?.resume(throwing: CancellationError())
    }
}
