extension Bitmap {
    /// The picture as it is shown, where its pixels are stored turned as Exif numbers it, 1 to 8.
    ///
    /// Other numbers leave the picture as it is.
    package func upright(fromExif orientation: Int) -> Bitmap {
        guard (2...8).contains(orientation) else { return self }
        let swaps = orientation >= 5
        var turned = Bitmap(width: swaps ? height : width, height: swaps ? width : height)
        for row in 0..<turned.height {
            for column in 0..<turned.width {
                let (right, bottom) = (width - 1, height - 1)
                let (x, y) =
                    switch orientation {
                    case 2: (right - column, row)
                    case 3: (right - column, bottom - row)
                    case 4: (column, bottom - row)
                    case 5: (row, column)
                    case 6: (row, bottom - column)
                    case 7: (right - row, bottom - column)
                    default: (right - row, column)
                    }
                let (from, to) = ((y * width + x) * 4, (row * turned.width + column) * 4)
                for part in 0..<4 { turned.bytes[to + part] = bytes[from + part] }
            }
        }
        return turned
    }
}
