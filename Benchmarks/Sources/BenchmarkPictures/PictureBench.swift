import Foundation

/// What all figures of pictures share: programs, files, and how runs take turns.
struct PictureBench {
    let programs: URL
    let limits: URL
    let material: PictureMaterial
    let rounds: Int

    /// Seconds for a file, by the worker.
    func ours(_ kind: String, _ files: [String]) throws -> Double {
        try perFile("\(programs.path)/picture-loop", [kind] + files)
    }

    /// Seconds for a file, by the limit program.
    func theirs(_ kind: String, _ files: [String]) throws -> Double {
        try perFile("\(limits.path)/pictures", [kind] + files)
    }

    private func perFile(_ program: String, _ words: [String]) throws -> Double {
        struct Samples: Decodable { var samples: [Double] }
        let output = try Command.run(program, words)
        let samples = try JSONDecoder().decode(Samples.self, from: Data(output.utf8))
        return middle(samples.samples) / 1e9
    }

    /// Runs contestants in turns, and gives the median of each in seconds.
    func inTurns(_ contestants: [() throws -> Double]) throws -> [Double] {
        var results = [[Double]](repeating: [], count: contestants.count)
        for round in 0..<rounds {
            // The order changes, so that none of them always comes after the same other one.
            for index in contestants.indices.map({ ($0 + round) % contestants.count }) {
                results[index].append(try contestants[index]())
            }
        }
        return results.map(middle)
    }
}

/// The median.
func middle(_ values: [Double]) -> Double {
    let sorted = values.sorted()
    guard !sorted.isEmpty else { return .nan }
    return (sorted[(sorted.count - 1) / 2] + sorted[sorted.count / 2]) / 2
}

/// Programs, run to their end.
enum Command {
    struct Failed: Error, CustomStringConvertible {
        let description: String
    }

    /// Returns what the program printed.
    @discardableResult
    static func run(_ program: String, _ words: [String]) throws -> String {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = [program] + words
        process.standardInput = FileHandle.nullDevice
        let pipe = Pipe()
        process.standardOutput = pipe
        try process.run()
        let data = pipe.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else {
            let command = ([program] + words.prefix(8)).joined(separator: " ")
            throw Failed(description: "\(command) ended with \(process.terminationStatus).")
        }
        return String(decoding: data, as: UTF8.self)
    }
}
