import Foundation
import PhotosMedia

/// The command `photokit-media facts FILE` for users, which prints the facts that the library gets.
enum FactsCommand {
    static let usage = """
        usage: photokit-media facts FILE   print what the file says of itself, as JSON
               photokit-media --version    print the versions of the decoders

        Without arguments the program serves a photo library over its standard input.
        """

    /// Runs the command.
    ///
    /// The exit code is 0, 1 for a file that gives no facts, or 66 for a file that cannot be opened.
    static func run(_ path: String) -> Int32 {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else {
            complain("The file could not be opened: \(systemMessage(errno)).")
            return 66
        }
        defer { close(descriptor) }
        let zone = TimeZone.current
        Decoders.prepare()
        let options = SandboxOptions(
            SandboxPolicy.arguments(environment: ProcessInfo.processInfo.environment)[...]
        )
        if let refusal = Sandbox.enter(options, for: .reading).refusal {
            complain("\(MediaWorkerError(.noSandbox, refusal))")
            return 1
        }
        do {
            let facts = try FileFacts.read(descriptor, zone: zone).facts
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
            encoder.dateEncodingStrategy = .iso8601
            print(String(decoding: try encoder.encode(facts), as: UTF8.self))
            return 0
        } catch {
            complain("\(error)")
            return 1
        }
    }

    static func complain(_ text: String) {
        FileHandle.standardError.write(Data((text + "\n").utf8))
    }
}
