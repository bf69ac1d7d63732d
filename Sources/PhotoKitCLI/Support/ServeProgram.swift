import Foundation
import Glibc

/// The program `photokit-serve`, which `photokit serve` and `photokit open` start in their own place.
enum ServeProgram {
    static let name = "photokit-serve"
    static let variable = "PHOTOKIT_SERVE"

    /// Returns the paths to try; the first one with a program wins.
    ///
    /// If the variable is set, only its path counts. Otherwise the paths beside the running program come first, then those
    /// in `PATH`, as for `photokit-media`.
    static func candidates(environment: [String: String], program: String?) -> [String] {
        if let named = environment[variable] { return [named] }
        var paths: [String] = []
        if let program, let slash = program.lastIndex(of: "/") {
            let folder = program[..<slash]
            paths += [
                "\(folder)/\(name)",
                "\(folder)/../libexec/\(name)",
                "\(folder)/../libexec/openphotokit/\(name)",
            ]
        }
        let path = environment["PATH"] ?? ""
        // A relative folder in PATH would run a program from the current folder.
        paths += path.split(separator: ":").filter { $0.hasPrefix("/") }.map { "\($0)/\(name)" }
        return paths
    }

    /// Replaces this process with the program.
    ///
    /// - Parameter arguments: The arguments after the program's name.
    /// - Throws: `CommandFailure` where the program is missing or does not start.
    static func run(_ arguments: [String]) throws -> Never {
        let paths = candidates(
            environment: ProcessInfo.processInfo.environment,
            program: runningProgram()
        )
        guard let path = paths.first(where: isProgram) else {
            throw CommandFailure(
                .unavailable,
                "The program photokit-serve was not found. Build it with \"swift build -c release --package-path Serve\", and put it beside photokit or into the path."
            )
        }
        var pointers = ([path] + arguments).map { strdup($0) }
        pointers.append(nil)
        execv(path, &pointers)
        throw CommandFailure(
            .unavailable,
            "\(path) does not start: \(String(cString: strerror(errno))). Install it again."
        )
    }

    private static func isProgram(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
            && access(path, X_OK) == 0
    }

    private static func runningProgram() -> String? {
        var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
        let length = readlink("/proc/self/exe", &buffer, buffer.count)
        guard length > 0, length < buffer.count else { return nil }
        return String(decoding: buffer[..<length].map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}
