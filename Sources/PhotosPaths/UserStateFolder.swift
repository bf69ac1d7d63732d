package import Foundation

/// The folder for what programs remember of a user and that no backup of photos has.
package enum UserStateFolder {
    /// Returns the folder: `$XDG_STATE_HOME`, else `~/.local/state`.
    package static func url(environment: [String: String]) -> URL {
        if let path = environment["XDG_STATE_HOME"], path.hasPrefix("/") {
            return URL(fileURLWithPath: path, isDirectory: true)
        }
        let stated = environment["HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
        let home = stated ?? NSHomeDirectory()
        return URL(fileURLWithPath: home, isDirectory: true)
            .appendingPathComponent(".local/state", isDirectory: true)
    }
}
