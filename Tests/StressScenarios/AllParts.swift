import Foundation
import LibraryExercise
import PhotosTestSupport

extension ScenarioParts {
    /// Plays a part until it is told to quit.
    package static func play(_ arguments: [String]) throws {
        var part = try part(arguments)
        say("ready")
        while let line = readLine() {
            let words = line.split(separator: " ").map(String.init)
            if words == ["quit"] { break }
            do {
                say(try part.answer(words))
            } catch {
                say("fault: \("\(error)".replacingOccurrences(of: "\n", with: "; "))")
            }
        }
        say("quit")
    }

    private static func part(_ arguments: [String]) throws -> any ScenarioPart {
        guard arguments.count >= 3, let seed = UInt64(arguments[2]) else {
            throw Fault("PART LIBRARY SEED …, not \(arguments)")
        }
        let library = URL(fileURLWithPath: arguments[1], isDirectory: true)
        let pace = arguments.lazy.filter { $0.hasPrefix("pace=") }
            .compactMap { Double($0.dropFirst("pace=".count)) }.first
        switch arguments[0] {
        case "soak-writer": return try SoakWriter(library, seed: seed, pace: pace)
        case "soak-editor": return try SoakEditor(library, seed: seed, pace: pace ?? 5)
        case "soak-viewer": return try SoakViewer(library, isReadOnly: seed % 2 == 0)
        case "soak-reader":
            return try SoakReader(library, seed: seed, isTorn: arguments.contains("torn"))
        case "soak-observer": return try SoakObserver(library, isReadOnly: seed % 2 == 0)
        case "soak-checkpointer": return try SoakCheckpointer(library, pace: pace)
        case "clock-worker": return try ClockWorker(library)
        default: throw Fault("there is no part \(arguments[0])")
        }
    }

    /// At once, whatever buffers there are.
    private static func say(_ line: String) {
        FileHandle.standardOutput.write(Data((line + "\n").utf8))
    }
}
