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
