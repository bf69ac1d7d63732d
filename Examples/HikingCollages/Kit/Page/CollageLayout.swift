import Foundation

/// Where things are on a page, in pixels: the heading and the map above, the photos in rows below.
package struct CollageLayout {
    /// A photo and its place on the page.
    package struct Tile: Hashable, Sendable {
        package var photo: PhotoFacts
        /// Of whole pixels.
        package var frame: CGRect
    }

    /// More photos than a page has room for; of more, some are shown, from all of the hike.
    package static let maximumTiles = 150

    package let width = 1600
    package let height: Int
    package let tiles: [Tile]
    let margin = 56.0
    let headerHeight: Double

    package init(_ collage: Collage) {
        headerHeight = collage.track.count > 1 ? 400 : 230
        let rows = JustifiedRows(width: Double(width) - 2 * margin)
        let shown = Self.selection(of: collage.photos)
        let frames = rows.frames(for: shown.map(\.aspectRatio))
        let (left, top) = (margin, headerHeight)
        tiles = zip(shown, frames).map { photo, frame in
            Tile(photo: photo, frame: Self.whole(frame.offsetBy(dx: left, dy: top)))
        }
        height = Int((tiles.map { Double($0.frame.maxY) }.max() ?? headerHeight) + margin)
    }

    var mapFrame: CGRect {
        CGRect(
            x: Double(width) - margin - 560,
            y: margin,
            width: 560,
            height: headerHeight - margin - 32
        )
    }

    private static func selection(of photos: [PhotoFacts]) -> [PhotoFacts] {
        guard photos.count > maximumTiles else { return photos }
        return (0..<maximumTiles).map { photos[$0 * photos.count / maximumTiles] }
    }

    private static func whole(_ frame: CGRect) -> CGRect {
        let (left, top) = (frame.minX.rounded(), frame.minY.rounded())
        return CGRect(
            x: left,
            y: top,
            width: max(frame.maxX.rounded() - left, 1),
            height: max(frame.maxY.rounded() - top, 1)
        )
    }
}
