import GRDB

extension DatabaseError {
    /// Whether the error means that the file is no valid database.
    var isOfRuinedFile: Bool {
        switch resultCode {
        case .SQLITE_CORRUPT, .SQLITE_NOTADB: true
        // If a table is missing, the database belongs to another program, or was truncated.
        case .SQLITE_ERROR: message?.hasPrefix("no such table") ?? false
        default: false
        }
    }
}
