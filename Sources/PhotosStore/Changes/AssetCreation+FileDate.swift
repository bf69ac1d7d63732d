import Foundation
import Glibc

extension AssetCreation {
    /// The modification date of the original's file; nil for an original that does not come from a file.
    var originalFileDate: Date? {
        resources.first { ResourceRole.originals.contains($0.type) }?.content.modificationDate
    }
}

extension ResourceSource.Content {
    fileprivate var modificationDate: Date? {
        switch self {
        case .file(let url, _), .part(let url, _):
            var status = stat()
            guard stat(url.path, &status) == 0 else { return nil }
            let time = FolderListing.nanoseconds(status.st_mtim)
            return Date(timeIntervalSince1970: Double(time) / 1e9)
        case .found(let file, _, _): return file.modificationDate
        case .data, .staged: return nil
        }
    }
}
