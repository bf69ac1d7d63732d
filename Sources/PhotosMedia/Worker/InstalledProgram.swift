import Glibc

/// Finds the programs of this software that other programs start.
package enum InstalledProgram {
    /// Returns the paths of a program beside another program, then those in `PATH`.
    ///
    /// - Parameters:
    ///   - name: The name of the program.
    ///   - environment: The environment with `PATH`.
    ///   - program: The path of the running program; nil where it is unknown.
    /// - Returns: Absolute paths, in the order of preference.
    package static func paths(
        of name: String,
        environment: [String: String],
        program: String?
    ) -> [String] {
        var paths: [String] = []
        if let program, let slash = program.lastIndex(of: "/") {
            let folder = program[..<slash]
            paths += [
                "\(folder)/\(name)",
                "\(folder)/../libexec/\(name)",
                "\(folder)/../libexec/openphotokit/\(name)",
            ]
        }
        return paths + pathCandidates(of: name, environment: environment)
    }

    /// Returns the paths that a program may have below the folders of `PATH`.
    package static func pathCandidates(of name: String, environment: [String: String]) -> [String] {
        // A relative folder in PATH would run a program from the current folder.
        (environment["PATH"] ?? "").split(separator: ":").filter { $0.hasPrefix("/") }
            .map { "\($0)/\(name)" }
    }

    /// Returns whether a path leads to a file that may be executed.
    package static func isProgram(_ path: String) -> Bool { fault(of: path) == nil }

    /// Returns the reason why no program can be run at a path; nil if there is one.
    static func fault(of path: String) -> String? {
        var status = stat()
        guard unsafe stat(path, &status) == 0 else {
            return errno == ENOENT ? "there is no such file" : systemMessage(errno)
        }
        guard status.st_mode & S_IFMT == S_IFREG else { return "it is not a file" }
        return unsafe access(path, X_OK) == 0 ? nil : "it may not be executed"
    }

    /// Returns the path of the running program; nil where it is unknown.
    package static func running() -> String? {
        var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
        let length = unsafe readlink("/proc/self/exe", &buffer, buffer.count)
        guard length > 0, length < buffer.count else { return nil }
        return String(decoding: buffer[..<length].map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}
