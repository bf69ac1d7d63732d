import Foundation

/// The program of exiv2, which reads files as digiKam, darktable and others do.
enum Exiv2 {
    struct Missing: Error, CustomStringConvertible {
        let description =
            "exiv2 is not installed or refused its work, and these tests compare with it. Install exiv2, as "
            + "Scripts/test does."
    }

    /// Returns the values of a file's tags by their names; a tag that is there several times has several values.
    static func read(_ path: String) throws -> [String: [String]] {
        let text = try Tool.run(
            "exiv2",
            ["-q", "-u", "-PEIXkv", "print", path],
            accepts: [0, 1, 253]
        )
        var values: [String: [String]] = [:]
        var last = ""
        let lines = text.dropLast(text.hasSuffix("\n") ? 1 : 0)
        for line in lines.split(separator: "\n", omittingEmptySubsequences: false) {
            let parts = line.split(separator: " ", maxSplits: 1)
            if let name = parts.first, ["Exif.", "Iptc.", "Xmp."].contains(where: name.hasPrefix) {
                last = String(name)
                let value = parts.count > 1 ? parts[1].drop { $0 == " " } : ""
                values[last, default: []].append(String(value))
            } else if let count = values[last]?.count {
                values[last]?[count - 1] += "\n" + line
            }
        }
        return values
    }
}

/// Runs other programs.
enum Tool {
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    /// Returns what a program prints.
    static func run(
        _ name: String,
        _ arguments: [String],
        accepts: Set<Int32> = [0]
    ) throws -> String {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = [name] + arguments
        process.environment = ProcessInfo.processInfo.environment.merging([
            "TZ": "UTC", "LC_ALL": "C.UTF-8",
        ]) { $1 }
        let output = Pipe()
        process.standardOutput = output
        process.standardError = output
        try process.run()
        let data = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        let text = String(decoding: data, as: UTF8.self)
        guard accepts.contains(process.terminationStatus) else {
            throw Failure(
                description:
                    "\(name) ended with \(process.terminationStatus). Install it as Scripts/test does. \(text)"
            )
        }
        return text
    }
}
