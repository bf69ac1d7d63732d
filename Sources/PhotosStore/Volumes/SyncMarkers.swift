/// The names by which programs that synchronise folders mark them.
enum SyncMarkers {
    /// Which program keeps a folder in step with other machines; nil when nothing says so.
    static func service(of folder: VolumeFacts.Folder) -> String? {
        if let mark = marks.first(where: { $0.isIn(folder) }) { return mark.service }
        if folder.files.contains(where: isJournal) { return "Nextcloud or ownCloud" }
        // iCloud's folder has this name itself, and files in it that were not fetched yet such an ending.
        let name = folder.path.split(separator: "/").last
        if name == "com~apple~CloudDocs" || folder.path.hasSuffix("/Library/Mobile Documents") {
            return "iCloud"
        }
        if folder.files.contains(where: { $0.hasSuffix(".icloud") && $0.utf8.count > 8 }) {
            return "iCloud"
        }
        return nil
    }

    /// Of Nextcloud and ownCloud, as `.sync_1a2b3c.db`; older ones had one name for all.
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
