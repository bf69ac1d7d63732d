import Foundation

/// Places pictures in rows of full width, each in its own proportions, in their order.
///
/// Where rows end is chosen over all pictures at once, so that rows come out as near as can be to one height.
package struct JustifiedRows {
    package var width: Double
    package var rowHeight = 250.0
    package var gap = 12.0

    package init(width: Double) {
        self.width = width
    }

    /// A frame for each picture, given by its width by its height, from the top left corner on.
    package func frames(for ratios: [Double]) -> [CGRect] {
        let shapes = ratios.map(shape)
        var frames: [CGRect] = []
        var top = 0.0
        for row in rows(of: shapes) {
            let members = shapes[row]
            var height = naturalHeight(of: members)
            // The last row need not be as wide as the page.
            if row.upperBound == shapes.count { height = min(height, rowHeight * 1.4) }
            var left = 0.0
            for shape in members {
                frames.append(CGRect(x: left, y: top, width: height * shape, height: height))
                left += height * shape + gap
            }
            top += height + gap
        }
        return frames
    }

    /// Panoramas and towers are shown cropped to these proportions.
    package func shape(of ratio: Double) -> Double {
        min(max(ratio, 0.5), 3)
    }

    /// Cuts the pictures into rows at the least total cost.
    private func rows(of shapes: [Double]) -> [Range<Int>] {
        var costs = [0.0]
        var starts = [0]
        for end in shapes.indices.map({ $0 + 1 }) {
            var best = (cost: Double.infinity, start: end - 1)
            for start in (max(0, end - 12)..<end).reversed() {
                let row = shapes[start..<end]
                let total = costs[start] + cost(of: row, isLast: end == shapes.count)
                if total < best.cost { best = (total, start) }
            }
            costs.append(best.cost)
            starts.append(best.start)
        }
        var rows: [Range<Int>] = []
        var end = shapes.count
        while end > 0 {
            rows.append(starts[end]..<end)
            end = starts[end]
        }
        return rows.reversed()
    }

    private func cost(of row: ArraySlice<Double>, isLast: Bool) -> Double {
        let ratio = naturalHeight(of: row) / rowHeight
        // A short last row is not stretched, so that it costs less.
        if isLast && ratio > 1 { return 0.1 * log(ratio) }
        return log(ratio) * log(ratio)
    }

    /// The height at which the row is exactly as wide as the page.
    private func naturalHeight(of row: ArraySlice<Double>) -> Double {
        (width - gap * Double(row.count - 1)) / row.reduce(0, +)
    }
}
