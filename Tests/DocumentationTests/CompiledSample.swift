import Foundation
import PhotosTestSupport

/// A sample that is no snippet, because it is a part of a manifest or needs packages of others.
enum CompiledSample: String, CaseIterable {
    /// The part of a manifest that depends on this package.
    case manifest = "dependencies: ["
    /// Imports of packages that replace modules of Apple's systems.
    case imports = "#if canImport(Combine)"

    static func isOne(_ sample: CodeSample) -> Bool {
        allCases.contains { sample.text.hasPrefix($0.rawValue) }
    }

    /// Returns the samples of this kind in all documents.
    func samples() throws -> [CodeSample] {
        try Repository.samples().filter { $0.text.hasPrefix(rawValue) }
    }

    /// Runs a program of the toolchain in a folder.
    ///
    /// - Returns: The exit status, and all that the program printed.
    static func run(_ arguments: [String], in folder: URL) throws -> (Int32, String) {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = arguments
        process.currentDirectoryURL = folder
        let output = Pipe()
        process.standardOutput = output
        process.standardError = output
        try process.run()
        let data = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return (process.terminationStatus, String(decoding: data, as: UTF8.self))
    }
}
