public import Foundation
import Glibc

/// The program `photokit-serve`, which shows the library's page and the picker in a browser.
public enum ServeProgram {
    /// The name of the program.
    public static let name = "photokit-serve"
    /// The environment variable with the path of another program.
    public static let variable = "PHOTOKIT_SERVE"

    /// A sentence about the missing program that says what to do.
    public static let missing =
        "The program photokit-serve was not found. Install it with Scripts/install-photokit, or name its path in PHOTOKIT_SERVE."

    /// Returns the path of the program; nil where there is none.
    ///
    /// - Parameter environment: The environment with `PATH` and `PHOTOKIT_SERVE`.
    /// - Returns: The path, or nil.
    public static func path(
        environment: [String: String] = ProcessInfo.processInfo.environment
    ) -> String? {
        candidates(environment: environment, program: runningProgram()).first(where: isProgram)
    }

    /// Returns the paths to try; the first one with a program wins.
    ///
    /// If the variable is set, only its path counts. Otherwise the paths beside the running program come first, then those
    /// in `PATH`, as for `photokit-media`.
    ///
    /// - Parameters:
    ///   - environment: The environment with `PATH` and `PHOTOKIT_SERVE`.
    ///   - program: The path of the running program; nil where it is unknown.
    /// - Returns: Absolute paths, in the order of preference.
    public static func candidates(environment: [String: String], program: String?) -> [String] {
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
        return paths + inPath(name, environment)
    }

    /// Returns the paths that a program may have below the folders of `PATH`.
    static func inPath(_ name: String, _ environment: [String: String]) -> [String] {
        // A relative folder in PATH would run a program from the current folder.
        (environment["PATH"] ?? "").split(separator: ":").filter { $0.hasPrefix("/") }
            .map { "\($0)/\(name)" }
    }

    static func isProgram(_ path: String) -> Bool {
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
