package import Foundation

/// Runs a program that was built along with the tests, and returns what it printed.
///
/// - Parameters:
///   - program: The name of the program.
///   - arguments: The arguments.
///   - library: The folder of the library that the program uses.
/// - Returns: The exit code, and the lines of the standard output and the standard error.
/// - Throws: The error of a program that cannot be started.
package func runProgram(
    _ program: String,
    _ arguments: [String],
    library: URL
) throws -> (status: Int32, lines: [String]) {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
        .deletingLastPathComponent().appendingPathComponent(program)
    process.arguments = arguments
    process.environment = ProcessInfo.processInfo.environment.merging(
        ["PHOTOKIT_LIBRARY": library.path, "TZ": "UTC"]
    ) { $1 }
    let output = Pipe()
    process.standardOutput = output
    process.standardError = output
    try process.run()
    let text = String(
        decoding: output.fileHandleForReading.readDataToEndOfFile(),
        as: UTF8.self
    )
    process.waitUntilExit()
    return (process.terminationStatus, text.split(separator: "\n").map(String.init))
}
