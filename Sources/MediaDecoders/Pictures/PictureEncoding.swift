import CHeif
import CVips
import Foundation
import PhotosMedia
import WorkerService

/// Writes pictures in the requested formats, without a profile, which means sRGB.
///
/// Only a HEIC gets metadata here. The blocks of other formats are added without a decoder.
enum PictureEncoding {
    static func write(
        _ image: PixelImage,
        _ format: PictureRendition.Format,
        _ stated: StatedMetadata?,
        into output: UnsafeMutableRawBufferPointer
    ) throws(MediaFileError) -> MadePicture {
        let byteCount =
            switch format {
            case .pixels: try writePixels(image, output)
            case .jpeg(let quality):
                try write(opaque(image), output) {
                    photos_vips_save_jpeg($0, Int32(quality), $1, $2)
                }
            case .png: try write(image, output, photos_vips_save_png)
            case .heic(let quality):
                try writeHEIC(opaque(image), quality: quality, stating: stated, to: output)
            }
        return MadePicture(
            width: image.size.width,
            height: image.size.height,
            byteCount: byteCount
        )
    }

    private static func writePixels(
        _ image: PixelImage,
        _ output: UnsafeMutableRawBufferPointer
    ) throws(MediaFileError) -> Int {
        let count = image.size.width * image.size.height
        guard let start = output.baseAddress, count * 4 <= output.count else { throw tooLarge }
        let bands = Int32(image.bands)
        try image.withPixels { photos_vips_write_rgba($0.baseAddress, bands, start, count) }
        return count * 4
    }

    private static func writeHEIC(
        _ image: PixelImage,
        quality: Int,
        stating stated: StatedMetadata?,
        to output: UnsafeMutableRawBufferPointer
    ) throws(MediaFileError) -> Int {
        guard photos_heif_can_write() else {
            throw MediaFileError(.unsupported, "libheif has no encoder for HEVC: libx265")
        }
        let size = image.size
        var target = photos_heif_place(
            bytes: output.bindMemory(to: UInt8.self).baseAddress,
            capacity: output.count,
            length: 0
        )
        let failure = try image.withPixels { pixels in
            (stated?.exif ?? []).withUnsafeBytes { exif in
                (stated?.xmp ?? []).withUnsafeBytes { xmp in
                    var blocks = photos_heif_blocks(
                        orientation: Int32((stated?.orientation ?? .up).rawValue),
                        exif: exif.baseAddress,
                        exif_length: Int32(exif.count),
                        xmp: xmp.baseAddress,
                        xmp_length: Int32(xmp.count)
                    )
                    return photos_heif_encode(
                        pixels.baseAddress,
                        Int32(size.width),
                        Int32(size.height),
                        Int32(quality),
                        &blocks,
                        &target
                    )
                }
            }
        }
        if let failure {
            let text = PlainText.line(String(cString: failure))
            throw MediaFileError(.damaged, "libheif: " + text)
        }
        if let stated, stated.orientation != .up {
            let written = UnsafeMutableRawBufferPointer(rebasing: output[..<target.length])
            try WrittenHEIC(written).correct(size)
        }
        return target.length
    }

    private static func opaque(_ image: PixelImage) throws(MediaFileError) -> PixelImage {
        image.hasAlpha ? try image.then(photos_vips_on_white) : image
    }

    private static func write(
        _ image: PixelImage,
        _ output: UnsafeMutableRawBufferPointer,
        _ save: (
            PixelImage.Pointer, UnsafeMutablePointer<UnsafeMutableRawPointer?>,
            UnsafeMutablePointer<Int>
        ) -> Int32
    ) throws(MediaFileError) -> Int {
        var bytes: UnsafeMutableRawPointer?
        var count = 0
        guard save(image.pointer, &bytes, &count) == 0, let bytes else { throw PixelImage.error() }
        defer { g_free(bytes) }
        guard count <= output.count else { throw tooLarge }
        output.copyMemory(from: UnsafeRawBufferPointer(start: bytes, count: count))
        return count
    }

    private static let tooLarge = MediaFileError(
        .tooLarge,
        "a picture that takes more memory than its header made expect"
    )
}
