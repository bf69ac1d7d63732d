package import Foundation

/// Where everything stands inside the folder of a library.
package struct LibraryLayout: Hashable, Sendable {
    package var root: URL

    package init(root: URL) { self.root = root }

    package var sentinel: URL { root.appendingPathComponent("LIBRARY") }
    package var databaseFolder: URL { root.appendingPathComponent("database", isDirectory: true) }
    package var database: URL { databaseFolder.appendingPathComponent("library.sqlite") }
    package var commitLock: URL { databaseFolder.appendingPathComponent("commit.lock") }
    /// Whoever waits for the commit lock holds this one, so that the last holder cannot push in again.
    package var turnLock: URL { databaseFolder.appendingPathComponent("turn.lock") }
    package var commitNotifier: URL { databaseFolder.appendingPathComponent("bell") }
    package var originals: URL { root.appendingPathComponent("originals", isDirectory: true) }
    package var staging: URL { root.appendingPathComponent("staging", isDirectory: true) }
    package var derived: URL { root.appendingPathComponent("derived", isDirectory: true) }

    /// What imports had to say; made when needed.
    package var reports: URL { root.appendingPathComponent("reports", isDirectory: true) }

    /// Where the file of a resource stands.
    ///
    /// A name that no library makes, as in the database of a stranger, leads to a place where nothing ever is.
    package func original(_ file: String) -> URL {
        originals.appendingPathComponent(Self.isOriginalName(file) ? file : "00/not-a-file-name")
    }

    /// Whether a symbolic link stands where the folder or the file of a resource belongs.
    func hasLink(inWayTo file: String) -> Bool {
        let url = original(file)
        return [url.deletingLastPathComponent(), url].contains(where: FileOperations.isLink)
    }

    /// Whether a name is of the form that libraries give their files: nothing in it leads elsewhere.
    package static func isOriginalName(_ name: String) -> Bool {
        let name = name.utf8
        guard name.count >= 35, name.count <= 64 else { return false }
        for (index, byte) in name.enumerated() {
            let isHexadecimal =
                (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
                || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte)
            switch index {
            case 2: guard byte == UInt8(ascii: "/") else { return false }
            case ..<35: guard isHexadecimal else { return false }
            case 35: guard byte == UInt8(ascii: ".") else { return false }
            default:
                let letter = byte | 0x20
                guard
                    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
                        || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(letter)
                else { return false }
            }
        }
        return true
    }

    /// Whether the folder is a library, by its name or by what it holds.
    var isLibrary: Bool {
        let manager = FileManager.default
        return root.pathExtension == "photolib" && FileOperations.isFolder(root)
            || manager.fileExists(atPath: sentinel.path)
                && manager.fileExists(atPath: database.path)
    }

    /// The photo library that a path is, or lies in: one of ours or of Apple's Photos; nil where it lies in none.
    ///
    /// - Parameter url: A file or folder, which need not exist.
    /// - Returns: The library's folder, without links.
    package static func library(holding url: URL) -> URL? {
        var folder = URL(fileURLWithPath: VolumeEnvironment.realPath(url), isDirectory: true)
        while folder.path != "/" {
            if folder.pathExtension == "photoslibrary" && FileOperations.isFolder(folder)
                || LibraryLayout(root: folder).isLibrary
            {
                return folder
            }
            folder.deleteLastPathComponent()
        }
        return nil
    }

    var folders: [URL] { [databaseFolder, originals, staging, derived] }

    /// Makes what became of the names of some originals durable.
    func syncFolders(of files: [String]) throws {
        // The first of each folder: URLs of all files would take much room.
        let firsts = Dictionary(files.map { ($0.prefix { $0 != "/" }, $0) }) { first, _ in first }
        for folder in firsts.values.map({ original($0).deletingLastPathComponent() })
        where access(folder.path, F_OK) == 0 || errno != ENOENT {
            try FileOperations.syncFolder(folder)
        }
    }
}
