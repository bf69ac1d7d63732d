package import CPhotosTypes
import CoreGraphics
import Foundation
package import PhotosMedia

/// Decodes files to pixels and encodes pixels to files, in the worker of this process.
enum PictureCoding {
    static func pixels(ofFile data: Data) throws -> CGImage {
        let picture = try MemoryFile.withDescriptor(of: data) {
            try renderedPicture(PictureRendition(.full, .pixels), of: $0, source: .file)
        }
        let header = try? MediaHeader.read(from: [UInt8](data))
        let pixels = CGImage(
            pixels: picture.bytes,
            width: picture.width,
            height: picture.height,
            sourceType: header?.type.identifier
        )
        guard let pixels else { throw MediaWorkerError(.badReply, "it states no pixels") }
        return pixels
    }

    static func file(_ format: PictureRendition.Format, ofFile data: Data) throws -> Data {
        try MemoryFile.withDescriptor(of: data) {
            try renderedPicture(PictureRendition(.full, format), of: $0, source: .file).bytes
        }
    }

    static func file(_ format: PictureRendition.Format, of pixels: CGImage) throws -> Data {
        try MemoryFile.withDescriptor(of: pixels.pixels) {
            try renderedPicture(
                PictureRendition(.full, format),
                of: $0,
                source: .pixels(width: pixels.width, height: pixels.height)
            ).bytes
        }
    }

    /// Scales pixels to another size.
    static func scaledPicture(_ pixels: CGImage, to size: PictureRendition.Size) throws -> Picture {
        try MemoryFile.withDescriptor(of: pixels.pixels) {
            try renderedPicture(
                PictureRendition(size, .pixels),
                of: $0,
                source: .pixels(width: pixels.width, height: pixels.height)
            )
        }
    }

    private static func renderedPicture(
        _ rendition: PictureRendition,
        of descriptor: Int32,
        source: PictureRequest.Source
    ) throws -> Picture {
        let request = PictureRequest(source, renditions: [rendition])
        guard let picture = try MediaExamination.shared.pictures(of: descriptor, for: request).first
        else {
            throw MediaWorkerError(.badReply, "it states no picture")
        }
        return picture
    }
}

extension UIImage.Orientation {
    /// The orientation as an Exif number.
    package var exif: ImageOrientation {
        switch self {
        case .up: .up
        case .down: .down
        case .left: .left
        case .right: .right
        case .upMirrored: .upMirrored
        case .downMirrored: .downMirrored
        case .leftMirrored: .leftMirrored
        case .rightMirrored: .rightMirrored
        @unknown default: .up
        }
    }

    /// Converts an Exif orientation.
    package init(_ exif: ImageOrientation) {
        switch exif {
        case .up: self = .up
        case .down: self = .down
        case .left: self = .left
        case .right: self = .right
        case .upMirrored: self = .upMirrored
        case .downMirrored: self = .downMirrored
        case .leftMirrored: self = .leftMirrored
        case .rightMirrored: self = .rightMirrored
        }
    }
}
