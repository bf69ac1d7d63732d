import Foundation

/// The programs that upload photos of a library in the background, and their jobs.
///
/// A program makes jobs (`PHAssetResourceUploadJob`), and the host carries them out:
/// ``Photos/PHPhotoLibrary/runUploads(_:isMetered:events:)``, which `photokit uploads run` calls.
public enum LibraryUploads {
    /// A program that the owner lets upload.
    public struct Program: Hashable, Sendable, Codable {
        /// The absolute path.
        public var path: String
        /// The name under which it uses the library, by which the owner decides about its access.
        public var client: String
        /// Whether it is started: a program can pause itself, and go on.
        public var isEnabled: Bool
        /// Whether its jobs keep off metered networks.
        public var preventsExpensiveNetworkAccess: Bool
        /// Why it is not started, with what to do; nil where nothing forbids it.
        public var problem: String?
    }

    /// The number of jobs of a client in each state.
    public struct JobCounts: Hashable, Sendable, Codable {
        /// The name of the client; empty for the owner.
        public var client: String
        /// Jobs that wait.
        public var waiting = 0
        /// Jobs under way.
        public var pending = 0
        /// Jobs that failed, and that the program has not acknowledged.
        public var failed = 0
        /// Jobs that succeeded, and that the program has not acknowledged.
        public var succeeded = 0
    }

    /// A job that failed.
    public struct Failure: Hashable, Sendable, Codable {
        /// The name of the client; empty for the owner.
        public var client: String
        /// The name of the file.
        public var filename: String
        /// The host to which it was to go; nil for a download.
        public var host: String?
        /// When it failed.
        public var date: Date
        /// The status of the answer, where there was one.
        public var status: Int?
        /// The reason.
        public var reason: FailureReason
    }

    /// The programs of a library and their jobs.
    public struct Status: Hashable, Sendable {
        /// The named programs.
        public var programs: [Program]
        /// The numbers of jobs by client, in the order of their names.
        public var counts: [JobCounts]
        /// The newest failures, the newest first.
        public var failures: [Failure]
    }

    /// The choices of whoever runs the host.
    public struct HostOptions: Hashable, Sendable {
        /// The number of transfers at a time.
        public var parallel = 4
        /// The seconds that a program has for its answer.
        public var programSeconds = 60.0
        /// A PEM file with certificates to trust beside the system's.
        public var certificates: URL?
        /// Whether the host ends when nothing is left to do now.
        public var endsWhenIdle = false

        /// Makes the usual choices.
        public init() {}
    }

    /// What the host tells.
    ///
    /// No event has anything of a request but its host.
    public struct Event: Hashable, Sendable, Codable {
        /// The kinds of events.
        public enum Kind: String, Hashable, Sendable, Codable, CaseIterable {
            /// A program was started.
            case started
            /// A program answered: `message` is `completed`, `processing` or `failure`.
            case answered
            /// A program wrote a line, the `message`.
            case wrote
            /// A program is not run, or did not answer.
            case problem
            /// A job succeeded.
            case succeeded
            /// A job failed.
            case failed
            /// A job is tried again later.
            case postponed
        }

        /// The kind.
        public var event: Kind
        /// The path of the program.
        public var program: String?
        /// The client of the job; empty for the owner.
        public var client: String?
        /// The name of the job's file.
        public var filename: String?
        /// The host of the job's request.
        public var host: String?
        /// The status of the answer.
        public var status: Int?
        /// The seconds until a job is tried again.
        public var seconds: Int?
        /// A sentence, an answer or a line.
        public var message: String?

        init(_ event: Kind) { self.event = event }
    }
}
