import Glibc

/// Finds the worker program.
package enum WorkerProgram {
    package static let name = "photokit-media"
    /// The program that ``name`` starts in its own place if decoders are needed.
    package static let decodersName = "photokit-decoders"
    /// The option with which ``decodersName`` gets the version that it must have.
    package static let versionOption = "--of"
    /// The task of a process of ``decodersName`` that starts the workers, see ``ForkServer``.
    package static let forkTask = "fork"
    package static let variable = "PHOTOKIT_MEDIA_WORKER"
    /// The version of this package.
    ///
    /// A worker of another version may lack features, or answer differently.
    package static let version = "0.2.0"

    /// Returns why a program of another version is not used, and what to do.
    ///
    /// - Parameters:
    ///   - found: The version of the other program; nil if it is unknown.
    ///   - needed: The version that it must have.
    /// - Returns: A part of a sentence about the other program.
    package static func mismatch(_ found: String?, needed: String = version) -> String {
        "it is of version \(found ?? "unknown"), and \(needed) is needed; install all programs of one version, then start this program again"
    }

    /// Returns the paths to try; the first one with a program wins.
    ///
    /// If the variable is set, only its path counts. A wrong path is reported rather than skipped, and an empty one
    /// means to do without a worker. Otherwise the paths beside the running program come first, then those in `PATH`.
    package static func candidates(
        environment: [String: String],
        program: String?
    ) -> [String] {
        if let named = environment[variable] {
            return named.isEmpty ? [] : [named]
        }
        return InstalledProgram.paths(of: name, environment: environment, program: program)
    }

    /// Returns the path of the program with the decoders, for the worker program; nil if there is none.
    ///
    /// The paths beside the running program come first, then those in `PATH`.
    package static func findDecoders(environment: [String: String]) -> String? {
        InstalledProgram.paths(
            of: decodersName,
            environment: environment,
            program: InstalledProgram.running()
        ).first(where: InstalledProgram.isProgram)
    }

    /// Returns the path of the worker program; nil if there is none.
    package static func findWorker(environment: [String: String]) -> String? {
        candidates(environment: environment, program: InstalledProgram.running())
            .first(where: InstalledProgram.isProgram)
    }

    /// Returns the program to start for a kind of worker, and its first arguments.
    ///
    /// The program with decoders is started directly if it is beside the worker program, which saves one start. Otherwise
    /// the worker program finds and starts it. A script in place of the worker program always starts both programs,
    /// because the script may add a sandbox of its own.
    static func command(for kind: WorkerKind, program: String) -> (path: String, [String]) {
        guard kind == .decoder else { return (program, []) }
        if let decoders = decodersPath(beside: program) {
            return (decoders, [versionOption, version, kind.rawValue])
        }
        return (program, [kind.rawValue])
    }

    /// Returns the program to start as a ``ForkServer``, and its first arguments; nil if each worker must be started by
    /// itself, as ``command(for:_:)`` says.
    static func forkCommand(_ program: String) -> (path: String, [String])? {
        decodersPath(beside: program).map { ($0, [versionOption, version, forkTask]) }
    }

    private static func decodersPath(beside program: String) -> String? {
        guard let slash = program.lastIndex(of: "/"), !isScript(program) else { return nil }
        let decoders = "\(program[..<slash])/\(decodersName)"
        return InstalledProgram.isProgram(decoders) ? decoders : nil
    }

    /// Whether a file names its interpreter in its first line, or cannot be read.
    private static func isScript(_ path: String) -> Bool {
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return true }
        defer { close(descriptor) }
        var start: [UInt8] = [0, 0, 0, 0]
        let count = unsafe read(descriptor, &start, start.count)
        return count < start.count || start != [0x7F] + Array("ELF".utf8)
    }

    /// Returns the reason why ``findWorker(environment:)`` finds no program.
    package static func absence(environment: [String: String]) -> MediaWorkerError {
        if environment[variable]?.isEmpty == true {
            return MediaWorkerError(.notFound, "\(variable) is empty, which says to do without")
        }
        let paths = candidates(environment: environment, program: InstalledProgram.running())
        // Unless the variable names a path, a missing file is no fault: the path was only a guess.
        let faults = paths.compactMap { path -> String? in
            let isThere = unsafe access(path, F_OK) == 0
            guard isThere || environment[variable] != nil else { return nil }
            return InstalledProgram.fault(of: path).map { "\(path): \($0)" }
        }
        return MediaWorkerError(.notFound, faults.first)
    }
}
