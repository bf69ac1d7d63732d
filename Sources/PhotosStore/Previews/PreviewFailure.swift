import PhotosMedia

/// Why a file gave no preview, in the form that is kept.
struct PreviewFailure: Hashable, Sendable {
    enum Kind: String, Sendable {
        case notMedia, damaged, memory, noDecoder
        /// It killed a decoder, twice.
        case died
        case timedOut
        /// What it made of a decoder gave an answer that makes no sense.
        case badReply
    }

    /// A file that took too long may have met a busy machine, so that it is tried once more.
    private static let mostTimeouts = 2

    var kind: Kind
    var reason: String
    /// How often it happened.
    var count: Int

    init?(kind: String, reason: String, count: Int) {
        guard let kind = Kind(rawValue: kind) else { return nil }
        self.kind = kind
        self.reason = reason
        self.count = count
    }

    /// The failure that an error means for a file; nil for what is not the file's fault and may go well next time.
    init?(_ error: any Error, after earlier: PreviewFailure?) {
        switch error {
        case let error as MediaFileError:
            switch error.code {
            case .notMedia: kind = .notMedia
            case .damaged: kind = .damaged
            case .memory: kind = .memory
            // Other decoders may show it, so it is tried again when they change.
            case .noDecoder: kind = .noDecoder
            // Another request may ask for less, and the header tells at once.
            case .tooLarge, .unreadable, .unsupported: return nil
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

    /// The error for who asks again; nil where it is worth another try.
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
