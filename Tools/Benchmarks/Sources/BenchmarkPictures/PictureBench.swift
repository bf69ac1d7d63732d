import Foundation
import ProgramRuns

/// What all figures of pictures share: programs, files, and how runs take turns.
struct PictureBench {
    let programs: URL
    let limits: URL
    let material: PictureMaterial
    let rounds: Int

    /// Seconds for a file, by the worker.
    func ours(_ kind: String, _ files: [String]) throws -> Double {
        try perFile(
            "\(programs.path)/photokit-dev",
            ["figures", "pictures", kind] + files
        )
    }

    /// Seconds for a file, by the limit program.
    func theirs(_ kind: String, _ files: [String]) throws -> Double {
        try perFile("\(limits.path)/pictures", [kind] + files)
    }

    private func perFile(_ program: String, _ words: [String]) throws -> Double {
        struct Samples: Decodable { var samples: [Double] }
        let output = try Run(named: program, words).output
        let samples = try JSONDecoder().decode(Samples.self, from: Data(output.utf8))
        return median(samples.samples) / 1e9
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
        return results.map(median)
    }
}

extension Table {
    /// A figure on one core beside one contestant, both in seconds for a file.
    mutating func add(
        _ number: Int,
        _ operation: String,
        _ ours: Double,
        beside name: String,
        _ theirs: Double,
        atLeast target: Double
    ) {
        func rate(_ seconds: Double) -> String { String(format: "%.1f a second", 1 / seconds) }
        add(
            "\(number). \(operation), one core",
            rate(ours),
            "\(name): \(rate(theirs))",
            theirs / ours,
            atLeast: target
        )
    }
}
