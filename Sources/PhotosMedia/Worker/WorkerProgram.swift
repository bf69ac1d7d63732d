import Glibc

/// Finds the worker program.
package enum WorkerProgram {
    package static let name = "photokit-media"
    package static let variable = "PHOTOKIT_MEDIA_WORKER"
    /// The version of this package.
    ///
    /// A worker of another version may lack features, or answer differently.
    package static let version = "0.1.0"

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
        var places: [String] = []
        if let program, let slash = program.lastIndex(of: "/") {
            let folder = program[..<slash]
            places += [
                "\(folder)/\(name)",
                "\(folder)/../libexec/\(name)",
                "\(folder)/../libexec/openphotokit/\(name)",
            ]
        }
        let path = environment["PATH"] ?? ""
        // A relative folder in PATH would run a program from the current folder.
        places += path.split(separator: ":").filter { $0.hasPrefix("/") }.map { "\($0)/\(name)" }
        return places
    }

    /// Returns the path of the worker program; nil if there is none.
    package static func find(environment: [String: String]) -> String? {
        candidates(environment: environment, program: runningProgram()).first(where: isProgram)
    }

    /// Returns the reason why ``find(environment:)`` finds no program.
    package static func absence(environment: [String: String]) -> MediaWorkerError {
        if environment[variable]?.isEmpty == true {
            return MediaWorkerError(.notFound, "\(variable) is empty, which says to do without")
        }
        let paths = candidates(environment: environment, program: runningProgram())
        // Unless the variable names a path, a missing file is no fault: the path was only a guess.
        let faults = paths.compactMap { path -> String? in
            let isThere = unsafe access(path, F_OK) == 0
            guard isThere || environment[variable] != nil else { return nil }
            return fault(of: path).map { "\(path): \($0)" }
        }
        return MediaWorkerError(.notFound, faults.first)
    }

    private static func isProgram(_ path: String) -> Bool { fault(of: path) == nil }

    /// Returns the reason why no program can be run at a path; nil if there is one.
    private static func fault(of path: String) -> String? {
        var status = stat()
        guard unsafe stat(path, &status) == 0 else {
            return errno == ENOENT ? "there is no such file" : systemMessage(errno)
        }
        guard status.st_mode & S_IFMT == S_IFREG else { return "it is no file" }
        return unsafe access(path, X_OK) == 0 ? nil : "it may not be executed"
    }

    private static func runningProgram() -> String? {
        var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
        let length = unsafe readlink("/proc/self/exe", &buffer, buffer.count)
        guard length > 0, length < buffer.count else { return nil }
        return String(decoding: buffer[..<length].map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}
