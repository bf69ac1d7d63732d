import Foundation
import PhotosStore

/// Finds all files below the folders of an export, and their paths in it.
struct TakeoutWalk {
    private(set) var layout = TakeoutLayout()
    private(set) var losses: [ImportCatalog.Loss] = []

    init(_ tops: [URL]) throws {
        for top in tops { try walk(top.standardizedFileURL) }
        layout.conclude()
    }

    private mutating func walk(_ top: URL) throws {
        let above = top.deletingLastPathComponent().path
        let path = { (url: URL) in
            String(url.path.dropFirst(above == "/" ? 1 : above.count + 1))
        }
        var walk = FolderWalk([top])
        while let step = walk.next() {
            switch step {
            case .folder(let folder, let listing, _):
                for entry in listing.files {
                    let url = folder.appendingPathComponent(listing.name(of: entry))
                    if Takeout.mayBeArchive(url), Takeout.isArchive(url) {
                        losses.append(.init(path: path(url), reason: Self.closedArchive))
                        continue
                    }
                    layout.add(
                        .init(url: url, byteCount: entry.byteCount, path: path(url)),
                        below: top
                    )
                }
            case .foreignLibrary(let url), .export(let url):
                let reason = "A library of another program is no part of an export."
                losses.append(.init(path: path(url), reason: reason))
            case .remote(let url):
                losses.append(.init(path: path(url), reason: RemoteFolder.reasonText(for: url)))
            case .problem(let url, let reason):
                guard url.path != top.path else { throw StoreError(.inputOutput, reason) }
                losses.append(.init(path: path(url), reason: reason))
            case .file:
                throw StoreError(
                    .inputOutput,
                    "This is a file. Unpack an archive first, and give the folder that comes of it."
                )
            }
        }
    }

    private static let closedArchive =
        "It is an archive of an export, and was not opened, because an unpacked export beside it was imported. If not all of the archive is unpacked there, name the archive and the folder together."
}
