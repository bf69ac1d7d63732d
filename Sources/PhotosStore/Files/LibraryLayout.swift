package import Foundation

/// The paths of all files and folders inside the folder of a library.
package struct LibraryLayout: Hashable, Sendable {
    package var root: URL

    package init(root: URL) { self.root = root }

    // Each path says whether it is a folder. Otherwise, Foundation would ask the file system.
    package var sentinel: URL { root.appendingPathComponent("LIBRARY", isDirectory: false) }
    package var databaseFolder: URL { root.appendingPathComponent("database", isDirectory: true) }
    package var database: URL {
        databaseFolder.appendingPathComponent("library.sqlite", isDirectory: false)
    }
    package var commitLock: URL {
        databaseFolder.appendingPathComponent("commit.lock", isDirectory: false)
    }
    /// A lock held by processes that wait for the commit lock, so that its last holder cannot take it again before
    /// them.
    package var turnLock: URL {
        databaseFolder.appendingPathComponent("turn.lock", isDirectory: false)
    }
    package var commitNotifier: URL {
        databaseFolder.appendingPathComponent("bell", isDirectory: false)
    }
    package var originals: URL { root.appendingPathComponent("originals", isDirectory: true) }
    package var staging: URL { root.appendingPathComponent("staging", isDirectory: true) }
    package var derived: URL { root.appendingPathComponent("derived", isDirectory: true) }

    /// The folder for reports of imports, made when needed.
    package var reports: URL { root.appendingPathComponent("reports", isDirectory: true) }

    /// Returns the URL of a resource's file.
    ///
    /// For a name that no library makes, as a manipulated database may contain, the URL is one at which no file ever
    /// exists.
    package func original(_ file: String) -> URL {
        originals.appendingPathComponent(
            Self.isOriginalName(file) ? file : "00/not-a-file-name",
            isDirectory: false
        )
    }

    /// Returns the URL of a file that was found below the folder of originals, whatever its name is.
    func orphan(_ file: String) -> URL { originals.appendingPathComponent(file) }

    /// Returns whether the folder or the file of a resource is a symbolic link.
    func hasLink(inWayTo file: String) -> Bool {
        // Exports ask this for each file, and taking a URL apart takes longer than the two calls of the system.
        let path = original(file).path
        let folder = path.utf8.lastIndex(of: UInt8(ascii: "/")).map { String(path[..<$0]) }
        return FileOperations.isLink(path) || folder.map(FileOperations.isLink) ?? false
    }

    /// Returns whether a name has the form of the names that libraries give their files, and so cannot lead elsewhere.
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

    /// Whether the folder is a library, by its name or by its contents.
    package var isLibrary: Bool {
        let manager = FileManager.default
        return root.pathExtension == "photolib" && FileOperations.isFolder(root)
            || manager.fileExists(atPath: sentinel.path)
                && manager.fileExists(atPath: database.path)
    }

    /// Returns the photo library that a path is or is inside of: one of ours or of Apple's Photos.
    ///
    /// - Parameter url: A file or folder, which need not exist.
    /// - Returns: The library's folder, without symbolic links, or nil if there is none.
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

    /// Makes changes of the names of some originals durable.
    func syncFolders(of files: [String]) throws {
        // A single file of each folder is enough, and URLs of all files would use much memory.
        let firsts = Dictionary(files.map { ($0.prefix { $0 != "/" }, $0) }) { first, _ in first }
        for folder in firsts.values.map({ original($0).deletingLastPathComponent() })
        where access(folder.path, F_OK) == 0 || errno != ENOENT {
            try FileOperations.syncFolder(folder)
        }
    }
}
