import Foundation
import PhotosMedia
import PhotosTestSupport
import Testing

/// What pictures are compared with: the pixels that a test drew.
enum Golden {
    /// One worker for all of these tests: starting one takes longer than most pictures.
    private static let client = Result { try TestWorker.client() }

    static func pictures(_ bytes: [UInt8], _ request: PictureRequest) throws -> [Picture] {
        let folder = try ScratchFolder()
        let file = try folder.open(bytes)
        return try client.get().pictures(of: file.fileDescriptor, request)
    }

    /// One picture of a file, as pixels.
    static func picture(
        _ bytes: [UInt8],
        _ size: PictureRendition.Size = .full,
        crop: UnitRectangle? = nil
    ) throws -> Picture {
        let request = PictureRequest(
            crop: crop,
            renditions: [PictureRendition(size, .pixels)]
        )
        return try #require(pictures(bytes, request).first)
    }

    /// What the gradient that tests draw looks like in another size.
    static func gradient(_ width: Int, _ height: Int, seed: UInt8 = 128) -> RasterImage {
        RasterImage(width: width, height: height) { column, row in
            RasterImage.Color(
                red: level(column, width),
                green: level(row, height),
                blue: seed
            )
        }
    }

    private static func level(_ index: Int, _ count: Int) -> UInt8 {
        // The drawn one runs from its first pixel to its last; in small pictures the borders lie between.
        let part = (Double(index) + 0.5) / Double(count)
        return UInt8((part * 255).rounded())
    }

    /// How far pixels are from a reference; opaque ones only.
    static func difference(
        _ picture: Picture,
        _ reference: RasterImage
    ) throws -> RasterImage.Difference {
        try #require(picture.format == .pixels)
        try #require(picture.width == reference.width && picture.height == reference.height)
        return try #require(reference.difference(from: [UInt8](picture.bytes)))
    }

    /// Red, green, blue and alpha of a pixel.
    static func pixel(_ picture: Picture, _ column: Int, _ row: Int) -> [Int] {
        let start = (row * picture.width + column) * 4
        return picture.bytes[start..<start + 4].map(Int.init)
    }
}

extension RasterImage {
    /// Fields of single colours from left to right, 32 pixels wide.
    static func fields(_ colors: [Color]) -> RasterImage {
        RasterImage(width: colors.count * 32, height: 32) { column, _ in colors[column / 32] }
    }
}
