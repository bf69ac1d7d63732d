// Apple's names.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import CoreGraphics
public import Foundation
import PhotosMedia

/// Decodes an image, as it is stored: not turned by the file's orientation.
///
/// The worker program `photokit-media` does it; the calling thread waits. The pixels have 8 bits a channel, in sRGB.
///
/// - Parameters:
///   - isrc: The source.
///   - index: The number of the image: 0.
///   - options: Of no effect.
/// - Returns: The image; nil beyond the last, for what is no picture or damaged, and without the worker program.
public func CGImageSourceCreateImageAtIndex(
    _ isrc: CGImageSource,
    _ index: Int,
    _ options: CFDictionary?
) -> CGImage? {
    isrc.image(index, .full, isUpright: false)
}

/// Makes a small image.
///
/// It is always made of the picture itself; a thumbnail inside of the file is not looked for. The worker program
/// `photokit-media` does it; the calling thread waits.
///
/// - Parameters:
///   - isrc: The source.
///   - index: The number of the image: 0.
///   - options: ``kCGImageSourceThumbnailMaxPixelSize`` is what the longer side has at most (without it, all pixels);
///     ``kCGImageSourceCreateThumbnailWithTransform`` turns the image as it is shown. Others are of no effect.
/// - Returns: The image, not larger than the picture; nil beyond the last, for what is no picture or damaged, and without
///   the worker program.
public func CGImageSourceCreateThumbnailAtIndex(
    _ isrc: CGImageSource,
    _ index: Int,
    _ options: CFDictionary?
) -> CGImage? {
    let limit = options?[kCGImageSourceThumbnailMaxPixelSize] as? NSNumber
    let isUpright = options?[kCGImageSourceCreateThumbnailWithTransform] as? NSNumber
    let size: PictureRendition.Size
    switch limit?.doubleValue {
    case nil: size = .full
    // Not a number, and less than one pixel, are no size.
    case let wanted? where !(wanted >= 1): return nil
    case let wanted?:
        size = .about(longSide: Int(min(wanted, Double(MediaHeader.maximumSide))))
    }
    return isrc.image(index, size, isUpright: isUpright?.boolValue ?? false)
}

extension CGImageSource {
    fileprivate func image(
        _ index: Int,
        _ size: PictureRendition.Size,
        isUpright: Bool
    ) -> CGImage? {
        guard let header, has(index), let worker = MediaReader.ofProcess.worker else { return nil }
        let request = PictureRequest(renditions: [PictureRendition(size, .pixels)])
        let made: [Picture]? =
            switch content {
            case .file(let file): try? worker.pictures(of: file.descriptor, request)
            case .bytes(let data):
                try? MemoryFile.lend(data) { try worker.pictures(of: $0, request) }
            }
        guard let picture = made?.first,
            let upright = CGImage(
                pixels: picture.bytes,
                width: picture.width,
                height: picture.height
            )
        else { return nil }
        return isUpright ? upright : upright.turned(by: header.orientation.inverse)
    }
}
