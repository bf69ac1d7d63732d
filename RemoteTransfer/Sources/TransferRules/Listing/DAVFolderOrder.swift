package import PhotosBase

/// The order in which folders of a WebDAV server are read, so that names come in the order of their bytes.
package struct DAVFolderOrder: Sendable {
    /// The part of the names that are wanted.
    package let prefix: String
    package let after: String
    package let limit: Int

    package private(set) var items: [ListedObject] = []
    package private(set) var isFull = false
    private var waiting: [Step]

    private enum Step: Sendable {
        case object(ListedObject)
        case folder(String)

        // A folder's names come where its slash stands.
        var key: String {
            switch self {
            case .object(let object): object.name
            case .folder(let name): name + "/"
            }
        }
    }

    /// - Parameters:
    ///   - prefix: The beginning of the wanted names.
    ///   - after: Names up to this one are left out.
    ///   - limit: The most names, from 1.
    package init(prefix: String, after: String, limit: Int) {
        self.prefix = prefix
        self.after = after
        self.limit = limit
        let folder = prefix.lastIndex(of: "/").map { String(prefix[..<$0]) } ?? ""
        waiting = [.folder(folder)]
    }

    /// Returns the next folder to read, without a slash at its end; the empty name is the remote's own folder.
    package mutating func nextFolder() -> String? {
        while let step = waiting.popLast() {
            switch step {
            case .folder(let name): return name
            case .object(let object):
                if items.count == limit {
                    isFull = true
                    return nil
                }
                items.append(object)
            }
        }
        return nil
    }

    /// Takes the members of a folder that was read.
    ///
    /// - Parameters:
    ///   - objects: The files, with their names below the remote's folder.
    ///   - folders: The names of the folders.
    package mutating func addMembers(objects: [ListedObject], folders: [String]) {
        var steps = objects.filter { $0.name.hasBytes(prefix) && $0.name.follows(after) }
            .map { Step.object($0) }
        for folder in folders where isWanted(folder + "/") { steps.append(.folder(folder)) }
        steps.sort { $1.key.follows($0.key) }
        waiting.append(contentsOf: steps.reversed())
    }

    private func isWanted(_ folder: String) -> Bool {
        guard folder.hasBytes(prefix) || prefix.hasBytes(folder) else { return false }
        return after.hasBytes(folder) || folder.follows(after)
    }
}

extension String {
    // Names are compared by their bytes, as S3 orders them.
    fileprivate func hasBytes(_ beginning: String) -> Bool { utf8.starts(with: beginning.utf8) }

    fileprivate func follows(_ other: String) -> Bool {
        other.utf8.lexicographicallyPrecedes(utf8)
    }
}
