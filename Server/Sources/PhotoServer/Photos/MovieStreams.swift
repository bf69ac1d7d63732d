import Foundation
import OpenPhotoKit
import Photos
import ServeRules

/// The movies that are being played in fragments.
///
/// The owner's library makes them for everybody, because it keeps what was made. So a client must be asked before whether it
/// may see the photo, each time.
actor MovieStreams {
    /// Opens the movie of a photo in some size.
    typealias Opening =
        @Sendable (PHAsset, MovieSide, PHPhotoLibrary) async throws -> any FragmentedMovie

    /// A movie: that of a version of a photo, in one size.
    struct Key: Hashable, Sendable {
        var name: ObjectName
        /// The version.
        var tag: String
        var side: MovieSide

        init(_ asset: PHAsset, name: ObjectName, side: MovieSide) {
            self.name = name
            self.side = side
            // The next software may make other parts, which do not go together with parts that a browser has kept.
            tag = "\(PreviewTag.of(asset))-\(openPhotoKitVersion)"
        }
    }

    private let owner: ClientLibrary
    private let open: Opening
    private let limit: Int
    private let turns = MovieTurns()
    /// The parts that were made for clients and are not yet sent.
    private nonisolated let unsent = HeldPlaces(ClientPlaces(eachLimit: 4, limitedLimit: 32))
    /// The movies that were opened, the one that was used last at the end.
    private var opened: [(key: Key, movie: any FragmentedMovie)] = []

    /// Makes the streams of a server.
    ///
    /// - Parameters:
    ///   - owner: The library of the owner.
    ///   - limit: The most movies that stay open.
    ///   - open: Opens a movie.
    init(_ owner: ClientLibrary, limit: Int = 32, open: @escaping Opening = MovieStreams.open) {
        self.owner = owner
        self.limit = limit
        self.open = open
    }

    /// Opens a movie as the library makes it.
    @Sendable static func open(
        _ asset: PHAsset,
        side: MovieSide,
        in library: PHPhotoLibrary
    ) async throws -> any FragmentedMovie {
        try await MadeMovie.movie(of: asset, longestSide: side.rawValue, in: library)
    }

    /// The number of requests that wait for their turn.
    var waitingCount: Int { get async { await turns.waitingCount } }

    /// Returns how a movie is made up.
    ///
    /// - Parameters:
    ///   - key: The movie of a photo that the client sees.
    ///   - client: The client that asks.
    /// - Returns: The form.
    /// - Throws: ``Problem``, or the error of the library.
    func form(of key: Key, for client: Client) async throws -> MovieForm {
        if let known = knownMovie(key) { return known.form }
        return try await turns.run(for: client) { try await self.movie(key).form }
    }

    /// Makes a part of a movie, or finds one that was kept.
    ///
    /// - Parameters:
    ///   - part: The part.
    ///   - key: The movie of a photo that the client sees.
    ///   - client: The client that asks.
    /// - Returns: Bytes of MP4.
    /// - Throws: ``Problem``, or the error of the library.
    func bytes(of part: MoviePart, in key: Key, for client: Client) async throws -> Data {
        try await turns.run(for: client) {
            let movie = try await self.movie(key)
            do {
                switch part {
                case .initialization: return try await movie.initialization()
                case .fragment(let number):
                    guard number < movie.form.fragmentCount else { throw Problem.noFragment }
                    return try await movie.fragment(number)
                }
            } catch let error as MadeMovieError where error != .busy {
                // The file may have left and come back since.
                await self.forgetMovie(key)
                throw error
            }
        }
    }

    /// Takes a place for a part that is to be made and sent, because parts that slow clients have yet to read take memory.
    ///
    /// - Throws: ``Problem/busyWithMovies`` if too many parts wait to be sent.
    nonisolated func takePlace(for client: Client) throws -> HeldPlaces.Place {
        let place = unsent.takePlace(for: client.credential.id, isLimited: client.isLimited)
        guard let place else { throw Problem.busyWithMovies }
        return place
    }

    private func movie(_ key: Key) async throws -> any FragmentedMovie {
        if let known = knownMovie(key) { return known }
        let owner = owner
        let asset = try await owner.read { owner.asset(named: key.name) }
        guard let asset else { throw Problem.noPhoto }
        // The photo may have been edited since the client named it.
        guard Key(asset, name: key.name, side: key.side) == key else { throw Problem.otherMovie }
        let movie = try await open(asset, key.side, owner.library)
        forgetMovie(key)
        opened.append((key, movie))
        if opened.count > limit { opened.removeFirst() }
        return movie
    }

    private func knownMovie(_ key: Key) -> (any FragmentedMovie)? {
        guard let index = opened.firstIndex(where: { $0.key == key }) else { return nil }
        let known = opened.remove(at: index)
        opened.append(known)
        return known.movie
    }

    private func forgetMovie(_ key: Key) { opened.removeAll { $0.key == key } }
}
