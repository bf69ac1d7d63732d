import Foundation
import Glibc
import PhotosMedia
import PhotosStore

/// Finds the files of a library's assets.
///
/// Paths in the database are not trusted. Only regular files with names inside the library are returned.
struct ApplePhotosFiles {
    /// The files of an asset's edit, in the folder of renderings.
    struct Renderings {
        var photo: URL?
        var video: URL?
        var pairedVideo: URL?
        var recipe: URL?
        /// Intermediate versions that Photos made.
        var others: [String] = []
    }

    private let library: URL
    /// File names by folder, keyed by the part of the name before the suffix, in lower case.
    private var listings: [String: [String: [String]]] = [:]

    init(library: URL) { self.library = library }

    /// Returns the original and the files with the same stem; nil where the original is not in the library.
    mutating func originalFiles(
        of asset: ApplePhotosAsset
    ) -> (original: URL, pairedVideo: URL?, alternate: URL?)? {
        guard isInside(asset) else { return nil }
        for top in ["originals", "Masters"] {
            let folder = top + "/" + asset.directory
            let names = fileNames(like: asset.filename, in: folder)
            let wanted = asset.filename.lowercased()
            guard let name = names.first(where: { $0.lowercased() == wanted }),
                let original = fileURL(named: name, in: folder)
            else { continue }
            let stem = (wanted as NSString).deletingPathExtension
            let movie = names.first { $0.lowercased() == stem + "_3.mov" }
            let raw = names.first { $0.lowercased().hasPrefix(stem + "_4.") }
            return (
                original, movie.flatMap { fileURL(named: $0, in: folder) },
                raw.flatMap { fileURL(named: $0, in: folder) }
            )
        }
        return nil
    }

    mutating func renderings(of asset: ApplePhotosAsset) -> Renderings {
        var result = Renderings()
        let folder = "resources/renders/" + asset.uuid.prefix(1)
        for name in fileNames(like: asset.uuid, in: folder) {
            guard let url = fileURL(named: name, in: folder) else { continue }
            let mark = name.dropFirst(asset.uuid.count).lowercased()
            if mark.hasPrefix("_1_201_a.") {
                result.photo = url
            } else if mark.hasPrefix("_2_0_a.") {
                result.video = url
            } else if mark.hasPrefix("_2_100_a.") {
                result.pairedVideo = url
            } else if mark == ".plist" || mark == ".aae" {
                result.recipe = url
            } else {
                result.others.append(folder + "/" + name)
            }
        }
        return result
    }

    /// Returns whether the path in the database is inside the library.
    func isInside(_ asset: ApplePhotosAsset) -> Bool {
        let folders = PathComponents.split(asset.directory, keepingEmpty: true)
        let names = PathComponents.split(asset.filename, keepingEmpty: true)
        return names.count == 1
            && (folders + names).allSatisfy {
                !["", ".", ".."].contains($0) && !$0.utf8.contains(0)
            }
    }

    private mutating func fileNames(like name: String, in folder: String) -> [String] {
        if listings[folder] == nil {
            let path = library.appendingPathComponent(folder).path
            let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
            listings[folder] = Dictionary(grouping: names.sorted(), by: Self.assetKey)
        }
        return listings[folder]?[Self.assetKey(of: name)] ?? []
    }

    private static func assetKey(of name: String) -> String {
        name.prefix { $0 != "_" && $0 != "." }.lowercased()
    }

    private func fileURL(named name: String, in folder: String) -> URL? {
        let url = library.appendingPathComponent(folder).appendingPathComponent(name)
        var facts = stat()
        guard lstat(url.path, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG else { return nil }
        return url
    }
}
