/// The order of a module's folders, as `Documentation/Architecture.md` states it: each may name types of those before it.
///
/// Public types may be named everywhere, because Apple's API is circular by itself.
struct LayerOrder: Sendable {
    var module: String
    var folders: [String]

    /// All orders of folders that a document states.
    static func all(in document: String) throws -> [LayerOrder] {
        try StatedOrder.all(in: document).filter { $0.name != ModuleOrder.name }
            .map { LayerOrder(module: $0.name, folders: $0.members) }
    }

    /// Each use of a type of a later folder, and each folder that the order does not name.
    func violations(in files: [SourceFile]) -> [String] {
        var folderByType: [String: String] = [:]
        for file in files {
            for type in file.declared { folderByType[type] = file.folder }
        }
        let ranks = Dictionary(uniqueKeysWithValues: folders.enumerated().map { ($1, $0) })
        var found: [String] = []
        for file in files {
            guard let rank = ranks[file.folder] else {
                found.append("\(module)/\(file.folder) is not in the order of \(module)'s folders.")
                continue
            }
            for type in file.named.sorted() {
                guard let other = folderByType[type], let otherRank = ranks[other], otherRank > rank
                else { continue }
                found.append(
                    "\(module)/\(file.folder)/\(file.name) names \(type), which stands higher, in \(other)."
                )
            }
        }
        return found
    }

    /// How many pairs of folders there are of which one names types of the other.
    func arrowCount(in files: [SourceFile]) -> Int {
        var folderByType: [String: String] = [:]
        for file in files {
            for type in file.declared { folderByType[type] = file.folder }
        }
        var arrows: Set<[String]> = []
        for file in files {
            for type in file.named {
                if let other = folderByType[type], other != file.folder {
                    arrows.insert([file.folder, other])
                }
            }
        }
        return arrows.count
    }
}
