import Foundation
import Lab

/// `library-lab short|long [--only RIG[,RIG]] [--seed N] [--count N] [--minutes M] [--json FILE]`: runs rigs and prints
/// their table.
///
/// `--minutes` is the most that each of them takes; what it did not reach then counts as skipped. The program ends
/// with 1 when one of them found something or did not end.
private struct LabProgram {
    var length = LabLength.short
    var only: [String]?
    var seed = UInt64.random(in: 1...999_999)
    var count: Int?
    var limit: Duration?
    var json: URL?

    init(_ arguments: [String]) throws {
        var rest = arguments[...]
        guard let first = rest.popFirst(), let length = LabLength(rawValue: first) else {
            throw Usage()
        }
        self.length = length
        while let option = rest.popFirst() {
            guard let value = rest.popFirst() else { throw Usage() }
            switch option {
            case "--only": only = value.split(separator: ",").map(String.init)
            case "--seed":
                guard let number = UInt64(value) else { throw Usage() }
                seed = number
            case "--count":
                guard let number = Int(value), number > 0 else { throw Usage() }
                count = number
            case "--minutes":
                guard let number = Double(value), number > 0 else { throw Usage() }
                limit = .seconds(number * 60)
            case "--json": json = URL(fileURLWithPath: value)
            default: throw Usage()
            }
        }
        let unknown = (only ?? []).filter { name in !Lab.rigs.contains { $0.name == name } }
        guard unknown.isEmpty else { throw Usage() }
    }

    func run() async throws -> Bool {
        var results: [RigResult] = []
        for rig in Lab.rigs where only?.contains(rig.name) != false {
            FileHandle.standardError.write(Data("== \(rig.name)\n".utf8))
            let result = await Lab.run(
                rig,
                length,
                count: count,
                seed: seed,
                limit: limit
            )
            for violation in result.report?.violations.prefix(20) ?? [] {
                FileHandle.standardError.write(Data("\(rig.name): \(violation)\n".utf8))
            }
            results.append(result)
            if let json { try JSONEncoder().encode(results).write(to: json) }
        }
        print(LabTable(results).text)
        return results.allSatisfy(\.isGood)
    }

    struct Usage: Error {
        var text: String {
            """
            usage: library-lab short|long [--only RIG[,RIG]] [--seed N] [--count N] [--minutes M] [--json FILE]
            rigs: \(Lab.rigs.map(\.name).joined(separator: " "))

            """
        }
    }
}

do {
    // What rigs ask of processes of their own.
    if let part = LabParts.named {
        try LabParts.play(part)
        exit(0)
    }
    let program = try LabProgram(Array(CommandLine.arguments.dropFirst()))
    exit(try await program.run() ? 0 : 1)
} catch let usage as LabProgram.Usage {
    FileHandle.standardError.write(Data(usage.text.utf8))
    exit(64)
} catch {
    FileHandle.standardError.write(Data("library-lab: \(error)\n".utf8))
    exit(1)
}
