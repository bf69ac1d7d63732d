package import CoreGraphics
import Foundation
import PhotosMedia

/// A type of files that can be written.
package enum WritableType: String, Sendable, CaseIterable {
    case jpeg = "public.jpeg"
    case png = "public.png"
    case heic = "public.heic"
    case tiff = "public.tiff"
}

/// Encodes images with their metadata.
package enum ImageEncoding {
    /// The quality of JPEG and HEIC if the client names none, from 1 to 100.
    private static let usualQuality = 90

    /// Returns a file of one image; nil if it cannot be encoded, for example without the worker program.
    package static func file(
        _ type: WritableType,
        of image: CGImage,
        _ properties: CFDictionary?
    ) -> Data? {
        let added = CGImageDestination.Added(
            pixels: .image(image),
            properties: ImageOptions(properties)
        )
        return try? file(type, CGImageDestination.State(images: [added]))
    }

    static func file(_ type: WritableType, _ state: CGImageDestination.State) throws -> Data {
        guard type == .tiff || state.images.count == 1 else {
            throw MediaFileError(.unsupported, "only a TIFF has several images")
        }
        var pages: [TIFFWriting.Page] = []
        for added in state.images {
            let longSide = added.properties.longSide ?? state.properties.longSide
            let image = try image(added.pixels, longSide)
            let metadata = metadata(of: added, state.properties)
            let quality =
                added.properties.quality ?? state.properties.quality ?? usualQuality
            switch type {
            case .tiff:
                pages.append(
                    TIFFWriting.Page(
                        pixels: image.pixels,
                        size: PixelSize(width: image.width, height: image.height),
                        metadata: metadata
                    )
                )
            case .jpeg:
                return try encodedFile(
                    of: image,
                    as: .jpeg(quality: quality),
                    type: .jpeg,
                    metadata: metadata
                )
            case .png: return try encodedFile(of: image, as: .png, type: .png, metadata: metadata)
            case .heic: return try heicFile(of: image, quality: quality, metadata: metadata)
            }
        }
        return try TIFFWriting.file(pages)
    }

    private static func metadata(
        of added: CGImageDestination.Added,
        _ common: ImageOptions
    ) -> WrittenProperties {
        var written = WrittenProperties()
        if case .source(let source, let index) = added.pixels {
            written.set(
                ImageOptions(CGImageSourceCopyPropertiesAtIndex(source, index, nil)).properties
            )
        }
        written.set(common.properties, removed: common.removed)
        written.set(added.properties.properties, removed: added.properties.removed)
        return written
    }

    private static func image(
        _ pixels: CGImageDestination.Added.Pixels,
        _ longSide: Int?
    ) throws -> CGImage {
        let image: CGImage
        switch pixels {
        case .image(let given): image = given
        case .source(let source, let index):
            guard let decoded = CGImageSourceCreateImageAtIndex(source, index, nil) else {
                throw MediaFileError(.damaged, "the source has no such image")
            }
            image = decoded
        }
        guard let longSide, longSide < max(image.width, image.height) else { return image }
        let scale = Double(longSide) / Double(max(image.width, image.height))
        let picture = try rendition(
            of: image,
            size: .exactly(
                width: max(1, Int((Double(image.width) * scale).rounded())),
                height: max(1, Int((Double(image.height) * scale).rounded()))
            ),
            format: .pixels
        )
        let small = CGImage(pixels: picture.bytes, width: picture.width, height: picture.height)
        guard let small else { throw MediaWorkerError(.badReply, "it states no pixels") }
        return small
    }

    private static func rendition(
        of image: CGImage,
        size: PictureRendition.Size,
        format: PictureRendition.Format,
        stating stated: StatedMetadata? = nil
    ) throws -> Picture {
        guard let worker = MediaReader.ofProcess.worker else { throw MediaWorkerError(.notFound) }
        let request = PictureRequest(
            .pixels(width: image.width, height: image.height),
            renditions: [PictureRendition(size, format)],
            stated: stated
        )
        let pictures = try MemoryFile.withDescriptor(of: image.pixels) {
            try worker.pictures(of: $0, request)
        }
        guard let picture = pictures.first else {
            throw MediaWorkerError(.badReply, "it states no picture")
        }
        return picture
    }

    /// Encodes an image, and adds the blocks of its metadata.
    private static func encodedFile(
        of image: CGImage,
        as format: PictureRendition.Format,
        type: MediaType,
        metadata: WrittenProperties
    ) throws -> Data {
        let encoded = try rendition(of: image, size: .full, format: format).bytes
        let parts = metadata.parts(of: PixelSize(width: image.width, height: image.height))
        guard parts != MetadataParts() else { return encoded }
        guard let container = try MediaType.container(of: DataByteSource(encoded), type: type)
        else {
            throw MediaFileError(.notEmbeddable, "its format is \(type.rawValue)")
        }
        var file = Data(capacity: encoded.count + 1 << 16)
        for piece in try container.plan(with: parts).pieces {
            switch piece {
            case .bytes(let bytes): file.append(contentsOf: bytes)
            case .original(let range):
                file.append(
                    encoded[
                        encoded.startIndex + Int(range.lowerBound)..<encoded.startIndex
                            + Int(range.upperBound)
                    ]
                )
            }
        }
        return file
    }

    private static func heicFile(
        of image: CGImage,
        quality: Int,
        metadata: WrittenProperties
    ) throws -> Data {
        let size = PixelSize(width: image.width, height: image.height)
        let stated = StatedMetadata(
            orientation: metadata.orientation,
            exif: metadata.exifBlock(of: size) ?? [],
            xmp: try metadata.xmpPacket() ?? []
        )
        return try rendition(
            of: image,
            size: .full,
            format: .heic(quality: quality),
            stating: stated
        ).bytes
    }
}
