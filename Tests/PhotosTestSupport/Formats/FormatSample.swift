import Foundation
import MediaSynthesis
package import PhotosMedia

/// A small file of one format.
package struct FormatSample: Sendable {
    /// The name of the format for readers.
    package var format: String
    package var type: MediaType
    package var bytes: [UInt8]
    /// Whether there is a picture in it; none of our writers and programs makes one of some raw formats.
    package var hasPicture = true
    /// How ExifTool writes a date, a camera and a place into it; nil where the bytes are left as they are.
    package var tagging: Tagging?

    /// The tags that hold facts.
    package enum Tagging: Sendable {
        case exif, xmp, quickTime
        /// The camera is there already, and decides what the file is.
        case exifOfCamera
    }

    package init(
        _ format: String,
        _ type: MediaType,
        _ bytes: [UInt8],
        hasPicture: Bool = true,
        tagging: Tagging? = nil
    ) {
        self.format = format
        self.type = type
        self.bytes = bytes
        self.hasPicture = hasPicture
        self.tagging = tagging
    }
}

extension FormatSample {
    /// The samples of the first variation, which are made once.
    package static let standard = Result { try all(variation: 0) }

    /// Makes one sample at least of every type, with facts where ExifTool can write them.
    ///
    /// - Parameter variation: Files of different variations differ in their sizes and pixels.
    /// - Returns: The samples, in the order of the table of formats.
    /// - Throws: `OtherProgram.Failed`.
    package static func all(variation: Int) throws -> [FormatSample] {
        let samples =
            try stills(variation) + raws(variation) + movies(variation) + sounds(variation)
        return try tagged(samples)
    }

    /// What is drawn in pictures.
    static func drawing(_ variation: Int) -> RasterImage {
        .gradient(width: 160 + variation % 16 * 8, height: 120, seed: UInt8(variation % 256))
    }

    private static func tagged(_ samples: [FormatSample]) throws -> [FormatSample] {
        let folder = try TemporaryFolder(isVolatile: false)
        var samples = samples
        var commands: [String] = []
        for (index, sample) in samples.enumerated() {
            guard let tagging = sample.tagging else { continue }
            let file = try folder.file(
                "\(index).\(sample.type.preferredExtension)",
                sample.bytes
            )
            commands += commands.isEmpty ? [] : ["-execute"]
            commands += ["-q", "-m", "-overwrite_original"] + tags(tagging) + [file.path]
        }
        try OtherProgram.run("exiftool", commands)
        for index in samples.indices where samples[index].tagging != nil {
            let name = "\(index).\(samples[index].type.preferredExtension)"
            samples[index].bytes = try folder.bytes(name)
        }
        return samples
    }

    private static func tags(_ tagging: Tagging) -> [String] {
        switch tagging {
        case .exif: ["-IFD0:Make=Maker"] + tags(.exifOfCamera)
        case .exifOfCamera:
            [
                "-ExifIFD:DateTimeOriginal=2024:05:01 12:30:00",
                "-ExifIFD:OffsetTimeOriginal=+02:00", "-GPS:GPSLatitude=48.2",
                "-GPS:GPSLatitudeRef=N", "-GPS:GPSLongitude=16.4", "-GPS:GPSLongitudeRef=E",
            ]
        case .xmp:
            [
                "-XMP-exif:DateTimeOriginal=2024:05:01 12:30:00+02:00", "-XMP-tiff:Make=Maker",
                "-XMP-exif:GPSLatitude=48.2", "-XMP-exif:GPSLongitude=16.4",
            ]
        case .quickTime:
            [
                "-Keys:CreationDate=2024:05:01 12:30:00+02:00", "-Keys:Make=Maker",
                "-Keys:GPSCoordinates=48.2, 16.4, 100",
            ]
        }
    }
}

extension TemporaryFolder {
    /// The bytes of a file.
    func bytes(_ name: String) throws -> [UInt8] {
        [UInt8](try Data(contentsOf: url.appendingPathComponent(name)))
    }
}
