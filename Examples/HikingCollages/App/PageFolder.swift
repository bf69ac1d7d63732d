import HikingCollagesKit
import Photos

/// The folder with a page for each hike, and for each page a folder with its photos.
struct PageFolder {
    let url: URL

    /// The hikes whose page somebody took away.
    func missing(of collages: [Collage]) -> Set<String> {
        Set(collages.map(\.id).filter { !FileManager.default.fileExists(atPath: page($0).path) })
    }

    /// Draws a page, or removes it.
    func perform(_ redraw: Redraw) async throws {
        let collage = redraw.collage
        switch redraw.reason {
        case .gone:
            for url in [page(collage.id), photoFolder(collage.id)]
            where FileManager.default.fileExists(atPath: url.path) {
                try FileManager.default.removeItem(at: url)
            }
        case .changed(let difference):
            try await draw(collage, renewing: difference.renewed)
        case .pageMissing:
            try await draw(collage, renewing: [])
        case .new, .asked:
            try await draw(collage, renewing: Set(collage.photos.map(\.id)))
        }
    }

    /// Returns once removed and renamed files are on disk under their new names.
    func makeDurable() throws {
        try DurableFile.synchronize(url)
    }

    private func draw(_ collage: Collage, renewing renewed: Set<String>) async throws {
        let folder = photoFolder(collage.id)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let photos = try await PhotoFiles(folder: folder).write(collage.photos, renewing: renewed)
        try DurableFile.synchronize(folder)
        let svg = CollagePage(collage: collage, photos: photos, timeZone: .current).svg()
        try DurableFile.write(Data(svg.utf8), to: page(collage.id))

        // Only now does no page show the files of photos that left.
        let shown = Set(
            photos.compactMap { $0.path.map { URL(fileURLWithPath: $0).lastPathComponent } }
        )
        for file in try FileManager.default.contentsOfDirectory(atPath: folder.path)
        where !shown.contains(file) {
            try FileManager.default.removeItem(at: folder.appendingPathComponent(file))
        }
    }

    private func page(_ id: String) -> URL {
        url.appendingPathComponent("\(id).svg")
    }

    private func photoFolder(_ id: String) -> URL {
        url.appendingPathComponent(id, isDirectory: true)
    }
}
