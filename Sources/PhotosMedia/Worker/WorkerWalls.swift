/// The walls around a worker, as it tells of them.
package struct WorkerWalls: Sendable, Hashable {
    /// A thing that a worker gives up before it reads the first file.
    package enum Wall: String, Sendable, CaseIterable {
        /// Files and the network, by rules of the kernel's.
        case landlock
        /// System calls that decoders do not need: opening, sockets, processes.
        case seccomp
        /// Memory, computing time, open and written files.
        case limits
    }

    /// What stands, with what is known of it.
    package var up: [String: String]
    /// What does not stand, and why.
    package var missing: [String: String]
    /// Why the worker reads no files; nil where it does.
    package var refusal: String?

    package init(
        up: [String: String] = [:],
        missing: [String: String] = [:],
        refusal: String? = nil
    ) {
        self.up = up
        self.missing = missing
        self.refusal = refusal
    }

    mutating func code(by coder: inout some MessageCoder) throws(MediaFileError) {
        var up: [String: String]? = up
        var missing: [String: String]? = missing
        try coder.code(&up)
        try coder.code(&missing)
        try coder.code(&refusal)
        self.up = up ?? [:]
        self.missing = missing ?? [:]
    }
}

/// Whether a worker reads files where the system does not give it all walls.
package enum WallsPolicy: String, Sendable {
    /// It does not.
    case required
    /// It does with those that there are.
    case available

    /// Where users say so.
    package static let variable = "PHOTOKIT_MEDIA_WALLS"

    /// How the worker is told: a word that it does not know makes it refuse, and say so.
    package static func arguments(environment: [String: String]) -> [String] {
        ["--walls", environment[variable] ?? required.rawValue]
    }
}
