import Foundation

/// The files of one folder of an export, brought together from all its parts.
struct TakeoutFolder {
    struct File {
        var url: URL
        var byteCount: Int64
        /// Where it stands in the export, for reports.
        var path: String

        var name: String { url.lastPathComponent }
    }

    /// Below the folder of the photos; empty for that folder itself.
    var path: [String]
    var files: [File] = []

    var name: String { path.last ?? "" }
}
