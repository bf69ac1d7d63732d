public import Foundation
public import Photos
import PhotosMedia
import PhotosStore

/// A movie that is made in a form that every browser plays: H.264 and AAC in fragments of MP4.
///
/// The movie is upright, has square pixels and a standard range of brightness. It states no date, place or name. Fragments
/// are made in the sandbox of `photokit-decoders`, one by one and in any order. The library keeps them, up to a limit.
public final class MadeMovie: Sendable {
    /// What is played of an asset.
    public enum Version: Sendable {
        /// The edited version, if there is one.
        case current
        /// The original.
        case original
    }

    /// The facts that all fragments have in common.
    public struct Layout: Sendable, Equatable {
        /// The duration in seconds.
        public let duration: Double
        /// The duration of each fragment but the last, in seconds.
        public let fragmentDuration: Double
        /// The number of fragments.
        public let fragmentCount: Int
        /// The width in pixels.
        public let width: Int
        /// The height in pixels.
        public let height: Int
        /// The type with its codecs, such as `video/mp4; codecs="avc1.640028, mp4a.40.2"`.
        public let mimeType: String
        /// Whether the movie has sound.
        public let hasSound: Bool
    }

    /// The facts that all fragments have in common.
    public let layout: Layout
    private let resource: ResourceRecord
    /// Stays open as long as the movie is used.
    private let store: Library
    private let longestSide: Int
    private let start: KeptPart

    private init(
        _ resource: ResourceRecord,
        in store: Library,
        longestSide: Int,
        start: KeptPart
    ) {
        self.resource = resource
        self.store = store
        self.longestSide = longestSide
        self.start = start
        layout = Layout(start.layout)
    }

    /// Finds the movie of an asset: that of a video, or of a Live Photo.
    ///
    /// - Parameters:
    ///   - asset: The video or Live Photo.
    ///   - version: What is played of it.
    ///   - longestSide: The longer side in pixels, from 64 to 3,840. A smaller movie keeps its size.
    ///   - library: The library of the asset.
    /// - Returns: The movie.
    /// - Throws: ``MadeMovieError``, or `CancellationError`.
    public static func movie(
        of asset: PHAsset,
        version: Version = .current,
        longestSide: Int,
        in library: PHPhotoLibrary
    ) async throws -> MadeMovie {
        precondition(
            MovieRequest.sides.contains(longestSide),
            "The longest side of a made movie is from 64 to 3,840 pixels."
        )
        return try await failingPlainly {
            let (resources, store) = try library.withCurrent { try asset.files() }
            guard let resource = movie(version, of: resources) else {
                throw MadeMovieError.notAMovie
            }
            let start = try await store.movies.part(
                MovieRequest(longestSide: longestSide),
                of: resource
            )
            return MadeMovie(resource, in: store, longestSide: longestSide, start: start)
        }
    }

    /// Returns what a player needs before the first fragment.
    ///
    /// - Returns: The boxes `ftyp` and `moov`.
    /// - Throws: ``MadeMovieError``, or `CancellationError`.
    public func initialization() async throws -> Data { start.bytes }

    /// Returns a fragment: a kept one, or a new one.
    ///
    /// Callers that ask for the same fragment at the same time share one making, which ends when all of them are cancelled.
    ///
    /// - Parameter number: The number of the fragment, from 0.
    /// - Returns: The boxes `moof` and `mdat`. Their times count from the beginning of the movie.
    /// - Throws: ``MadeMovieError``, or `CancellationError`.
    public func fragment(_ number: Int) async throws -> Data {
        precondition(
            (0..<layout.fragmentCount).contains(number),
            "A made movie has the fragments from 0 to one less than their number."
        )
        let request = MovieRequest(longestSide: longestSide, fragment: number)
        return try await Self.failingPlainly { [self] in
            let part = try await store.movies.part(request, of: resource)
            guard part.layout == start.layout else {
                throw MadeMovieError.damaged(reason: "The file has changed. Begin again.")
            }
            return part.bytes
        }
    }

    private static func movie(_ version: Version, of resources: [ResourceRecord]) -> ResourceRecord?
    {
        switch version {
        case .current:
            ResourceChoice.video(.current, of: resources)
                ?? ResourceChoice.pairedVideo(.current, of: resources)
        case .original:
            ResourceChoice.video(.original, of: resources)
                ?? ResourceChoice.pairedVideo(.original, of: resources)
        }
    }

    private static func failingPlainly<Value>(
        _ body: () async throws -> Value
    ) async throws -> Value {
        do {
            return try await body()
        } catch {
            throw MadeMovieError(error).map { $0 as any Error } ?? CancellationError()
        }
    }
}

extension MadeMovie.Layout {
    init(_ layout: MovieLayout) {
        self.init(
            duration: layout.duration,
            fragmentDuration: Double(FragmentGrid.fragmentTicks)
                / Double(FragmentGrid.ticksPerSecond),
            fragmentCount: layout.grid.count,
            width: layout.width,
            height: layout.height,
            mimeType: layout.mimeType,
            hasSound: layout.hasSound
        )
    }
}
