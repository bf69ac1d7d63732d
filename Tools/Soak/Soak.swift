import ArgumentParser
import Foundation

/// Has several processes change and follow one library for a while, and compares what they followed with fresh fetches.
struct Soak: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract:
            "Has processes change and follow one large library, and checks all that they saw.",
        discussion: """
            FOLDER keeps generated libraries, as that of the command generate does; the soak works on a copy.
            """
    )

    @OptionGroup var settings: SoakSettings

    func run() throws {
        let (report, faults) = try SoakLeader(settings).run()
        print(report)
        for fault in faults { print("seed \(settings.seed): \(fault)") }
        print(faults.isEmpty ? "Everything holds." : "\(faults.count) faults.")
        guard faults.isEmpty else { throw ExitCode(1) }
    }
}

/// What one of the soak's processes does.
struct SoakPart: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "soak-part", shouldDisplay: false)

    @Argument var words: [String]

    func run() throws { try Self.work(words) }

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
