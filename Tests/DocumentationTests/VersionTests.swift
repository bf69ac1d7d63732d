import Foundation
import TestPermits
import Testing

/// The version of this package stands in several files.
@Suite(.permit) struct VersionTests {
    /// Returns what the first match of an expression captures in a file.
    private static func first(_ pattern: String, in path: String) throws -> String {
        let match = try Regex(pattern).anchorsMatchLineEndings()
            .firstMatch(in: try Repository.text(of: path))
        return String(try #require(match?.output[1].substring, "\(pattern) in \(path)"))
    }

    private static func version() throws -> String {
        try first(
            #"static let version = "(.+)""#,
            in: "Sources/PhotosMedia/Worker/WorkerProgram.swift"
        )
    }

    @Test
    func `the newest version of the changes and of the server's interface is that of the programs`()
        throws
    {
        let version = try Self.version()
        #expect(try Self.first("^## ([0-9][0-9.]*)$", in: "CHANGELOG.md") == version)
        let interface = "Server/Sources/PhotoServer/openapi.yaml"
        #expect(try Self.first("^  version: (.+)$", in: interface) == version)
    }

    @Test func `the changes state the format that each version writes, and the present one last`()
        throws
    {
        let text = try Repository.text(of: "CHANGELOG.md")
        let versions = text.matches(of: #/(?m)^## ([0-9][0-9.]*)$/#).map { String($0.output.1) }
        let rows = text.matches(of: #/(?m)^\| ([0-9][0-9.]*) \| ([0-9]+) \|/#)
        #expect(rows.map { String($0.output.1) } == versions.reversed())
        let format = try Self.first(
            #"format \*\*([0-9]+)\*\*"#,
            in: "Documentation/LibraryFormat.md"
        )
        #expect(rows.last.map { String($0.output.2) } == format)
    }
}
