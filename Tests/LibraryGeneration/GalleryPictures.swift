package import Foundation
import MediaSynthesis
import PhotosTestSupport

/// Small pictures that differ, as originals of a generated library.
package struct GalleryPictures: Sendable {
    /// A picture that was drawn.
    package struct Picture: Sendable {
        package let file: URL
        package let width: Int
        package let height: Int
        package let byteCount: Int
    }

    /// The widths and heights of cameras and telephones, and of a panorama, in pixels.
    private static let forms = [
        (384, 256), (256, 384), (360, 270), (270, 360), (384, 216), (288, 288), (216, 384),
        (512, 144),
    ]
    /// The number of pictures, a multiple of the number of forms.
    package static let count = 256

    package let pictures: [Picture]

    /// Draws the pictures into a folder; pictures that are there already stay.
    package init(in folder: URL, seed: UInt64) throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        pictures = try (0..<Self.count).map { number in
            let (width, height) = Self.forms[number % Self.forms.count]
            let file = folder.appendingPathComponent("\(seed)-\(number).jpg")
            if !FileManager.default.fileExists(atPath: file.path) {
                let bytes = Self.draw(width, height, SeededNumbers(seed: seed &+ UInt64(number)))
                try Data(bytes).write(to: file, options: .atomic)
            }
            let size = try FileManager.default.attributesOfItem(atPath: file.path)[.size] as? Int
            return Picture(file: file, width: width, height: height, byteCount: size ?? 0)
        }
    }

    /// Draws a sky and a ground with rows of hills, and noise as of a sensor.
    private static func draw(_ width: Int, _ height: Int, _ numbers: SeededNumbers) -> [UInt8] {
        var numbers = numbers
        let waves = (0..<5).map { _ in
            (
                Double.random(in: 1...9, using: &numbers),
                Double.random(in: 0...6, using: &numbers)
            )
        }
        let tint = (0..<6).map { _ in Double.random(in: 30...225, using: &numbers) }
        let horizon = Double.random(in: 0.35...0.65, using: &numbers)
        let ridges = (0..<width).map { column in
            let x = Double(column) / Double(width)
            return waves.reduce(horizon) { $0 + sin(x * $1.0 * 4 + $1.1) * 0.12 / $1.0 }
        }
        let image = RasterImage(width: width, height: height) { column, row in
            let y = Double(row) / Double(height)
            let isGround = y > ridges[column]
            let noise = Double(numbers.next() % 36) - 18
            func sample(_ channel: Int) -> UInt8 {
                let base = tint[isGround ? channel : channel + 3]
                return UInt8(
                    min(255, max(0, base * (isGround ? 1.2 - y / 2 : 0.7 + y / 2) + noise))
                )
            }
            return RasterImage.Color(red: sample(0), green: sample(1), blue: sample(2))
        }
        return JPEGEncoder(quality: 88).encode(image)
    }
}
