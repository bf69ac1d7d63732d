/// A grid on the earth, whose cells the search index knows the assets of.
///
/// Cells have numbers that rise from west to east, and then from south to north.
enum PlaceGrid {
    /// The number of cells of a degree; a cell is at most 3.5 km high.
    private static let cellsOfDegree = 32.0
    private static let (rows, columns) = (180 * Int64(cellsOfDegree), 360 * Int64(cellsOfDegree))

    /// Returns the cell of a point.
    ///
    /// Numbers that are no degrees belong to a cell at the edge, so that larger numbers never have a smaller cell.
    static func cell(latitude: Double, longitude: Double) -> Int64 {
        line(latitude) * (columns + 1) + column(longitude)
    }

    private static func line(_ latitude: Double) -> Int64 {
        lineNumber(at: latitude + 90, last: rows)
    }

    private static func column(_ longitude: Double) -> Int64 {
        lineNumber(at: longitude + 180, last: columns)
    }

    private static func lineNumber(at degrees: Double, last: Int64) -> Int64 {
        Int64(max(0, min(Double(last), (degrees * cellsOfDegree).rounded(.down))))
    }

    /// Returns the ranges of cells in which all points of an area are.
    static func ranges(_ area: AreaCondition) -> [ClosedRange<Int64>] {
        var ranges: [ClosedRange<Int64>] = []
        for (latitudes, longitudes) in area.rectangles {
            let (south, north) = (line(latitudes.lowerBound), line(latitudes.upperBound))
            let (west, east) = (column(longitudes.lowerBound), column(longitudes.upperBound))
            for line in south...north {
                let start = line * (columns + 1)
                if let last = ranges.last, last.upperBound == start + west - 1 {
                    ranges[ranges.count - 1] = last.lowerBound...start + east
                } else {
                    ranges.append(start + west...start + east)
                }
            }
        }
        return ranges
    }
}
