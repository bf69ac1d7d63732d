import Foundation
import PhotosMedia

/// The facts about the build of an installation's programs, from a file of the installation.
///
/// The programs do not contain the commit, so that a commit alone compiles nothing again.
package struct BuildFacts: Equatable, Sendable {
    /// The path of the file, from the folder with `photokit`.
    package static let path = "../share/openphotokit/build"

    /// The version of the programs that were installed together with the file.
    package let version: String?
    /// The commit, or words for sources without one.
    package let revision: String?
    /// The version of the compiler.
    package let swift: String?

    /// Reads lines that have a name, a space and a value.
    package init(text: String) {
        var values: [String: String] = [:]
        for line in text.split(separator: "\n") {
            let words = line.split(separator: " ", maxSplits: 1)
            if words.count == 2 { values[String(words[0])] = String(words[1]) }
        }
        version = values["version"]
        revision = values["revision"]
        swift = values["swift"]
    }

    /// Reads the file that was installed with a program of `bin`; nil for programs in the folder of a build.
    ///
    /// - Parameter program: The path of the program; nil where it is unknown.
    package init?(installedWith program: String?) {
        guard let program, let slash = program.lastIndex(of: "/"),
            let text = try? String(
                contentsOfFile: "\(program[..<slash])/\(Self.path)",
                encoding: .utf8
            )
        else { return nil }
        self.init(text: text)
    }

    /// Returns the facts of the running program; nil if it is not installed.
    package static func installed() -> BuildFacts? {
        BuildFacts(installedWith: InstalledProgram.running())
    }

    /// Returns the words for the commit of a program.
    ///
    /// - Parameters:
    ///   - facts: The facts of its installation; nil where it is not installed.
    ///   - version: The version of the program.
    /// - Returns: The commit, or why it is unknown and what to do.
    package static func revisionText(_ facts: BuildFacts?, ofVersion version: String) -> String {
        guard let facts else { return "from a checkout" }
        guard facts.version == version else {
            return
                "unknown, because the file share/openphotokit/build is of version \(facts.version ?? "unknown"), and this program of \(version). An update was interrupted: install all programs again."
        }
        return facts.revision ?? "unknown"
    }

    /// Returns the version of the compiler: that of the installation, or as exact as the compiler says it itself.
    package static func swiftText(_ facts: BuildFacts?) -> String { facts?.swift ?? compiler }

    private static var compiler: String {
        #if compiler(>=6.4)
        return "6.4 or later"
        #elseif compiler(>=6.3)
        return "6.3"
        #else
        return "6.2"
        #endif
    }
}

extension WorkerFacts {
    /// The libraries that decode files, in the order of the text.
    private static let decoders = ["FFmpeg", "libvips", "libheif", "LibRaw", "exiv2", "libarchive"]

    /// The versions of the decoders that the worker has loaded, or the reason why it has none.
    package var decodersText: String {
        let known = Self.decoders.compactMap { name in versions[name].map { "\(name) \($0)" } }
        guard known.isEmpty else { return known.joined(separator: ", ") }
        return "none. \(problem ?? "photokit-media does not state them.")"
    }
}
