/// The two kinds of workers, by the program that serves the request.
package enum WorkerKind: String, Sendable, CaseIterable {
    /// `photokit-media` itself, which starts in milliseconds and reads facts by bounded readers.
    case reader = "read"
    /// `photokit-decoders`, which loads decoders and makes pictures. This worker also reads the facts of movies, and of
    /// pictures whose end is suspicious.
    case decoder = "decode"
}
