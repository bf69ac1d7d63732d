/// The names that programs give to backups of a file before they write to it.
enum BackupName {
    private static let endings = ["_original", "~", ".bak", ".orig"]

    /// Returns the name of the file of which a file with this name would be the backup, or nil.
    static func original(of name: String) -> String? {
        endings.first { name.hasSuffix($0) }.map { String(name.dropLast($0.count)) }
    }
}
