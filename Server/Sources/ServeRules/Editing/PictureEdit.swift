/// A picture that was cropped and turned, as a recipe that can be resumed.
public struct PictureEdit: Codable, Hashable, Sendable {
    /// A part of a picture, in fractions of its sides from the upper left corner.
    public struct Area: Codable, Hashable, Sendable {
        /// The left edge, from 0 to 1.
        public var x: Double
        /// The upper edge, from 0 to 1.
        public var y: Double
        /// The width, more than 0.
        public var width: Double
        /// The height, more than 0.
        public var height: Double

        /// Makes an area; nil if it is empty or lies outside the picture.
        public init?(x: Double, y: Double, width: Double, height: Double) {
            let edge = 1 + 1e-9
            guard x >= 0, y >= 0, width > 0, height > 0, x + width <= edge, y + height <= edge
            else { return nil }
            (self.x, self.y, self.width, self.height) = (x, y, width, height)
        }

        fileprivate init(_ x: Double, _ y: Double, _ width: Double, _ height: Double) {
            (self.x, self.y, self.width, self.height) = (x, y, width, height)
        }
    }

    /// The part of the upright picture that is left.
    public private(set) var area = Area(0, 0, 1, 1)
    /// The quarter turns clockwise after cropping, from 0 to 3.
    public private(set) var turns = 0

    /// Makes the recipe that changes nothing.
    public init() {}

    /// Returns the recipe with more quarter turns clockwise.
    public func turned(byQuarters quarters: Int) -> PictureEdit {
        var edit = self
        edit.turns = ((turns + quarters) % 4 + 4) % 4
        return edit
    }

    /// Returns the recipe that leaves a part of the picture as it is shown now.
    public func cropped(to shown: Area) -> PictureEdit {
        let part =
            switch turns {
            case 1: Area(shown.y, 1 - shown.x - shown.width, shown.height, shown.width)
            case 2:
                Area(
                    1 - shown.x - shown.width,
                    1 - shown.y - shown.height,
                    shown.width,
                    shown.height
                )
            case 3: Area(1 - shown.y - shown.height, shown.x, shown.height, shown.width)
            default: shown
            }
        var edit = self
        edit.area = Area(
            area.x + part.x * area.width,
            area.y + part.y * area.height,
            part.width * area.width,
            part.height * area.height
        )
        return edit
    }

    /// Returns the pixels that are left of a picture: at least one, and none outside.
    public func remainingPixels(
        width: Int,
        height: Int
    ) -> (x: Int, y: Int, width: Int, height: Int) {
        func pixelSpan(from start: Double, length: Double, of count: Int) -> (Int, Int) {
            let first = min(max(Int((start * Double(count)).rounded()), 0), count - 1)
            let end = Int(((start + length) * Double(count)).rounded())
            return (first, min(max(end - first, 1), count - first))
        }
        let (x, columns) = pixelSpan(from: area.x, length: area.width, of: width)
        let (y, rows) = pixelSpan(from: area.y, length: area.height, of: height)
        return (x, y, columns, rows)
    }
}
