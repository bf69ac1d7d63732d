import Glibc

/// Finds the worker program.
package enum WorkerProgram {
    package static let name = "photokit-media"
    package static let variable = "PHOTOKIT_MEDIA_WORKER"
    /// The version of this package: a worker of another one may know less, or answer otherwise.
    package static let version = "0.1.0"

    /// The places to look at, the first that holds a program wins.
    ///
    /// Where the variable is set, it alone counts: a wrong one is reported and not passed over, and an empty
    /// one means to do without. Else the places beside the running program, then those of the path.
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
        // A relative part of the path would run whatever lies in the current folder.
        places += path.split(separator: ":").filter { $0.hasPrefix("/") }.map { "\($0)/\(name)" }
        return places
    }

    /// The worker program, or nil when there is none.
    package static func find(environment: [String: String]) -> String? {
        candidates(environment: environment, program: runningProgram()).first(where: isProgram)
    }

    /// Why ``find(environment:)`` finds none.
    package static func absence(environment: [String: String]) -> MediaWorkerError {
        if environment[variable]?.isEmpty == true {
            return MediaWorkerError(.notFound, "\(variable) is empty, which says to do without")
        }
        let paths = candidates(environment: environment, program: runningProgram())
        // Without a name that somebody gave, a file that is not there is none of the program's.
        let faults = paths.compactMap { path -> String? in
            let isThere = unsafe access(path, F_OK) == 0
            guard isThere || environment[variable] != nil else { return nil }
            return fault(of: path).map { "\(path): \($0)" }
        }
        return MediaWorkerError(.notFound, faults.first)
    }

    private static func isProgram(_ path: String) -> Bool { fault(of: path) == nil }

    /// Why a path is not that of a program; nil where it is.
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
