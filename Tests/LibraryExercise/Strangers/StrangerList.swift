package import Foundation
import Glibc
package import PhotosStore
import PhotosTestSupport

/// Examines libraries one after another in one process, and says before and after each where it is: whoever reads that
/// knows which one killed it.
package struct StrangerList {
    /// The most seconds that one library takes.
    private static let patience: UInt32 = 100

    /// - Parameters:
    ///   - folders: The libraries.
    ///   - isTrusting: Whether a ``TrustingProgram`` uses them in place of the engine.
    ///   - environment: What the engine takes from the world; a new one for each library.
    /// - Throws: what the verdicts cannot be written for.
    package static func examine(
        _ folders: [URL],
        isTrusting: Bool = false,
        _ environment: () -> EngineEnvironment
    ) throws {
        for (index, folder) in folders.enumerated() {
            say("begin \(index)")
            // Ends the process where it hangs.
            alarm(patience)
            let verdict: StrangerExamination.Verdict
            if isTrusting {
                verdict = TrustingProgram(folder).run()
            } else {
                var examination = StrangerExamination(
                    folder,
                    scratch: folder.appendingPathExtension("backup"),
                    environment: environment()
                )
                verdict = examination.run()
            }
            alarm(0)
            let words = try JSONEncoder().encode(verdict)
            say("end \(index) " + String(decoding: words, as: UTF8.self))
        }
    }

    private static func say(_ line: String) {
        FileHandle.standardOutput.write(Data((line + "\n").utf8))
    }

    /// What a process said, by the number of the library; those that it did not come to are missing.
    package static func read(
        _ output: String
    ) throws -> (verdicts: [Int: StrangerExamination.Verdict], unfinished: Int?) {
        var verdicts: [Int: StrangerExamination.Verdict] = [:]
        var unfinished: Int?
        for line in output.split(separator: "\n") {
            let words = line.split(separator: " ", maxSplits: 2)
            guard words.count >= 2, let number = Int(words[1]) else { continue }
            if words[0] == "begin" { unfinished = number }
            if words[0] == "end", words.count == 3 {
                verdicts[number] = try JSONDecoder().decode(
                    StrangerExamination.Verdict.self,
                    from: Data(words[2].utf8)
                )
                unfinished = nil
            }
        }
        return (verdicts, unfinished)
    }

    /// Makes a library with something of everything, and may leave its last blocks in SQLite's log as a process does
    /// that dies.
    package static func prepare(
        _ folder: URL,
        seed: UInt64,
        leavingLog: Bool,
        _ environment: EngineEnvironment
    ) throws {
        try PreparedLibrary.make(at: folder, seed: seed)
        var environment = environment
        environment.smallestSavedList = 2
        let store = try Library.open(folder, environment: environment)
        let rows = try store.records.fetch(FetchPlan(.assets)).rows
        for resource in try store.records.resources(ofAssets: rows).values.joined() {
            _ = try? store.pictures.preview(.grid, of: resource)
        }
        for row in rows {
            guard let record = try store.records.assets([row]).records[row],
                record.trashedDate == nil
            else {
                continue
            }
            try store.commit(
                .set(record.uuid, [.caption: .text("caption \(row)"), .rating: .integer(3)])
            )
        }
        if leavingLog { _exit(0) }
        store.close()
    }
}
