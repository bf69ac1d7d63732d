package import Foundation

/// The folder of the library that applications share.
package enum SharedLibraryFolder {
    /// The folder: `PHOTOKIT_LIBRARY`, else `Photos Library.photolib` in the pictures folder.
    package static var url: URL {
        url(environment: ProcessInfo.processInfo.environment) {
            try? String(contentsOf: $0, encoding: .utf8)
        }
    }

    /// Returns the folder; `read` returns the text of a file, or nil.
    package static func url(environment: [String: String], read: (URL) -> String?) -> URL {
        if let path = environment["PHOTOKIT_LIBRARY"], !path.isEmpty {
            return URL(fileURLWithPath: path, isDirectory: true)
        }
        return pictures(environment, read)
            .appendingPathComponent("Photos Library.photolib", isDirectory: true)
    }

    /// Returns the pictures folder of the XDG user directories, or `$HOME/Pictures` if they name none.
    private static func pictures(_ environment: [String: String], _ read: (URL) -> String?) -> URL {
        let home =
            environment["HOME"].map { URL(fileURLWithPath: $0, isDirectory: true) }
            ?? FileManager.default.homeDirectoryForCurrentUser
        let configuration =
            environment["XDG_CONFIG_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
            .map { URL(fileURLWithPath: $0, isDirectory: true) }
            ?? home.appendingPathComponent(".config")
        let text =
            environment["XDG_PICTURES_DIR"].map { "XDG_PICTURES_DIR=\"\($0)\"" }
            ?? read(configuration.appendingPathComponent("user-dirs.dirs")) ?? ""
        for line in text.split(separator: "\n") {
            guard let match = line.firstMatch(of: /^\s*XDG_PICTURES_DIR\s*=\s*"([^"]+)"/) else {
                continue
            }
            let path = match.1.replacing("$HOME", with: home.path)
            if path.hasPrefix("/") { return URL(fileURLWithPath: String(path), isDirectory: true) }
        }
        return home.appendingPathComponent("Pictures", isDirectory: true)
    }
}
