/// A moment of a movie, and how far from it a frame may begin.
package struct MovieMoment: Sendable, Hashable {
    /// The latest moment, in seconds: about 31 years.
    package static let latest = 1e9

    /// The seconds from the beginning of the movie, from 0 to ``latest``.
    package var seconds: Double
    /// How many seconds before the moment the frame may begin; infinite for any number.
    package var before: Double
    /// How many seconds after the moment the frame may begin; infinite for any number.
    package var after: Double

    package init(seconds: Double, before: Double = 0, after: Double = 0) {
        self.seconds = seconds
        self.before = before
        self.after = after
    }

    /// Whether the moment can be in a movie.
    package var isValid: Bool {
        // Comparisons with NaN are false.
        Self.isPossible(seconds) && before >= 0 && after >= 0
    }

    /// Whether a frame can begin at a number of seconds.
    package static func isPossible(_ seconds: Double) -> Bool { (0...latest).contains(seconds) }
}
