import Dispatch
import Foundation
import Glibc
import PhotosBase
import PhotosRemotes
import PhotosTestSupport
import Synchronization
import TestPermits
import Testing

/// Programs that upload, with shell scripts in their place.
@Suite(.permit) struct ExtensionProcessTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// The events of a process, as words, and the wait for its end.
    private final class Events: Sendable {
        private let words = Mutex<[String]>([])
        private let hasEnded = DispatchSemaphore(value: 0)
        private let arrived = DispatchSemaphore(value: 0)

        @Sendable func note(_ event: ExtensionProcess.Event) {
            let word =
                switch event {
                case .answered(let message): message?.rawValue ?? "silent"
                case .wrote(let line): "wrote " + line
                case .ended: "ended"
                }
            words.withLock { $0.append(word) }
            arrived.signal()
            if case .ended = event { hasEnded.signal() }
        }

        func waitForEnd() -> [String] {
            hasEnded.wait()
            return words.withLock { $0 }
        }

        /// Waits for the first line that the program writes.
        func waitForLine() -> String {
            while true {
                let line = words.withLock { $0.first { $0.hasPrefix("wrote ") } }
                if let line { return String(line.dropFirst(6)) }
                arrived.wait()
            }
        }

        func wait(for word: String) {
            while !words.withLock({ $0.contains(word) }) { arrived.wait() }
        }
    }

    private func start(_ script: String, _ events: Events) throws -> ExtensionProcess {
        let program = folder.url.appendingPathComponent(UUID().uuidString)
        try Data("#!/bin/sh\n\(script)\n".utf8).write(to: program)
        chmod(program.path, 0o755)
        return try ExtensionProcess(
            program.path,
            environment: ["PATH": "/usr/bin:/bin", "KEPT": "yes"],
            notify: events.note
        )
    }

    @Test func `a program is asked, answers, writes and ends`() throws {
        let events = Events()
        let process = try start(
            """
            read -r line <&$OPENPHOTOKIT_EXTENSION_CHANNEL
            echo "asked to $line, $KEPT"; echo "an error" >&2
            echo completed >&$OPENPHOTOKIT_EXTENSION_CHANNEL
            """,
            events
        )
        let words = withExtendedLifetime(process) { events.waitForEnd() }
        #expect(words.last == "ended")
        // The answer and all output are known before the end.
        #expect(words.filter { !$0.hasPrefix("wrote") } == ["completed", "silent", "ended"])
        #expect(
            words.filter { $0.hasPrefix("wrote") } == [
                "wrote asked to process, yes", "wrote an error",
            ]
        )
    }

    @Test func `a program learns that it ends soon, and ends when the connection does`() throws {
        let events = Events()
        let process = try start(
            """
            exec 4<&$OPENPHOTOKIT_EXTENSION_CHANNEL
            read -r first <&4; echo started
            read -r second <&4; echo "told to $second"
            read -r third <&4 || echo "no more"
            """,
            events
        )
        events.wait(for: "wrote started")
        process.announceEnd()
        events.wait(for: "wrote told to terminate")
        process.hangUp()
        #expect(events.waitForEnd().contains("wrote no more"))
    }

    @Test func `a killed program takes along what it started`() throws {
        let events = Events()
        let process = try start("sleep 1000 & echo $!; exec sleep 1000", events)
        let child = Int32(events.waitForLine())
        #expect(child != nil)
        process.kill()
        #expect(events.waitForEnd().last == "ended")
        // A process that is killed has no memory from some moment on, whoever takes its end.
        while let child,
            let memory = try? String(contentsOfFile: "/proc/\(child)/statm", encoding: .utf8),
            !memory.hasPrefix("0 ")
        { usleep(1_000) }
        process.kill()
    }

    @Test func `a program that does not stop answering is not listened to`() throws {
        let events = Events()
        let process = try start("yes completed | head -100 >&3", events)
        let words = withExtendedLifetime(process) { events.waitForEnd() }
        #expect(words == Array(repeating: "completed", count: 8) + ["ended"])
    }

    @Test func `words that are no answers, and a program without an answer, are silence`() throws {
        for script in ["echo nonsense >&3", "exit 3", "head -c 5000 /dev/zero >&3"] {
            let events = Events()
            let process = try start(script, events)
            #expect(withExtendedLifetime(process) { events.waitForEnd() } == ["silent", "ended"])
        }
    }

    @Test func `a program that is missing is not started`() {
        #expect(throws: SystemError.self) {
            try ExtensionProcess("/nonexistent", environment: [:], notify: { _ in })
        }
    }
}
