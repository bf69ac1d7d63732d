package import Foundation

/// Where the programs of this package lie that were built with the one that runs.
package enum BuiltProgram {
    package static var folder: URL {
        URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
    }

    package static func url(_ name: String) -> URL { folder.appendingPathComponent(name) }
}
