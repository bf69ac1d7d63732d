package import MediaSynthesis
import PhotosMedia

/// A small JPEG that any program can decode.
package struct TestJPEG {
    package var width: Int
    package var height: Int
    package var exif: ExifFields?
    package var xmp: String?
    /// Pictures with different seeds differ in their bytes.
    package var seed: UInt8

    package init(
        width: Int = 32,
        height: Int = 24,
        exif: ExifFields? = nil,
        xmp: String? = nil,
        seed: UInt8 = 128
    ) {
        self.width = width
        self.height = height
        self.exif = exif
        self.xmp = xmp
        self.seed = seed
    }

    /// The whole file.
    package func data() -> [UInt8] {
        JPEGEncoder().encode(
            .gradient(width: width, height: height, seed: seed),
            exif: exif?.block(),
            xmp: xmp
        )
    }

    /// A file that has bytes of no segment behind its Exif, and there a length that is too short.
    package static func withLostPart(_ exif: ExifFields) -> [UInt8] {
        var file = TestJPEG(width: 96, height: 64, exif: exif).data()
        guard let offset = file.firstRange(of: [0xFF, 0xDB])?.lowerBound else { return file }
        file.insert(contentsOf: [0xFF, 0xE5, 0, 3, 1, 2, 3, 4, 0xFF, 2, 0, 7], at: offset)
        return file
    }
}
