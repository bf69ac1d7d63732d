import Foundation
import Glibc
import PhotosBase
import TestPermits
import Testing

/// Child processes, and what they write.
@Suite(.permit) struct ProcessesTests {
    private static func shell(
        _ command: String,
        _ descriptors: [Int32] = [-1, -1, -1]
    ) throws(SystemError) -> ChildProcess {
        try .start("/bin/sh", ["-c", command], environment: [:], descriptors: descriptors)
    }

    @Test func `the end of a child process is awaited and taken, and nothing is awaited twice`()
        throws
    {
        let process = try Self.shell("exit 3")
        #expect(process.awaitEnd() == 3)
        var status: Int32 = 0
        #expect(waitpid(process.identifier, &status, WNOHANG) == -1 && errno == ECHILD)
        #expect(process.awaitEnd() == nil)
    }

    @Test func `a process that is killed or ended by a signal has no status`() throws {
        // It would wait for its input for ever.
        let connection = try SocketPair(.bytes)
        defer { connection.close() }
        let waiting = try Self.shell("read line", [connection.other, -1, -1])
        waiting.kill()
        #expect(waiting.awaitEnd() == nil)
        #expect(try Self.shell("kill -KILL $$").awaitEnd() == nil)
    }

    @Test func `a program that is not there is an error`() {
        #expect(throws: SystemError(code: ENOENT)) {
            try ChildProcess.start("/nowhere/x", [], environment: [:], descriptors: [-1, -1, -1])
        }
    }

    @Test func `a program inherits its environment and its descriptors alone`() throws {
        let (process, socket) = try ChildProcess.start(
            "/bin/sh",
            ["-c", "echo $NAME; read answer; echo $answer; ls /proc/self/fd | wc -l"],
            environment: ["NAME": "a b", "PATH": "/usr/bin:/bin"]
        ) { [$0, $0, -1] }
        let connection = Descriptor(socket)
        try DescriptorBytes.send(Array("yes\n".utf8), to: connection.number)
        var lines = LineSplitter()
        while case let bytes = try DescriptorBytes.next(of: connection.number), !bytes.isEmpty {
            lines.add(bytes)
        }
        let texts = (0..<3).map { _ in lines.next().map { String(decoding: $0, as: UTF8.self) } }
        // Three, and the folder that is listed.
        #expect(texts == ["a b", "yes", "4"])
        #expect(process.awaitEnd() == 0)
    }

    @Test func `what a program writes is read to its end`() throws {
        let command = "seq 20000; echo no >&2; exit 4"
        let environment = ["PATH": "/usr/bin:/bin"]
        let output = try ProgramOutput(of: "/bin/sh", ["-c", command], environment: environment)
        #expect(output.status == 4)
        #expect(output.text == (1...20_000).map { "\($0)\n" }.joined())
        let both = try ProgramOutput(
            of: "/bin/sh",
            ["-c", command],
            environment: environment,
            reading: .outputAndErrors
        )
        #expect(both.text == output.text + "no\n")
    }

    @Test func `lines are split wherever bytes arrive`() {
        let text = Array("one\n\ntwo\nrest".utf8)
        for size in 1...text.count {
            var (lines, found): (LineSplitter, [String]) = (LineSplitter(), [])
            for start in stride(from: 0, to: text.count, by: size) {
                lines.add(text[start..<min(start + size, text.count)])
                while let line = lines.next() {
                    found.append(String(decoding: line, as: UTF8.self))
                }
            }
            #expect(found == ["one", "", "two"])
            #expect(lines.restCount == 4)
        }
    }
}
