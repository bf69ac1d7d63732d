import PhotosMedia
import PhotosStore

/// The reason why a movie cannot be made for browsers.
public enum MadeMovieError: Error, Sendable, Equatable {
    /// The asset has no movie: it is an image or a sound, or its movie was left out by an edit.
    case notAMovie
    /// The file is not on this computer now. Fetch it, or connect its disk.
    case offline
    /// The file is damaged, or asks for more than any movie needs.
    case damaged(reason: String)
    /// As many movies are being made as there may be. Ask again in a second.
    case busy
    /// No decoder or encoder can be used; the reason is a sentence with the solution.
    case unavailable(reason: String)
    /// Making the part took too long.
    case timedOut
}

extension MadeMovieError {
    /// Returns the error for an error of the engine; nil for one that says that nobody waits any more.
    init?(_ error: any Error) {
        switch error {
        case let error as MadeMovieError: self = error
        case is CancellationError: return nil
        case let error as MediaFileError: self.init(error)
        case let error as MediaWorkerError:
            guard error.code != .cancelled else { return nil }
            self.init(error)
        default: self.init(StoreError(error))
        }
    }

    private init(_ error: MediaFileError) {
        switch error.code {
        case .notMedia: self = .notAMovie
        case .noDecoder, .unsupported: self = .unavailable(reason: "\(error)")
        case .damaged, .memory, .tooLarge, .unreadable, .notEmbeddable:
            self = .damaged(reason: "\(error)")
        }
    }

    private init(_ error: MediaWorkerError) {
        switch error.code {
        case .busy, .noMemory: self = .busy
        case .timedOut: self = .timedOut
        case .died, .badReply: self = .damaged(reason: "\(error)")
        case .notFound, .cannotStart, .noSandbox, .noDecoders, .badRequest, .unusable, .cancelled:
            self = .unavailable(reason: "\(error)")
        }
    }

    private init(_ error: StoreError) {
        switch error.code {
        case .fileElsewhere, .fileOffline, .missingResource, .libraryMissing, .volumeOffline,
            .networkFailed:
            self = .offline
        case .busy: self = .busy
        default: self = .unavailable(reason: error.message)
        }
    }
}
