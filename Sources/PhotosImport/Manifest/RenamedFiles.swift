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
    static func take(among others: inout [URL], for items: inout [ImportItem]) {
        var missing: [Int64: [(item: Int, file: Int)]] = [:]
        for (item, photo) in items.enumerated() {
            for (file, stated) in photo.files.enumerated() {
                guard let byteCount = stated.byteCount, FoundFile(at: stated.url) == nil else {
                    continue
                }
                missing[byteCount, default: []].append((item, file))
            }
        }
        guard !missing.isEmpty else { return }
        others.removeAll { url in
            guard let found = FoundFile(at: url), let places = missing[found.byteCount],
                !places.isEmpty, let checksum = found.presentChecksum()
            else { return false }
            let digits = Hexadecimal.digits(of: checksum)
            let match = places.firstIndex { items[$0.item].files[$0.file].checksum == digits }
            guard let match else { return false }
            items[places[match].item].files[places[match].file].url = url
            missing[found.byteCount]?.remove(at: match)
            return true
        }
    }
}
