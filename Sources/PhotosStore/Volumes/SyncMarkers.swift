/// The names of files and folders with which synchronisation programs mark their folders.
enum SyncMarkers {
    /// Returns the program that synchronises a folder with other machines, or nil if no file or folder in it shows one.
    static func service(of folder: VolumeFacts.Folder) -> String? {
        if let mark = marks.first(where: { $0.isIn(folder) }) { return mark.service }
        if folder.files.contains(where: isJournal) { return "Nextcloud or ownCloud" }
        // The first two names are those of iCloud's own folder. Files in it that are not downloaded yet end in
        // `.icloud`.
        let name = folder.path.split(separator: "/").last
        if name == "com~apple~CloudDocs" || folder.path.hasSuffix("/Library/Mobile Documents") {
            return "iCloud"
        }
        if folder.files.contains(where: { $0.hasSuffix(".icloud") && $0.utf8.count > 8 }) {
            return "iCloud"
        }
        return nil
    }

    /// Returns whether a name is that of a journal of Nextcloud or ownCloud, such as `.sync_1a2b3c.db`.
    ///
    /// Older versions used the same name for all journals.
    private static func isJournal(_ name: String) -> Bool {
        name.hasPrefix(".sync_") && name.hasSuffix(".db")
            || name.hasPrefix("._sync_") && name.hasSuffix(".db") || name == ".csync_journal.db"
            || name.hasPrefix(".owncloudsync.log") || name.hasPrefix(".nextcloudsync.log")
    }

    private struct Mark {
        var service: String
        var name: String
        var isFolder: Bool?

        func isIn(_ folder: VolumeFacts.Folder) -> Bool {
            isFolder != true && folder.files.contains(name)
                || isFolder != false && folder.folders.contains(name)
        }
    }

    private static let marks = [
        Mark(service: "Syncthing", name: ".stfolder"),
        Mark(service: "Syncthing", name: ".stignore", isFolder: false),
        Mark(service: "Syncthing", name: ".stversions", isFolder: true),
        // In a home folder, a folder of this name only holds the program's own settings.
        Mark(service: "Dropbox", name: ".dropbox", isFolder: false),
        Mark(service: "Dropbox", name: ".dropbox.cache", isFolder: true),
        Mark(service: "Google Drive", name: ".tmp.driveupload", isFolder: true),
        Mark(service: "Google Drive", name: ".tmp.drivedownload", isFolder: true),
        Mark(service: "Google Drive", name: ".grive"),
        Mark(service: "Google Drive", name: ".grive_state"),
        Mark(service: "Google Drive", name: ".gd", isFolder: true),
        Mark(service: "OneDrive", name: ".849C9593-D756-4E56-8D6E-42412F2A707B", isFolder: false),
        Mark(service: "MEGA", name: ".megaignore", isFolder: false),
        Mark(service: "Synology Drive", name: ".SynologyWorkingDirectory", isFolder: true),
    ]
}
