import Foundation
import Glibc

/// Runs programs in turns and keeps what they measured.
final class Runner {
    private let libraries: URL
    private let programs: URL
    private let limits: URL
    private let rounds: Int
    private let work: URL
    private var known: [String: [[Double]]] = [:]
    private var units: [String: String] = [:]

    init(libraries: URL, limits: URL, rounds: Int) throws {
        self.libraries = libraries
        self.limits = limits
        self.rounds = rounds
        programs = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
            .deletingLastPathComponent()
        work = libraries.appendingPathComponent(".work", isDirectory: true)
        try? FileManager.default.removeItem(at: work)
        try FileManager.default.createDirectory(at: work, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: work) }

    /// The samples of a figure and of its limit, a list for each round.
    struct Rounds {
        var ours: [[Double]]
        var limit: [[Double]]
        var unit: String
    }

    /// Runs a figure and its limit in turns; what another row has measured already is taken from there.
    func measure(_ figure: Figure, _ size: Size) throws -> Rounds {
        let (own, other) = (key(figure.program, size), figure.limit.map { key($0, size) })
        let wantsOurs = known[own] == nil
        let wantsLimit = other.map { known[$0] == nil } ?? false
        let ourCopy = try wantsOurs ? copy(size, "ours", isFresh: figure.writes) : nil
        let limitCopy = try wantsLimit ? copy(size, "limit", isFresh: figure.writes) : nil
        if figure.writes { sync() }
        for _ in 0..<rounds {
            if let ourCopy, let samples = try run(figure.program, size, ourCopy) {
                known[own, default: []].append(samples.samples)
                units[own] = samples.unit
            }
            if let limitCopy, let other, let program = figure.limit,
                let samples = try run(program, size, limitCopy)
            {
                known[other, default: []].append(samples.samples)
            }
        }
        // The copies of the largest libraries are large, and only those that are not written serve again.
        if figure.writes {
            for copy in [ourCopy, limitCopy].compactMap(\.self) {
                try? FileManager.default.removeItem(at: copy)
            }
        }
        return Rounds(
            ours: known[own] ?? [],
            limit: other.flatMap { known[$0] } ?? [],
            unit: units[own] ?? "ns"
        )
    }

    private func key(_ program: Figure.Program, _ size: Size) -> String { "\(program) \(size)" }

    private func copy(_ size: Size, _ owner: String, isFresh: Bool) throws -> URL {
        let name = isFresh ? "\(owner)-\(size.rawValue)" : "reading-\(owner)-\(size.rawValue)"
        let copy = work.appendingPathComponent("\(name).photolib", isDirectory: true)
        if isFresh { try? FileManager.default.removeItem(at: copy) }
        guard !FileManager.default.fileExists(atPath: copy.path) else { return copy }
        let source = libraries.appendingPathComponent("\(size.rawValue).photolib")
        let command = Process()
        command.executableURL = URL(fileURLWithPath: "/bin/cp")
        command.arguments = ["-r", "--reflink=auto", source.path, copy.path]
        try command.run()
        command.waitUntilExit()
        guard command.terminationStatus == 0 else { throw CocoaError(.fileWriteUnknown) }
        return copy
    }

    struct Samples: Decodable {
        var unit: String
        var samples: [Double]
    }

    /// Nil for a program that fails or takes too long, with a word about it.
    private func run(_ program: Figure.Program, _ size: Size, _ copy: URL) throws -> Samples? {
        let result = work.appendingPathComponent("result.json")
        try? FileManager.default.removeItem(at: result)
        let process = Process()
        process.environment = ProcessInfo.processInfo.environment.merging([
            "OPENPHOTOKIT_BENCHMARK_LIBRARIES": libraries.path,
            "OPENPHOTOKIT_BENCHMARK_COPY": copy.path,
            "OPENPHOTOKIT_BENCHMARK_RESULT": result.path,
            "BENCHMARK_DISABLE_JEMALLOC": "1",
        ]) { _, new in new }
        var output: FileHandle = .nullDevice
        switch program {
        case .benchmark(let name):
            process.executableURL = programs.appendingPathComponent("OpenPhotoKitBenchmarks")
            process.arguments = ["--filter", "\(name) at \(size.rawValue)"]
        case .process(let name):
            process.executableURL = programs.appendingPathComponent("BenchmarkProcess")
            process.arguments = [name, size.rawValue]
        case .limit(let name, let words):
            process.executableURL = limits.appendingPathComponent(name)
            let database = copy.appendingPathComponent("database/library.sqlite")
            process.arguments = [database.path] + words
            FileManager.default.createFile(atPath: result.path, contents: nil)
            output = try FileHandle(forWritingTo: result)
        }
        process.standardOutput = output
        try process.run()
        let deadline = Date().addingTimeInterval(60)
        while process.isRunning, Date() < deadline { usleep(5_000) }
        if process.isRunning { process.terminate() }
        process.waitUntilExit()
        guard process.terminationStatus == 0, let data = try? Data(contentsOf: result),
            let samples = try? JSONDecoder().decode(Samples.self, from: data),
            !samples.samples.isEmpty
        else {
            BenchmarkTable.say("  \(program) at \(size.rawValue) gave nothing")
            return nil
        }
        return samples
    }
}
