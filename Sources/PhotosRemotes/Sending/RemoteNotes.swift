import PhotosStore

/// The outcomes of objects, which are written to the library some at a time.
struct RemoteNotes {
    private let library: Library
    private let remote: RemoteRow
    private var waiting: [(object: RemoteObject, outcome: RemoteOutcome)] = []
    private var hashes: [PartHashes] = []

    init(library: Library, remote: RemoteRow) {
        self.library = library
        self.remote = remote
    }

    /// The number of outcomes that are written in one transaction.
    private static let batch = 32

    mutating func addOutcome(
        _ outcome: RemoteOutcome,
        of object: RemoteObject,
        hashes new: PartHashes? = nil
    ) throws {
        waiting.append((object, outcome))
        if let new { hashes.append(new) }
        if waiting.count >= Self.batch { try writeWaiting() }
    }

    /// Runs `body`, and then writes the rest, even if `body` has failed.
    mutating func writingRest(_ body: (inout RemoteNotes) throws -> Void) throws {
        do {
            try body(&self)
        } catch {
            // An outcome that is not written is found out again by the next run.
            try? writeWaiting()
            throw error
        }
        try writeWaiting()
    }

    private mutating func writeWaiting() throws {
        defer { (waiting, hashes) = ([], []) }
        try library.remotes.recordOutcomes(waiting, hashes: hashes, in: remote)
    }
}

extension RemoteFailure {
    /// Returns the failure of a single object.
    ///
    /// - Throws: Any other error, and a failure that further objects would have, too.
    static func ofObject(_ error: any Error) throws -> RemoteFailure {
        guard let failure = error as? RemoteFailure, !failure.endsWork else { throw error }
        return failure
    }
}
