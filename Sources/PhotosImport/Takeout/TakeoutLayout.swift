import Foundation

/// The folders of an export, independent of the paths to which its parts were unpacked.
///
/// A photo and its JSON file may be in different parts of the export. So folders with the same path below
/// `Google Photos` are merged.
struct TakeoutLayout {
    private(set) var folders: [TakeoutFolder] = []
    /// Folders of other Google services, and the number of files in each.
    private(set) var otherServices: [String: Int] = [:]

    private var numbers: [[String]: Int] = [:]

    /// Files outside the folder of the photos, until it is known whether there is one.
    private var besides: [(service: String, path: [String], file: TakeoutFolder.File)] = []
    private var hasPhotosFolder = false

    /// Adds a file.
    ///
    /// - Parameters:
    ///   - file: A file below `top`.
    ///   - top: The path that was given to the import.
    mutating func add(_ file: TakeoutFolder.File, below top: URL) {
        let parents = file.url.deletingLastPathComponent().pathComponents
        let inside = Array(parents.dropFirst(top.deletingLastPathComponent().pathComponents.count))
        if let photos = inside.lastIndex(where: TakeoutWords.isPhotosFolder) {
            hasPhotosFolder = true
            add(file, to: Array(inside[(photos + 1)...]))
        } else if let takeout = inside.lastIndex(where: { $0.lowercased() == "takeout" }) {
            let path = Array(inside[(takeout + 1)...])
            if let service = path.first {
                besides.append((service, path, file))
            } else {
                add(file, to: [])
            }
        } else {
            // The given folder is the renamed folder of the photos, or a single folder from it.
            add(file, to: inside.count > 1 ? Array(inside.dropFirst()) : inside)
        }
    }

    /// Decides about files outside the folder of the photos: other services, or photos without that folder.
    mutating func conclude() {
        for (service, path, file) in besides {
            if hasPhotosFolder {
                otherServices[service, default: 0] += 1
            } else {
                add(file, to: path)
            }
        }
        besides = []
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
