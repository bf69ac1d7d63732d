import Glibc

/// Finds the worker program.
package enum WorkerProgram {
    package static let name = "photokit-media"
    package static let variable = "PHOTOKIT_MEDIA_WORKER"

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

    private static func isProgram(_ path: String) -> Bool {
        var status = stat()
        guard unsafe stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            return false
        }
        return unsafe access(path, X_OK) == 0
    }

    private static func runningProgram() -> String? {
        var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
        let length = unsafe readlink("/proc/self/exe", &buffer, buffer.count)
        guard length > 0, length < buffer.count else { return nil }
        return String(decoding: buffer[..<length].map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}
