import Foundation

/// Several processes that change and follow one library for a while; see CONTRIBUTING.md.
@main
struct LibrarySoak {
    static func main() {
        let words = Array(CommandLine.arguments.dropFirst())
        do {
            switch words.first {
            case SoakChild.writer.rawValue, SoakChild.observer.rawValue: try work(words)
            default: try lead(words)
            }
        } catch {
            FileHandle.standardError.write(Data("library-soak: \(error)\n".utf8))
            exit(1)
        }
    }

    private static func lead(_ words: [String]) throws {
        guard let settings = SoakSettings(words) else {
            print(SoakSettings.usage)
            exit(64)
        }
        let (report, faults) = try SoakLeader(settings).run()
        print(report)
        for fault in faults { print("seed \(settings.seed): \(fault)") }
        print(faults.isEmpty ? "Everything holds." : "\(faults.count) faults.")
        exit(faults.isEmpty ? 0 : 1)
    }

    /// The part of a child: requests come line by line, and each gets one line as its answer.
    private static func work(_ words: [String]) throws {
        guard words.count == 5, let child = SoakChild(rawValue: words[0]),
            let number = Int(words[2]), let seed = UInt64(words[3]), let pace = Double(words[4])
        else { throw SoakFault("a child was started with \(words)") }
        let library = URL(fileURLWithPath: words[1], isDirectory: true)
        let role: any SoakRole =
            switch child {
            case .writer: try SoakWriter(library, seed: seed, pace: pace)
            case .observer: try SoakObserver(library, isReadOnly: number == 3)
            }
        say(SoakAnswer())
        while let line = readLine() {
            let request = try JSONDecoder().decode(SoakRequest.self, from: Data(line.utf8))
            do {
                say(try role.answer(request))
            } catch {
                say(SoakAnswer(fault: "\(error)"))
            }
            if case .quit = request { return }
        }
    }

    /// At once, whatever buffers there are.
    private static func say(_ answer: SoakAnswer) {
        guard var line = try? JSONEncoder().encode(answer) else { return }
        line.append(0x0A)
        FileHandle.standardOutput.write(line)
    }
}
