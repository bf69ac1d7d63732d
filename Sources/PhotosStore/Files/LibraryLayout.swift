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
    package var bell: URL { databaseFolder.appendingPathComponent("bell") }
    package var originals: URL { root.appendingPathComponent("originals", isDirectory: true) }
    package var staging: URL { root.appendingPathComponent("staging", isDirectory: true) }
    package var derived: URL { root.appendingPathComponent("derived", isDirectory: true) }

    /// What imports had to say; made when needed.
    package var reports: URL { root.appendingPathComponent("reports", isDirectory: true) }

    package func original(_ file: String) -> URL { originals.appendingPathComponent(file) }

    var folders: [URL] { [databaseFolder, originals, staging, derived] }

    /// Makes what became of the names of some originals durable.
    func syncFolders(of files: [String]) throws {
        for folder in Set(files.map { original($0).deletingLastPathComponent() })
        where FileManager.default.fileExists(atPath: folder.path) {
            try FileOperations.syncFolder(folder)
        }
    }
}
