import Foundation
import TestPermits
import Testing

/// No value that opens a library can turn off a step of the engine: tests take steps away from outside.
@Suite(.permit) struct EngineSwitchTests {
    private static let root = URL(filePath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()

    /// Each Swift file below a folder of the repository, by its path there.
    private static func texts(below folder: String) throws -> [String: String] {
        let folder = root.appending(path: folder)
        let paths = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
        var texts: [String: String] = [:]
        for path in paths where path.hasSuffix(".swift") {
            texts[path] = try String(contentsOf: folder.appending(path: path), encoding: .utf8)
        }
        return texts
    }

    /// The properties of a text that are flags or sets, or that answer with a flag.
    private static func switches(in text: String) -> [Substring] {
        let switchTypes = /Bool\b|Set<|\[[^\]]*\]|[^=]*-> Bool\b/
        return text.split(separator: "\n").filter { line in
            guard let match = line.firstMatch(of: /\b(?:var|let) \w+(?:: (.*))?(?: = (.*))?$/)
            else { return false }
            if let type = match.output.1, type.prefixMatch(of: switchTypes) != nil { return true }
            let value = match.output.2 ?? match.output.1?.split(separator: " = ").last
            return value == "true" || value == "false" || value?.hasPrefix("[") == true
        }
    }

    @Test func `the environment of a library has no switches`() throws {
        let texts = try Self.texts(below: "Sources/PhotosStore/Environment")
        #expect(texts.keys.contains("EngineEnvironment.swift"))
        for (path, text) in texts {
            let found = Self.switches(in: text)
            #expect(
                found.isEmpty,
                "\(path) has \(found). A program could turn off a part of the engine with it. Break the step from a test, as CFaultyDisk does."
            )
        }
    }

    @Test func `each protocol of the environment has one implementation in the products`() throws {
        let protocols = try Self.texts(below: "Sources/PhotosStore/Environment").values
            .flatMap { $0.matches(of: /protocol (\w+)/).map { String($0.output.1) } }
        #expect(!protocols.isEmpty)
        let sources = try Self.texts(below: "Sources").values
        for name in protocols {
            let conforming = try Regex(
                "(?:struct|class|enum|actor|extension) [^{]*: [^{]*\\b\(name)\\b"
            )
            let count = sources.reduce(0) { $0 + $1.matches(of: conforming).count }
            #expect(count == 1, "\(name) has \(count) implementations in Sources.")
        }
    }

    @Test func `commits wait for the disk in each source that says how`() throws {
        let pragmas = try Self.texts(below: "Sources").values
            .flatMap { $0.matches(of: /PRAGMA synchronous = (\w+)/).map { String($0.output.1) } }
        #expect(pragmas == ["FULL"])
    }

    @Test func `planted: a switch is found, and sizes are none`() {
        let planted = """
            package var omits: Set<ProtocolStep> = []
            package var validates = true
            package var losesNotification: @Sendable () -> Bool = { false }
            var isTrusting: Bool
            package var readerCount = 6
            package var patience: Int32 = 250
            package var readerProblem: @Sendable (_ isFresh: Bool) -> MediaWorkerError? = { _ in nil }
            """
        #expect(Self.switches(in: planted).count == 4)
    }
}
