import Foundation
import PhotosBase
import PhotosStore

/// Finds the files of an export that a person has renamed, or moved to another folder of the export.
enum RenamedFiles {
    /// Gives photos whose file is missing a file with its bytes from a list, and removes that file from the list.
    ///
    /// - Parameters:
    ///   - others: Files in the folder that the export did not write.
    ///   - items: The photos of the export.
    ///   - isCancelled: Whether to stop the search.
    static func take(
        among others: inout [URL],
        for items: inout [ImportItem],
        isCancelled: () -> Bool
    ) {
        var missing: [Int64: [String: [(item: Int, file: Int)]]] = [:]
        // Reversed, because the last position is taken first.
        for (item, photo) in items.enumerated().reversed() {
            if isCancelled() { return }
            for (file, stated) in photo.files.enumerated() {
                guard let byteCount = stated.byteCount, let checksum = stated.checksum,
                    FoundFile(at: stated.url) == nil
                else { continue }
                missing[byteCount, default: [:]][checksum, default: []].append((item, file))
            }
        }
        guard !missing.isEmpty else { return }
        others.removeAll { url in
            guard !isCancelled(), let found = FoundFile(at: url),
                missing[found.byteCount]?.isEmpty == false, let checksum = found.presentChecksum()
            else { return false }
            let digits = Hexadecimal.digits(of: checksum)
            guard let position = missing[found.byteCount]?[digits]?.popLast() else { return false }
            if missing[found.byteCount]?[digits]?.isEmpty == true {
                missing[found.byteCount]?[digits] = nil
            }
            items[position.item].files[position.file].url = url
            return true
        }
    }
    /// Gives photos whose file is missing one of their further files with its bytes, such as the file in the folder of an album.
    ///
    /// - Parameters:
    ///   - copies: The further files of the photos.
    ///   - items: The photos of the export.
    ///   - isCancelled: Whether to stop the search.
    static func take(
        among copies: [ExportedCopy],
        for items: inout [ImportItem],
        isCancelled: () -> Bool
    ) {
        for copy in copies {
            if isCancelled() { return }
            let files = items[copy.item].files
            let missing = files.indices.filter {
                files[$0].checksum != nil && FoundFile(at: files[$0].url) == nil
            }
            guard !missing.isEmpty, !FileOperations.isLink(copy.url),
                let found = FoundFile(at: copy.url),
                missing.contains(where: { files[$0].byteCount == found.byteCount }),
                let checksum = found.presentChecksum()
            else { continue }
            let digits = Hexadecimal.digits(of: checksum)
            guard let file = missing.first(where: { files[$0].checksum == digits }) else {
                continue
            }
            items[copy.item].files[file].url = copy.url
        }
    }
}
