public import Foundation
public import Photos

/// A movie that is made in a form that every browser plays: H.264 and AAC in fragments of MP4.
public final class MadeMovie: Sendable {
    /// What is played: the edited version of an asset, its original, or a Live Photo's movie.
    public enum Version: Sendable { case current, original }

    /// The form of the movie.
    public struct Layout: Sendable, Equatable {
        public let duration: Double
        public let fragmentDuration: Double
        public let fragmentCount: Int
        public let width: Int
        public let height: Int
        public let mimeType: String
        public let hasSound: Bool
    }

    public let layout: Layout

    private init(_ layout: Layout) { self.layout = layout }

    public static func movie(
        of asset: PHAsset,
        version: Version = .current,
        longestSide: Int,
        in library: PHPhotoLibrary
    ) async throws -> MadeMovie {
        throw MadeMovieError.unavailable(reason: "")
    }

    public func initialization() async throws -> Data {
        throw MadeMovieError.unavailable(reason: "")
    }

    public func fragment(_ number: Int) async throws -> Data {
        throw MadeMovieError.unavailable(reason: "")
    }
}

public enum MadeMovieError: Error, Sendable, Equatable {
    case notAMovie, offline, damaged(reason: String), busy, unavailable(reason: String), timedOut
}
