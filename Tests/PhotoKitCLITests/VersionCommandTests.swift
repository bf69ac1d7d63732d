import Foundation
import OpenPhotoKit
import PhotosTestSupport
import TestPermits
import Testing

/// What `photokit --version` prints.
@Suite(.permit) struct VersionCommandTests {
    @Test func `a build of a checkout states its version, the compiler and the loaded decoders`()
        async throws
    {
        let fixture = try await ProgramFixture(makingLibrary: false)
        let outcome = try await fixture.run("--version")
        #expect(outcome.code == 0 && outcome.complaints.isEmpty, "\(outcome)")
        let lines = outcome.lines
        try #require(lines.count == 4, "\(outcome)")
        #expect(lines[0] == "photokit \(openPhotoKitVersion)")
        #expect(lines[1] == "Revision: from a checkout")
        #expect(lines[2].hasPrefix("Swift:    6."))
        let decoders = lines[3].dropFirst("Decoders: ".count).components(separatedBy: ", ")
        #expect(
            decoders.compactMap { $0.split(separator: " ").first } == [
                "FFmpeg", "libvips", "libheif", "LibRaw", "exiv2", "libarchive",
            ]
        )
        #expect(decoders.allSatisfy { $0.contains(where: \.isNumber) }, "\(decoders)")
    }

    @Test func `a script reads the first line alone`() async throws {
        let fixture = try await ProgramFixture(makingLibrary: false)
        let shell = URL(fileURLWithPath: "/bin/bash")
        let command = "set -o pipefail; '\(ProgramFixture.program.path)' --version | head -n 1"
        let outcome = try await fixture.run(["-c", command], program: shell)
        #expect(outcome.code == 0 && outcome.output == "photokit \(openPhotoKitVersion)\n")
        // A command's own --version has no further lines, and starts no worker.
        let below = try await fixture.run("ls", "--version")
        #expect(below.code == 0 && below.output == "photokit \(openPhotoKitVersion)\n", "\(below)")
    }

    @Test func `without a worker the version says so`() async throws {
        let fixture = try await ProgramFixture(makingLibrary: false)
        let outcome = try await fixture.run(["--version"], worker: "/nowhere/photokit-media")
        #expect(outcome.code == 0, "\(outcome)")
        let line = try #require(outcome.lines.last)
        #expect(line.hasPrefix("Decoders: none. The program photokit-media was not found."))
        #expect(line.contains("/nowhere/photokit-media: there is no such file"), "\(line)")
    }
}
