import Foundation
import Glibc

/// All files below the folders of an export, with what cannot be one named.
struct TakeoutWalk {
    private(set) var layout = TakeoutLayout()
    private(set) var losses: [ImportCatalog.Loss] = []

    init(_ tops: [URL]) throws {
        for top in tops {
            var isFolder: ObjCBool = false
            guard FileManager.default.fileExists(atPath: top.path, isDirectory: &isFolder) else {
                throw StoreError(
                    .inputOutput,
                    "There is no such folder. Check the path of the export."
                )
            }
            guard isFolder.boolValue else {
                throw StoreError(
                    .inputOutput,
                    "This is a file. Unpack an archive first, and give the folder that comes of it."
                )
            }
            walk(top.standardizedFileURL)
        }
    }

    private mutating func walk(_ top: URL) {
        let above = top.deletingLastPathComponent().path
        let path = { (url: URL) in
            String(url.path.dropFirst(above == "/" ? 1 : above.count + 1))
        }
        // A stack of our own: folders may nest deeper than a thread's stack allows.
        var waiting = [top]
        while let folder = waiting.popLast() {
            guard let names = try? FileManager.default.contentsOfDirectory(atPath: folder.path)
            else {
                lose(path(folder), "The folder cannot be read. Check its permissions.")
                continue
            }
            var folders: [URL] = []
            for name in names.sorted() {
                let url = folder.appendingPathComponent(name)
                var facts = stat()
                guard lstat(url.path, &facts) == 0 else {
                    lose(path(url), "It cannot be looked at: \(String(cString: strerror(errno))).")
                    continue
                }
                switch facts.st_mode & S_IFMT {
                case S_IFDIR: folders.append(url)
                case _ where name.hasPrefix("."):
                    lose(path(url), "Hidden files are no part of an export.")
                case S_IFREG:
                    layout.add(
                        .init(url: url, byteCount: Int64(facts.st_size), path: path(url)),
                        below: top
                    )
                default:
                    lose(path(url), "Links and devices are no part of an export.")
                }
            }
            waiting += folders.reversed()
        }
    }

    private mutating func lose(_ path: String, _ reason: String) {
        losses.append(.init(path: path, reason: reason))
    }
}
