package import PhotosMedia

/// A movie of four frames a second in which each second has one colour, so that a frame tells its second.
package struct ColorMovie: Sendable {
    /// The colours of the seconds, in turn.
    package static let colors: [RasterImage.Color] = [
        .init(red: 220, green: 30, blue: 30), .init(red: 30, green: 200, blue: 30),
        .init(red: 30, green: 30, blue: 220), .init(red: 220, green: 220, blue: 30),
    ]

    package var seconds: Int
    package var container: MovieWriter.Container
    package var orientation: ImageOrientation

    package init(
        seconds: Int,
        container: MovieWriter.Container = .quickTime,
        orientation: ImageOrientation = .up
    ) {
        self.seconds = seconds
        self.container = container
        self.orientation = orientation
    }

    /// Returns a complete file of 64 by 48 pixels.
    ///
    /// The left eighth of each frame is white, so that it tells how the frame was turned.
    package func data() -> [UInt8] {
        let (width, height) = (64, 48)
        let frames = (0..<seconds).flatMap { second in
            let color = Self.colors[second % Self.colors.count]
            let image = RasterImage(width: width, height: height) { column, _ in
                column < width / 8 ? .init(red: 255, green: 255, blue: 255) : color
            }
            return Array(repeating: JPEGEncoder(quality: 90).encode(image), count: 4)
        }
        let movie = MovieWriter(
            container: container,
            frames: frames,
            width: width,
            height: height,
            framesPerSecond: 4,
            orientation: orientation
        )
        return movie.data()
    }

    /// Returns the second whose colour a pixel has; nil if none has it.
    package static func second(red: UInt8, green: UInt8, blue: UInt8) -> Int? {
        colors.firstIndex { color in
            let differences = [
                Int(color.red) - Int(red), Int(color.green) - Int(green),
                Int(color.blue) - Int(blue),
            ]
            return differences.allSatisfy { abs($0) < 40 }
        }
    }

    /// Returns the second whose colour the middle of a picture of pixels has; nil if none has it.
    package static func second(of picture: Picture) -> Int? {
        let start = (picture.height / 2 * picture.width + picture.width / 2) * 4
        let bytes = [UInt8](picture.bytes)
        return second(red: bytes[start], green: bytes[start + 1], blue: bytes[start + 2])
    }
}
