package import Foundation
import Glibc

/// A file that was found where an import was told to look.
package struct FoundFile: Hashable, Sendable {
    package var url: URL
    package var byteCount: Int64
    package var modificationDate: Date

    package init(url: URL, byteCount: Int64, modificationDate: Date) {
        self.url = url
        self.byteCount = byteCount
        self.modificationDate = modificationDate
    }
}

/// The files below some paths: folders in depth, names in order, each file once.
///
/// Below a folder, hidden files, photo libraries and links to folders are passed over, so no walk goes in circles.
/// What somebody named outright is taken at their word, hidden or linked.
package struct FileWalk: Sendable {
    package private(set) var files: [FoundFile] = []
    /// Paths that could not be looked at, with the reason.
    package private(set) var problems: [(url: URL, reason: String)] = []
    private var known: Set<String> = []

    package init(_ paths: [URL], isCancelled: () -> Bool = { false }) {
        for path in paths { start(at: path.standardizedFileURL, isCancelled) }
    }

    private mutating func start(at url: URL, _ isCancelled: () -> Bool) {
        var facts = stat()
        guard stat(url.path, &facts) == 0 else {
            problems.append((url, "There is no such file or folder. Check the path."))
            return
        }
        switch facts.st_mode & S_IFMT {
        case S_IFDIR:
            if Self.isLibrary(url) {
                problems.append(
                    (url, "This is a photo library. Export its photos first, and import those.")
                )
            } else {
                walk(url, isCancelled)
            }
        case S_IFREG:
            add(url, facts)
        default:
            problems.append((url, "This is neither a file nor a folder. Leave it out."))
        }
    }

    private mutating func walk(_ top: URL, _ isCancelled: () -> Bool) {
        // A stack of our own: folders may nest deeper than a thread's stack allows.
        var pending = [top]
        while let url = pending.popLast(), !isCancelled() {
            var facts = stat()
            guard lstat(url.path, &facts) == 0 else { continue }
            var kind = facts.st_mode & S_IFMT
            if kind == S_IFLNK {
                guard stat(url.path, &facts) == 0 else {
                    problems.append((url, "The link leads nowhere. Leave it out."))
                    continue
                }
                kind = facts.st_mode & S_IFMT
                if kind == S_IFDIR, url != top { continue }
            }
            switch kind {
            case S_IFREG: add(url, facts)
            case S_IFDIR: pending += children(of: url)
            default: continue
            }
        }
    }

    /// The last comes first, as a stack wants it.
    private mutating func children(of folder: URL) -> [URL] {
        if Self.isLibrary(folder) { return [] }
        do {
            return try FileManager.default.contentsOfDirectory(atPath: folder.path)
                .filter { !$0.hasPrefix(".") }
                .sorted(by: >)
                .map { folder.appendingPathComponent($0) }
        } catch {
            problems.append((folder, "The folder cannot be read. Check its permissions."))
            return []
        }
    }

    private mutating func add(_ url: URL, _ facts: stat) {
        guard known.insert(url.path).inserted else { return }
        let date = Double(facts.st_mtim.tv_sec) + Double(facts.st_mtim.tv_nsec) / 1e9
        files.append(
            FoundFile(
                url: url,
                byteCount: Int64(facts.st_size),
                modificationDate: Date(timeIntervalSince1970: date)
            )
        )
    }

    private static func isLibrary(_ folder: URL) -> Bool {
        folder.pathExtension == "photolib"
            || FileManager.default.fileExists(atPath: LibraryLayout(root: folder).sentinel.path)
                && FileManager.default.fileExists(
                    atPath: LibraryLayout(root: folder).database.path
                )
    }
}
