/// A number that `/metrics` states about a server, by its name in Prometheus.
///
/// The server's document has a table of all metrics, which tests compare with this type.
public enum Metric: String, CaseIterable, Hashable, Sendable {
    case requests = "photokit_http_requests_total"
    case requestSeconds = "photokit_http_request_duration_seconds"
    case eventStreams = "photokit_event_streams"
    case queueLength = "photokit_queue_length"
    case commits = "photokit_commits_total"
    case libraryReadable = "photokit_library_readable"
    case libraryPhotos = "photokit_library_photos"
    case libraryBytes = "photokit_library_bytes"
    case remoteWanted = "photokit_remote_wanted_files"
    case remoteProved = "photokit_remote_proved_files"
    case remoteProof = "photokit_remote_last_proof_timestamp_seconds"
    case workerRestarts = "photokit_worker_restarts_total"
    case memory = "process_resident_memory_bytes"

    /// How the values of a metric change, in the words of Prometheus.
    public enum Kind: String, Hashable, Sendable {
        /// A number that only rises, until the server ends.
        case counter
        /// A number that rises and falls.
        case gauge
        /// Numbers of durations up to each of some bounds.
        case histogram
    }

    /// How the values change.
    public var kind: Kind {
        switch self {
        case .requests, .commits, .workerRestarts: .counter
        case .requestSeconds: .histogram
        case .eventStreams, .queueLength, .libraryReadable, .libraryPhotos, .libraryBytes,
            .remoteWanted, .remoteProved, .remoteProof, .memory:
            .gauge
        }
    }

    /// The names of the labels, in the order in which values of labels are given.
    public var labels: [String] {
        switch self {
        case .requests: ["method", "route", "status"]
        case .requestSeconds: ["method", "route"]
        case .queueLength: ["queue"]
        case .remoteWanted, .remoteProved, .remoteProof: ["remote"]
        case .eventStreams, .commits, .libraryReadable, .libraryPhotos, .libraryBytes,
            .workerRestarts, .memory:
            []
        }
    }

    /// The meaning and the unit, as a sentence or more.
    public var help: String {
        switch self {
        case .requests: "Answered requests, by the pattern of the route."
        case .requestSeconds: "Seconds until the answer to a request begins."
        case .eventStreams: "Streams of events that are open."
        case .queueLength:
            "Works that wait for a thread (common, files), and pictures and parts of movies that wait to be made (pictures, movies)."
        case .commits: "Changes that all programs committed to the library while this server runs."
        case .libraryReadable: "1 while the library can be read, else 0."
        case .libraryPhotos: "Photos and videos outside Recently Deleted."
        case .libraryBytes: "Bytes in the files of all photos and videos, also in Recently Deleted."
        case .remoteWanted: "Files that the remote should have."
        case .remoteProved: "Files that were read back from the remote, and whose proofs count."
        case .remoteProof:
            "The time when a file was last read back from the remote, in seconds since 1970. Missing without proofs that count."
        case .workerRestarts:
            "Workers that were given up: they ended, answered too late, or made no sense."
        case .memory: "Bytes of memory that the server uses, without its workers."
        }
    }
}
