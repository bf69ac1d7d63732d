import Foundation

/// Where the files of an export stand in it, whatever was unpacked where.
///
/// A photo may lie in another part of the export than its partner: folders of the same path below `Google Photos`
/// are one.
struct TakeoutLayout {
    private(set) var folders: [TakeoutFolder] = []
    /// Folders of other services of Google, and how many files they hold.
    private(set) var otherServices: [String: Int] = [:]

    private var numbers: [[String]: Int] = [:]

    /// Files beside the folder of the photos, as far as one is found.
    private var besides: [(service: String, path: [String], file: TakeoutFolder.File)] = []
    private var hasPhotosFolder = false

    /// - Parameters:
    ///   - file: A file below `top`.
    ///   - top: What the import was given.
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
            // The folder of the photos under a new name, or a single folder out of it.
            add(file, to: inside.count > 1 ? Array(inside.dropFirst()) : inside)
        }
    }

    /// Decides about what stands beside the photos: other services, or the photos without a folder around them.
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
