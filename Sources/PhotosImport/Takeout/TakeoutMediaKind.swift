import Foundation
import PhotosMedia

/// Determines whether a file is a picture, a movie or neither, by its name where that is enough.
enum TakeoutMediaKind {
    static func of(_ file: TakeoutFolder.File) -> MediaKind? {
        let pathExtension = TakeoutName.splitExtension(file.name).pathExtension.lowercased()
        if let kind = kinds[pathExtension] { return kind }
        if notMedia.contains(pathExtension) { return nil }
        // Movies of Pixel phones have unusual extensions or none, so their content is checked.
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
            "crw", "nrw", "srw", "x3f", "mrw", "3fr", "iiq", "rwl", "sr2", "erf", "kdc", "dcr",
            "gpr", "fff", "mos", "mef", "srf",
        ]
        let movies = ["mp4", "m4v", "mov", "3gp", "3g2", "avi", "mkv", "webm", "mp", "mv"]
        return Dictionary(
            pictures.map { ($0, MediaKind.image) } + movies.map { ($0, MediaKind.video) },
            uniquingKeysWith: { first, _ in first }
        )
    }()
}
