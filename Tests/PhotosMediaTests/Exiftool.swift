import Foundation
import Testing

/// The program that the facts are compared with.
enum Exiftool {
    struct Missing: Error, CustomStringConvertible {
        let description =
            "exiftool is not installed or refused its work, and these tests compare with it. Install "
            + "libimage-exiftool-perl, as Scripts/test does."
    }

    /// What it says of files, one object each, names with or without their groups.
    static func read(_ paths: [String], groups: Bool = false) throws -> [[String: String]] {
        let options =
            ["-j", "-n", "-a", "-sep", "; ", "-api", "QuickTimeUTC"] + (groups ? ["-G1"] : [])
        let data = try run(options + paths)
        let list = try #require(JSONSerialization.jsonObject(with: data) as? [[String: Any]])
        return list.map { $0.mapValues { "\($0)" } }
    }

    /// Writes tags, the commands parted by "-execute".
    static func write(_ commands: [String]) throws {
        _ = try run(commands, acceptsWarnings: true)
    }

    static func number(_ text: String?) -> Double? {
        text.flatMap { Double($0) }
    }

    private static func run(_ arguments: [String], acceptsWarnings: Bool = false) throws -> Data {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = ["exiftool"] + arguments
        // Its zone must be none of the places that the tests use.
        process.environment = ProcessInfo.processInfo.environment.merging(["TZ": "UTC"]) { $1 }
        let output = Pipe()
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.run()
        let data = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        guard process.terminationStatus == 0 || acceptsWarnings else { throw Missing() }
        return data
    }
}
