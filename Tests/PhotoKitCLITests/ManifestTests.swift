import Foundation
import TestPermits
import Testing

/// What packages that depend on this one see of its manifest.
@Suite(.permit) struct ManifestTests {
    private static let root = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    private func flags(of name: String) throws -> [String] {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["pkg-config", "--cflags", "--libs", name]
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let data = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        try #require(process.terminationStatus == 0, "pkg-config does not know \(name).")
        return String(decoding: data, as: UTF8.self).split(whereSeparator: \.isWhitespace)
            .map(String.init)
    }

    @Test func `pkg-config gives no flag that SwiftPM warns of in every package`() throws {
        let manifest = try String(
            contentsOf: Self.root.appendingPathComponent("Package.swift"),
            encoding: .utf8
        )
        let names = manifest.matches(of: /pkgConfig: "([^"]+)"/)
            .flatMap { $0.output.1.split(separator: " ").map(String.init) }
        #expect(names.contains("libavformat"))
        for name in names {
            let refused = try flags(of: name).filter { flag in
                !["-I", "-L", "-l", "-D"].contains { flag.hasPrefix($0) }
            }
            #expect(refused.isEmpty, "\(name): \(refused)")
        }
    }
}
