import Foundation
import OpenPhotoKit

/// The generated libraries, and copies of them to work on.
package enum Shelf {
    /// Where `Scripts/benchmark` keeps generated libraries.
    package static var folder: URL {
        let environment = ProcessInfo.processInfo.environment
        if let path = environment["OPENPHOTOKIT_BENCHMARK_LIBRARIES"], !path.isEmpty {
            return URL(fileURLWithPath: path, isDirectory: true)
        }
        let cache =
            environment["XDG_CACHE_HOME"].map { URL(fileURLWithPath: $0, isDirectory: true) }
            ?? FileManager.default.homeDirectoryForCurrentUser.appendingPathComponent(".cache")
        return cache.appendingPathComponent("openphotokit-benchmarks", isDirectory: true)
    }

    package static func library(_ size: Size) -> URL {
        folder.appendingPathComponent("\(size.rawValue).photolib", isDirectory: true)
    }

    /// A token of the kept library behind which there are so many edits.
    package static func token(_ size: Size, before edits: Int) throws -> PHPersistentChangeToken {
        let label = folder.appendingPathComponent("\(size.rawValue).json")
        let tokens = try JSONDecoder().decode(Label.self, from: Data(contentsOf: label)).tokens
        guard let token = tokens[String(edits)].flatMap(PHPersistentChangeToken.init(string:))
        else { throw CocoaError(.fileReadCorruptFile) }
        return token
    }

    private struct Label: Decodable {
        var tokens: [String: String]
    }

    /// A copy that may be changed: the one that the caller of the program has made, or one of this process.
    package static func copy(_ size: Size) throws -> LibraryCopy {
        if let path = ProcessInfo.processInfo.environment["OPENPHOTOKIT_BENCHMARK_COPY"],
            !path.isEmpty
        {
            return LibraryCopy(url: URL(fileURLWithPath: path, isDirectory: true), isOwn: false)
        }
        let copy = folder.appendingPathComponent(
            ".copy-\(size.rawValue)-\(ProcessInfo.processInfo.processIdentifier).photolib",
            isDirectory: true
        )
        try? FileManager.default.removeItem(at: copy)
        try FileManager.default.copyItem(at: library(size), to: copy)
        return LibraryCopy(url: copy, isOwn: true)
    }
}

/// A copy of a library, which goes with this object unless somebody else made it.
package final class LibraryCopy: Sendable {
    package let url: URL
    private let isOwn: Bool

    init(url: URL, isOwn: Bool) {
        self.url = url
        self.isOwn = isOwn
    }

    deinit { if isOwn { try? FileManager.default.removeItem(at: url) } }
}
