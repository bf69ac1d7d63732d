import Foundation
import Glibc
import OpenPhotoKit
import Photos
import PhotosTestSupport
import TestPermits
import Testing

/// A program without a handler of its own, started from a terminal.
@Suite(.permit) struct TerminalQuestionTests {
    /// Types a line on a terminal, asks what an application may do whose name turns text around, and writes what became of it
    /// and what the terminal showed.
    private static func ask(typing line: String) async throws {
        var keyboard: Int32 = 0
        var terminal: Int32 = 0
        try #require(openpty(&keyboard, &terminal, nil, nil, nil) == 0)
        let output = dup(STDERR_FILENO)
        dup2(terminal, STDIN_FILENO)
        dup2(terminal, STDERR_FILENO)
        _ = (line + "\n").withCString { write(keyboard, $0, strlen($0)) }

        let folder = try TemporaryFolder()
        let url = folder.url.appendingPathComponent("Asked.photolib", isDirectory: true)
        let owner = try PHPhotoLibrary.open(at: url, create: true, user: .owner)
        let name = "frame\u{202E}"
        try owner.access.setPolicy(.notDetermined)
        let application = try PHPhotoLibrary.open(at: url, user: .application(name))
        let status = await application.withCurrent {
            await PHPhotoLibrary.requestAuthorization(for: .readWrite)
        }
        // A terminal hands on what was typed and what was written piece by piece.
        var bytes = [UInt8](repeating: 0, count: 4_096)
        var shown = ""
        while !shown.contains("would like to use the photos") {
            let count = read(keyboard, &bytes, bytes.count)
            guard count > 0 else { break }
            shown += String(decoding: bytes.prefix(count), as: UTF8.self)
        }
        let text = "status \(status.rawValue), shown: \(shown)"
        _ = text.withCString { write(output, $0, strlen($0)) }
    }

    private func text(_ result: ExitTest.Result?) -> String {
        String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    }

    @Test func `a line that is typed decides, and names cannot steer the terminal`() async {
        let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent])
        {
            try await Self.ask(typing: "s")
        }
        let text = text(result)
        #expect(text.contains("status \(PHAuthorizationStatus.limited.rawValue)"))
        #expect(text.contains("frame? would like to use the photos"))
    }

    @Test func `a line that says nothing decides nothing`() async {
        let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent])
        {
            try await Self.ask(typing: "what?")
        }
        #expect(text(result).contains("status \(PHAuthorizationStatus.notDetermined.rawValue)"))
    }
}
