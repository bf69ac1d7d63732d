import Foundation

/// Places pictures in rows of full width, each in its own proportions, in their order.
///
/// Where rows end is chosen over all pictures at once, so that rows come out as near as can be to
/// the heights that their pictures ask for; a favourite asks for more.
package struct JustifiedRows {
    package struct Picture: Sendable {
        /// Width by height.
        package var aspectRatio: Double
        package var isFavorite: Bool

        package init(aspectRatio: Double, isFavorite: Bool = false) {
            self.aspectRatio = aspectRatio
            self.isFavorite = isFavorite
        }
    }

    package var width: Double
    package var rowHeight = 250.0
    package var favoriteRowHeight = 420.0
    package var gap = 12.0

    package init(width: Double) {
        self.width = width
    }

    /// A frame for each picture, from the top left corner on.
    package func frames(for pictures: [Picture]) -> [CGRect] {
        var frames: [CGRect] = []
        var top = 0.0
        for row in rows(of: pictures) {
            let members = pictures[row]
            var height = naturalHeight(of: members)
            if row.upperBound == pictures.count { height = min(height, tallest(members)) }
            var left = 0.0
            for picture in members {
                let width = height * shape(of: picture)
                frames.append(CGRect(x: left, y: top, width: width, height: height))
                left += width + gap
            }
            top += height + gap
        }
        return frames
    }

    /// Panoramas and towers are shown cropped to these proportions.
    package func shape(of picture: Picture) -> Double {
        min(max(picture.aspectRatio, 0.5), 3)
    }

    /// Cuts the pictures into rows at the least total cost.
    private func rows(of pictures: [Picture]) -> [Range<Int>] {
        var costs = [0.0]
        var starts = [0]
        for end in pictures.indices.map({ $0 + 1 }) {
            var best = (cost: Double.infinity, start: end - 1)
            for start in (max(0, end - 12)..<end).reversed() {
                let row = pictures[start..<end]
                let total = costs[start] + cost(of: row, isLast: end == pictures.count)
                if total < best.cost { best = (total, start) }
            }
            costs.append(best.cost)
            starts.append(best.start)
        }
        var rows: [Range<Int>] = []
        var end = pictures.count
        while end > 0 {
            rows.append(starts[end]..<end)
            end = starts[end]
        }
        return rows.reversed()
    }

    private func cost(of row: ArraySlice<Picture>, isLast: Bool) -> Double {
        let ratio = naturalHeight(of: row) / wantedHeight(of: row)
        // A short last row is not stretched, so that it costs less.
        if isLast && ratio > 1 { return 0.1 * log(ratio) }
        return log(ratio) * log(ratio)
    }

    /// The last row need not be as wide as the page.
    private func tallest(_ row: ArraySlice<Picture>) -> Double {
        wantedHeight(of: row) * 1.4
    }

    /// The height at which the row is exactly as wide as the page.
    private func naturalHeight(of row: ArraySlice<Picture>) -> Double {
        let shapes = row.reduce(0) { $0 + shape(of: $1) }
        return (width - gap * Double(row.count - 1)) / shapes
    }

    private func wantedHeight(of row: ArraySlice<Picture>) -> Double {
        row.contains(where: \.isFavorite) ? favoriteRowHeight : rowHeight
    }
}
