package import Foundation
import PhotosBase

/// Reads which folders programs synchronise, from the settings of these programs.
package enum SyncSettings {
    /// A settings file, by its path below the user's home.
    package enum Source: String, CaseIterable, Sendable {
        case nextcloud = ".config/Nextcloud/nextcloud.cfg"
        case ownCloud = ".config/ownCloud/owncloud.cfg"
        case dropbox = ".dropbox/info.json"
        case oneDrive = ".config/onedrive/config"
        case syncthing = ".local/state/syncthing/config.xml"
        case olderSyncthing = ".config/syncthing/config.xml"
    }

    package static func folders(of source: Source, in text: String, home: String) -> [SyncedFolder]
    {
        let (service, paths): (String, [String]) =
            switch source {
            case .nextcloud: ("Nextcloud", localPaths(text))
            case .ownCloud: ("ownCloud", localPaths(text))
            case .dropbox: ("Dropbox", quotedTexts(in: text, matching: /"path"\s*:\s*"([^"]+)"/))
            case .oneDrive: ("OneDrive", oneDrive(text))
            case .syncthing, .olderSyncthing:
                ("Syncthing", quotedTexts(in: text, matching: /<folder\s[^>]*\bpath="([^"]+)"/))
            }
        return paths.compactMap { path in
            var path = path.hasPrefix("~/") ? home + path.dropFirst(1) : path
            while path.count > 1, path.hasSuffix("/") { path.removeLast() }
            // The root folder is ignored, because a program that synchronises a whole machine uses the setting in
            // another sense.
            return path.hasPrefix("/") && path != "/"
                ? SyncedFolder(service: service, path: path) : nil
        }
    }

    /// Returns the folders that the programs of the present user synchronise.
    package static func present(home: URL) -> [SyncedFolder] {
        Source.allCases.flatMap { source -> [SyncedFolder] in
            guard let text = SystemText.read(home.path + "/" + source.rawValue) else { return [] }
            return folders(of: source, in: text, home: home.path).map { folder in
                let real = URL(fileURLWithPath: folder.path).resolvingSymlinksInPath().path
                return SyncedFolder(service: folder.service, path: real)
            }
        }
    }

    private static func localPaths(_ text: String) -> [String] {
        quotedTexts(in: text, matching: /(?m)^[^=\n]*\\localPath=(.+)$/)
    }

    /// The default is the one in the comment of the settings file that is installed with the program.
    private static func oneDrive(_ text: String) -> [String] {
        let named = quotedTexts(in: text, matching: /(?m)^\s*sync_dir\s*=\s*"([^"\n]+)"/)
        return named.isEmpty ? ["~/OneDrive"] : named
    }

    private static func quotedTexts(
        in text: String,
        matching pattern: Regex<(Substring, Substring)>
    ) -> [String] {
        text.matches(of: pattern).map { String($0.1) }
    }
}
