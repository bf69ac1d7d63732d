import ExamplePixels
import HikingCollagesKit
import Photos

/// The folder with a page for each hike: a JPEG.
struct PageFolder {
    let url: URL

    /// The hikes whose page somebody took away.
    func missing(of collages: [Collage]) -> Set<String> {
        Set(collages.map(\.id).filter { !FileManager.default.fileExists(atPath: page($0).path) })
    }

    /// Draws a page, or removes it.
    ///
    /// - Returns: A sentence for each photo that could not be drawn.
    func perform(_ redraw: Redraw) async throws -> [String] {
        guard redraw.reason == .gone else { return try await draw(redraw.collage) }
        let page = page(redraw.collage.id)
        if FileManager.default.fileExists(atPath: page.path) {
            try FileManager.default.removeItem(at: page)
        }
        return []
    }

    /// Returns once removed and renamed files are on disk under their new names.
    func makeDurable() throws {
        try DurableFile.synchronize(url)
    }

    private func draw(_ collage: Collage) async throws -> [String] {
        let painter = CollagePainter(collage, timeZone: .current)
        let (pictures, failures) = await TileLoader().pictures(for: painter.layout.tiles)
        let image = try UIImage(cgImage: painter.page(pictures).cgImage())
        guard let jpeg = image.jpegData(compressionQuality: 0.88) else {
            throw PageError("The page of \(collage.hike.title) cannot be written as a JPEG.")
        }
        try DurableFile.write(jpeg, to: page(collage.id))
        return failures
    }

    private func page(_ id: String) -> URL {
        url.appendingPathComponent("\(id).jpg")
    }
}

struct PageError: LocalizedError {
    let errorDescription: String?

    init(_ sentence: String) { errorDescription = sentence }
}
