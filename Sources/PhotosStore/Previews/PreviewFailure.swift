import PhotosMedia

/// The reason why a file gave no preview, in the form that is stored.
struct PreviewFailure: Hashable, Sendable {
    enum Kind: String, Sendable {
        case notMedia, damaged, memory, noDecoder
        /// The file crashed a decoder twice.
        case died
        case timedOut
        /// The decoder's answer was invalid.
        case badReply
    }

    /// The number of timeouts after which a file is given up.
    ///
    /// A first timeout may be due to a busy machine.
    private static let mostTimeouts = 2

    var kind: Kind
    var reason: String
    /// The number of times the failure happened.
    var count: Int

    init?(kind: String, reason: String, count: Int) {
        guard let kind = Kind(rawValue: kind) else { return nil }
        self.kind = kind
        self.reason = reason
        self.count = count
    }

    /// Creates the failure that an error means for a file.
    ///
    /// Returns nil for an error that is not the file's fault, or that another try may avoid.
    init?(_ error: any Error, after earlier: PreviewFailure?) {
        switch error {
        case let error as MediaFileError:
            switch error.code {
            case .notMedia: kind = .notMedia
            case .damaged: kind = .damaged
            case .memory: kind = .memory
            // Other decoders may support the file, so it is tried again when the decoders change.
            case .noDecoder: kind = .noDecoder
            // A later request may be for a smaller picture, and the header shows these errors at once.
            case .tooLarge, .unreadable, .unsupported, .notEmbeddable: return nil
            }
            reason = error.reason
        case let error as MediaWorkerError:
            switch error.code {
            case .died: kind = .died
            case .timedOut: kind = .timedOut
            case .badReply: kind = .badReply
            default: return nil
            }
            reason = error.detail ?? ""
        default: return nil
        }
        count = earlier?.kind == kind ? (earlier?.count ?? 0) + 1 : 1
    }

    /// The error for later requests; nil where another try is worthwhile.
    var error: (any Error)? {
        switch kind {
        case .notMedia: MediaFileError(.notMedia, reason)
        case .damaged: MediaFileError(.damaged, reason)
        case .memory: MediaFileError(.memory, reason)
        case .noDecoder: MediaFileError(.noDecoder, reason)
        case .died: MediaWorkerError(.died, reason.isEmpty ? nil : reason)
        case .badReply: MediaWorkerError(.badReply, reason.isEmpty ? nil : reason)
        case .timedOut:
            count < Self.mostTimeouts
                ? nil : MediaWorkerError(.timedOut, reason.isEmpty ? nil : reason)
        }
    }
}
