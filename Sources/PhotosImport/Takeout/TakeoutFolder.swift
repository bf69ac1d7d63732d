import Foundation

/// The files of one folder of an export, collected from all parts of the export.
struct TakeoutFolder {
    struct File {
        var url: URL
        var byteCount: Int64
        /// The path in the export, for reports.
        var path: String

        var name: String { url.lastPathComponent }
    }

    /// The path below the folder of the photos; empty for that folder itself.
    var path: [String]
    var files: [File] = []

    var name: String { path.last ?? "" }
}
