import Foundation
import PhotosMedia

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

/// Where the files of an export stand in it, whatever was unpacked where.
///
/// A photo may lie in another part of the export than its partner: folders of the same path below `Google Photos`
/// are one.
struct TakeoutLayout {
    private(set) var folders: [TakeoutFolder] = []
    /// Folders of other services of Google, and how many files they hold.
    private(set) var otherServices: [String: Int] = [:]

    private var numbers: [[String]: Int] = [:]

    /// - Parameters:
    ///   - file: A file below `top`.
    ///   - top: What the import was given.
    mutating func add(_ file: TakeoutFolder.File, below top: URL) {
        let parents = file.url.deletingLastPathComponent().pathComponents
        let inside = Array(parents.dropFirst(top.deletingLastPathComponent().pathComponents.count))
        let path: [String]
        if let takeout = inside.firstIndex(where: { $0.lowercased() == "takeout" }) {
            guard takeout + 1 < inside.count else { return add(file, to: []) }
            guard TakeoutWords.isPhotosFolder(inside[takeout + 1]) else {
                otherServices[inside[takeout + 1], default: 0] += 1
                return
            }
            path = Array(inside[(takeout + 2)...])
        } else if let photos = inside.firstIndex(where: TakeoutWords.isPhotosFolder) {
            path = Array(inside[(photos + 1)...])
        } else {
            // The folder of the photos under a new name, or a single folder out of it.
            path = inside.count > 1 ? Array(inside.dropFirst()) : inside
        }
        add(file, to: path)
    }

    private mutating func add(_ file: TakeoutFolder.File, to path: [String]) {
        let path = path.map(\.precomposedStringWithCanonicalMapping)
        let number = numbers[path] ?? folders.count
        if number == folders.count {
            numbers[path] = number
            folders.append(TakeoutFolder(path: path))
        }
        folders[number].files.append(file)
    }
}

/// Whether a file is a picture, a movie or neither, by its name where that is enough.
enum TakeoutMediaKind {
    static func of(_ file: TakeoutFolder.File) -> MediaKind? {
        let pathExtension = TakeoutName.splitExtension(file.name).pathExtension.lowercased()
        if let kind = kinds[pathExtension] { return kind }
        if notMedia.contains(pathExtension) { return nil }
        // Movies of Pixel phones have odd extensions or none: their content tells.
        guard let handle = try? FileHandle(forReadingFrom: file.url) else { return nil }
        defer { try? handle.close() }
        let start = (try? handle.read(upToCount: MediaType.signatureLength)) ?? Data()
        return MediaType(startingWith: [UInt8](start), fileSize: file.byteCount)?.kind
    }

    private static let notMedia: Set<String> = ["html", "htm", "txt", "csv", "json", "pdf"]

    private static let kinds: [String: MediaKind] = {
        let pictures = [
            "jpg", "jpeg", "jpe", "png", "gif", "webp", "heic", "heif", "avif", "tif", "tiff",
            "bmp", "dng", "cr2", "cr3", "nef", "arw", "orf", "raf", "rw2", "pef", "jxl",
        ]
        let movies = ["mp4", "m4v", "mov", "3gp", "3g2", "avi", "mkv", "webm", "mp", "mv"]
        return Dictionary(
            pictures.map { ($0, MediaKind.image) } + movies.map { ($0, MediaKind.video) },
            uniquingKeysWith: { first, _ in first }
        )
    }()
}
