import Foundation
import PhotosTestSupport
import TestPermits
import Testing

/// Samples that the build of this package cannot contain are compiled apart.
@Suite(.permit) struct SampleCompilationTests {
    /// Lets SwiftPM read a manifest with a sample, and returns what SwiftPM printed.
    private static func dump(_ sample: String) throws -> (status: Int32, output: String) {
        let folder = try TemporaryFolder()
        let manifest = """
            // swift-tools-version: 6.2
            import PackageDescription
            let package = Package(
                name: "Sample",
            \(sample)
            )
            """
        _ = try folder.file("Package.swift", Array(manifest.utf8))
        return try CompiledSample.run(
            ["swift", "package", "--disable-sandbox", "dump-package"],
            in: folder.url
        )
    }

    /// Compiles imports where the modules of others are empty.
    private static func compile(_ sample: String) throws -> (status: Int32, output: String) {
        let folder = try TemporaryFolder()
        _ = try folder.file("Empty.swift", [])
        for module in ["OpenCombine", "Crypto"] {
            let (status, output) = try CompiledSample.run(
                [
                    "swiftc", "-parse-as-library", "-emit-module", "-module-name", module,
                    "Empty.swift",
                ],
                in: folder.url
            )
            try #require(status == 0, "\(output)")
        }
        _ = try folder.file("Sample.swift", Array(sample.utf8))
        return try CompiledSample.run(
            ["swiftc", "-typecheck", "-I", ".", "Sample.swift"],
            in: folder.url
        )
    }

    @Test func `manifests in the documents are valid`() throws {
        let samples = try CompiledSample.manifest.samples()
        try #require(!samples.isEmpty)
        for sample in samples {
            let (status, output) = try Self.dump(sample.text)
            #expect(status == 0, "\(sample.file):\(sample.line): \(output)")
            #expect(output.contains("\"Photos\""))
            let changed = try Self.dump(sample.text.replacing(".product(", with: ".products("))
            #expect(changed.status != 0)
        }
    }

    @Test func `imports in the documents compile`() throws {
        let samples = try CompiledSample.imports.samples()
        try #require(!samples.isEmpty)
        for sample in samples {
            let (status, output) = try Self.compile(sample.text)
            #expect(status == 0, "\(sample.file):\(sample.line): \(output)")
            let changed = try Self.compile(sample.text.replacing("OpenCombine", with: "Combine"))
            #expect(changed.status != 0)
        }
    }
}
