import HTTPTypes
import OpenPhotoKit

extension Problem {
    static let noMovie = Problem(.notFound, "no-movie", "This photo has no movie.")
    static let noFragment = Problem(.notFound, "no-fragment", "The movie has no such part.")
    static let otherMovie = Problem(
        .conflict,
        "changed-meanwhile",
        "The movie has changed. Open the photo again."
    )
    static let damagedMovie = Problem(
        .unprocessableContent,
        "damaged-movie",
        "The movie is damaged and cannot be played."
    )
    static let slowMovie = Problem(
        .serviceUnavailable,
        "slow-movie",
        "Making the movie takes too long here. Play the original."
    )
    static let noMovieMaker = Problem(
        .notImplemented,
        "no-movie-maker",
        "This server cannot make movies for browsers. \"photokit doctor\" says what is missing."
    )
    /// Others have movies made; the client is to ask again.
    static let busyWithMovies: Problem = {
        var problem = Problem(
            .serviceUnavailable,
            "busy",
            "Other movies are being made. Try again in a moment."
        )
        problem.headers[.retryAfter] = "1"
        return problem
    }()

    /// Returns the answer for a movie that the library does not make.
    static func refusedMovie(_ error: MadeMovieError) -> Problem {
        switch error {
        case .notAMovie: noMovie
        case .offline: fileAway
        case .damaged: damagedMovie
        case .busy: busyWithMovies
        case .timedOut: slowMovie
        case .unavailable: noMovieMaker
        }
    }
}
