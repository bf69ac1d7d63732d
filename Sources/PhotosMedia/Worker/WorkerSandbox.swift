/// The state of a worker's sandbox, as the worker reports it.
package struct WorkerSandbox: Sendable, Hashable {
    /// A part of the sandbox, which a worker sets up before it reads the first file.
    package enum Part: String, Sendable, CaseIterable {
        /// The Landlock rules of the kernel, which deny files and the network.
        case landlock
        /// The filter of system calls, which denies calls that decoders do not need: opening files, sockets, processes.
        case seccomp
        /// The limits on memory, computing time, open files and written files.
        case limits
    }

    /// The parts that are active, each with its details.
    package var active: [String: String]
    /// The parts that are missing, each with the reason.
    package var missing: [String: String]
    /// The reason why the worker reads no files; nil if it reads them.
    package var refusal: String?

    package init(
        active: [String: String] = [:],
        missing: [String: String] = [:],
        refusal: String? = nil
    ) {
        self.active = active
        self.missing = missing
        self.refusal = refusal
    }

    /// Returns the parts that are active in two processes, and those that one of them lacks.
    package func common(with other: WorkerSandbox) -> WorkerSandbox {
        WorkerSandbox(
            active: active.filter { other.active[$0.key] != nil },
            missing: missing.merging(other.missing) { first, _ in first },
            refusal: refusal ?? other.refusal
        )
    }

    mutating func code(by coder: inout some MessageCoder) throws(MediaFileError) {
        var active: [String: String]? = active
        var missing: [String: String]? = missing
        try coder.code(&active)
        try coder.code(&missing)
        try coder.code(&refusal)
        self.active = active ?? [:]
        self.missing = missing ?? [:]
    }
}

/// Whether a worker reads files on a system that does not support every part of the sandbox.
package enum SandboxPolicy: String, Sendable {
    /// The worker reads no files unless all parts are active.
    case required
    /// The worker reads files with the parts that the system supports.
    case available

    /// The environment variable with which users choose the policy.
    package static let variable = "PHOTOKIT_MEDIA_WALLS"

    /// Returns the worker's arguments for the policy.
    ///
    /// A worker that gets an unknown word refuses to read files, and reports why.
    package static func arguments(environment: [String: String]) -> [String] {
        ["--walls", environment[variable] ?? required.rawValue]
    }
}
